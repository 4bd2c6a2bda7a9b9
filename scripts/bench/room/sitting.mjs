// A sitting in a full room: the bell, at which nothing is sent, the opening of the chat, everybody's thanks, and
// their levels after it.
import { setTimeout as sleep } from 'node:timers/promises'
import { startLoadClients, startStillwater } from './benchmark-servers.mjs'
import { processorMs } from './machine.mjs'
import { cores, startRpcProcess } from './processes.mjs'
import { sampleMessageText } from './sample-frames.mjs'
import { measureThanks, thanksMs } from './thanks.mjs'

/** Each window has the same heartbeats, and the work that the server does once a minute. */
const windowMs = 60_000
/** The rate of a room, for as long as its allowance lasts. */
const opening = { isPaced: true, everyMs: 50, count: 100 }
/** Time to begin before the second window starts. */
const leadMs = 5_000

export async function measureSitting({ community, report, sizes }) {
  const size = sizes.at(-1)
  report.startSection(
    'Sitting',
    `${size} members in the room. ${windowMs / 1_000} s around the bell, compared with as long before; then the chat at its opening with ${1_000 / opening.everyMs} messages a second, the thanks of all within ${thanksMs / 1_000} s, and a level after it from each member.`,
  )
  await community.database.query.updateTable('meditation_templates').set({ mediaSeconds: 168 }).execute()
  const ours = await startStillwater(community)
  const crowd = await startLoadClients(ours, community.today)
  const load = await startRpcProcess(cores.loading, './http-load.mjs')
  const measureWindow = async () => {
    const [cpuMs, bytes] = [processorMs(ours.pid()), await crowd.ask('countBytes')]
    await sleep(windowMs)
    return { cpuMs: processorMs(ours.pid()) - cpuMs, bytes: (await crowd.ask('countBytes')) - bytes }
  }
  try {
    await crowd.open(community.users.slice(0, size))
    const quiet = await measureWindow()
    const inSeconds = (leadMs + windowMs / 2) / 1_000
    const { id, startsAt } = await host(community, ours, `${await scheduleToday(community)}/begin`, {
      inSeconds,
    })
    await sleep(startsAt - windowMs / 2 - Date.now())
    const bell = await measureWindow()
    report.addRow({
      what: 'bytes to a member beyond the heartbeats',
      unit: 'B',
      ours: (bell.bytes - quiet.bytes) / size,
      target: { of: 'value', good: 0, pass: 8 },
    })
    report.addRow({
      what: 'CPU time of the server',
      unit: 'ms',
      ours: bell.cpuMs,
      reference: quiet.cpuMs,
      target: { of: 'ratio', good: 1.2, pass: 1.5 },
    })
    await host(community, ours, `${id}/end`)
    const { latencyMs, rejected } = await crowd.ask('sendMessages', { text: sampleMessageText, ...opening })
    report.addRow({
      what: 'p95 of a message when the sharing opens',
      unit: 'ms',
      ours: latencyMs.p95,
      target: { of: 'value', good: 500, pass: 1_000 },
    })
    report.addRow({ what: 'rejected messages', unit: '', ours: rejected })
    await measureThanks({ community, report, ours, crowd, size, limitMs: windowMs })
    const requests = community.users.slice(0, size).map((user) => levelAfter(user, community.today))
    const sentAtMs = performance.now()
    await load.ask('sendEach', { port: ours.port, requests, connections: 32 })
    report.addRow({
      what: 'until all have noted a level after it',
      unit: 's',
      ours: (performance.now() - sentAtMs) / 1_000,
      target: { of: 'value', good: 30, pass: 60 },
    })
  } finally {
    for (const part of [load, crowd, ours]) await part.stop()
  }
}

async function scheduleToday({ database, today }) {
  const { id } = await database.query
    .selectFrom('schedules')
    .select('id')
    .where('date', '=', today)
    .executeTakeFirstOrThrow()
  return id
}

/** Begins or ends a sitting as the administrator; returns it. */
async function host({ users }, { url }, action, body) {
  const response = await fetch(`${url}/api/sittings/${action}`, {
    method: 'POST',
    headers: { origin: url, cookie: users[0].cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${action} failed: ${response.status} ${await response.text()}`)
  return response.json()
}

function levelAfter({ cookie }, sessionDate) {
  const entry = { sessionDate, emotionLevel: 6, moodType: 'post', notes: null, comment: null }
  return { method: 'POST', path: '/api/mood/entry', cookie, body: JSON.stringify(entry) }
}
