// The cost of calls, compared with plain node:http sending a response of the same size.
import { seedMembers } from '../member-seed.mjs'
import { startStillwater } from './benchmark-servers.mjs'
import { processorMs } from './machine.mjs'
import { cores, startRpcProcess } from './processes.mjs'
import { median } from './quantiles.mjs'

const connections = 32
const budget = { of: 'ratio', atLeast: true, good: 0.45, pass: 0.3 }
const manyMembers = { quick: 5_000, full: 100_000 }
const warmUpSeconds = 0.5
/** Many short rounds rather than a few long ones: background load on the machine varies by the second. */
const turnsPerRound = 4

export async function measureCalls({ community, report, rounds, isQuick }) {
  report.startSection(
    'Calls',
    `Responses a second on ${connections} keep-alive connections. The server has one core; load generator and database share the other. The reference is plain node:http with a response of the same size.`,
  )
  const ours = await startStillwater(community)
  const plain = await startRpcProcess(cores.serving, './plain-http-server.mjs')
  const loads = []
  for (const port of [ours.port, await plain.ask('listen')]) {
    loads.push({ port, ...(await startRpcProcess(cores.loading, './http-load.mjs')) })
  }
  const compare = createComparison({
    ours,
    plain,
    loads,
    report,
    rounds: rounds * turnsPerRound,
    seconds: 0.5,
  })
  try {
    const { users, today } = community
    const get = (path) => users.map(({ cookie }) => ({ method: 'GET', path, cookie }))
    const poll = get(`/api/meditation/online-count/${today}`)
    const fromMemory = { target: budget, isAwake: true }
    await compare('GET today', { requests: get('/api/meditation/today'), ...fromMemory })
    await compare('GET online-count of a day', { requests: poll, key: 'poll', ...fromMemory })
    await compare('POST mood entry', { requests: users.map((user) => moodEntry(user, today)) })
    const heartbeatRequests = await heartbeats(loads[0], community)
    await compare('PUT session heartbeat', { requests: heartbeatRequests, key: 'heartbeat' })
    const members = isQuick ? manyMembers.quick : manyMembers.full
    await seedMembers(community.database, members)
    const pages = userPages(users[0], members)
    await compare(`GET users, a page of 20 of ${members}`, { requests: pages, connectionCount: 1 })
  } finally {
    for (const part of [...loads, plain, ours]) await part.stop()
  }
}

/**
 * Loads the plain server and ours in alternation; the load stays awake where the database, which shares its core, is
 * idle.
 */
function createComparison({ ours, plain, loads, report, rounds, seconds }) {
  const [ourLoad, plainLoad] = loads
  const contestants = [
    { name: 'plain', load: plainLoad, pid: () => plain.pid },
    { name: 'ours', load: ourLoad, pid: ours.pid },
  ]
  return async (what, { requests, target, key, connectionCount = connections, isAwake = false }) => {
    // A warm-up request from each member, so that the session cache is filled.
    const before = isAwake ? requests : requests.slice(0, 1)
    const [first] = await ourLoad.ask('sendEach', { port: ourLoad.port, requests: before, connections })
    await plain.ask('setResponseSize', { bytes: first.bytes })
    for (const { load } of contestants) await load.ask('prepare', { port: load.port, requests })
    const results = { ours: [], plain: [] }
    for (let round = -1; round < rounds; round += 1) {
      for (const { name, load, pid } of contestants) {
        const beforeMs = processorMs(pid())
        const durationSeconds = round < 0 ? warmUpSeconds : seconds
        const result = await load.ask('load', {
          port: load.port,
          connections: connectionCount,
          seconds: durationSeconds,
          isAwake,
        })
        if (result.errors.length > 0) throw new Error(`${what}: ${result.errors[0]}`)
        const usEach = ((processorMs(pid()) - beforeMs) * 1_000) / result.responses
        if (round >= 0) results[name].push({ ...result, usEach })
      }
    }
    reportCall({ report, what, key, results, target })
  }
}

function reportCall({ report, what, key, results, target }) {
  const of = (name, pick) => median(results[name].map(pick))
  const rate = ({ perSecond }) => perSecond
  report.addRow({
    what,
    unit: '/s',
    ours: of('ours', rate),
    reference: of('plain', rate),
    ...(target ? { target } : {}),
    ...(key ? { key: `${key}PerSecond` } : {}),
  })
  // A plain server responds faster than one core can ask, so its own processor time is the better measure.
  const usEach = (result) => result.usEach
  report.addRow({
    what: '– CPU time per call',
    unit: 'µs',
    ours: of('ours', usEach),
    reference: of('plain', usEach),
    ...(key ? { key: `${key}Us` } : {}),
  })
  const p95 = ({ tookMs }) => tookMs.p95
  report.addRow({ what: '– p95', unit: 'ms', ours: of('ours', p95), reference: of('plain', p95) })
}

/** A request with a JSON body and the sender's cookie. */
function jsonRequest(method, path, { cookie }, body) {
  return { method, path, cookie, body: JSON.stringify(body) }
}

function moodEntry(user, sessionDate) {
  const comment = 'Quiet, and a little tired. The breath came by itself after some minutes.'
  const entry = { sessionDate, emotionLevel: 6, moodType: 'pre', notes: null, comment }
  return jsonRequest('POST', '/api/mood/entry', user, entry)
}

/** Starts every member's session; then each member reports half a minute more. */
async function heartbeats(load, { users, today }) {
  const requests = users.map((user) =>
    jsonRequest('POST', '/api/session/start', user, { sessionDate: today }),
  )
  const records = await load.ask('sendEach', { port: load.port, requests, connections })
  return users.map((user, index) =>
    jsonRequest('PUT', `/api/session/${records[index].value.id}`, user, { additionalDuration: 30 }),
  )
}

function userPages({ cookie }, members) {
  const pages = [1, 2, 7, Math.floor(members / 40), Math.floor(members / 20)]
  return pages.flatMap((page) =>
    ['name', 'timeSpent'].map((sort) => ({
      method: 'GET',
      path: `/api/admin/users?sort=${sort}&order=asc&limit=20&page=${page}`,
      cookie,
    })),
  )
}
