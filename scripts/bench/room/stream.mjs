// A teacher begins to speak in a full room: every page requests the playlist, which the server has in memory.
import { setTimeout as sleep } from 'node:timers/promises'
import { firstRequestDelayMs } from '../../../src/features/streams/following.ts'
import { startLoadClients, startStillwater } from './benchmark-servers.mjs'
import { processorMs } from './machine.mjs'
import { cores, startRpcProcess } from './processes.mjs'

const deskId = 'desk-of-the-benchmark'
const segmentMs = 2_000
/** Of a segment of picture and sound. */
const segmentBytes = 130_000
const loadSeconds = 5
const connections = 32

export async function measureStream({ community, report, sizes }) {
  const size = sizes.at(-1)
  report.startSection(
    'Stream',
    `${size} members in the room of a live sitting. Its teacher begins; each page requests the playlist within 2 s, as pages do. Then ${connections} connections request it for ${loadSeconds} s, while segments arrive.`,
  )
  await makeTemplatesLive(community)
  const ours = await startStillwater(community)
  const crowd = await startLoadClients(ours, community.today)
  const load = await startRpcProcess(cores.loading, './http-load.mjs')
  try {
    const members = community.users.slice(0, size)
    const { id } = await begin(community, ours)
    await crowd.open(members)
    const path = `/live/${id}/picture.m3u8`
    const delaysMs = members.map(() => firstRequestDelayMs(Math.random()))
    const teacher = createTeacher(community.users[0], ours, id)
    await teacher.open()
    const [cpuMs, readsBefore] = [processorMs(ours.pid()), await readsOf(ours)]
    const startedMs = performance.now()
    const started = crowd.ask('simulateStreamStart', { delaysMs, path })
    await teacher.send()
    const result = await started
    const seconds = (performance.now() - startedMs) / 1_000
    reportStart({
      report,
      size,
      result,
      cpuMs: processorMs(ours.pid()) - cpuMs,
      readsPerSecond: ((await readsOf(ours)) - readsBefore) / seconds,
    })
    const stop = teacher.speak()
    const requests = members.map(({ cookie }) => ({ path, cookie }))
    await load.ask('prepare', { port: ours.port, requests })
    const before = await readsOf(ours)
    const loaded = await load.ask('load', {
      port: ours.port,
      connections,
      seconds: loadSeconds,
      isAwake: false,
    })
    const after = await readsOf(ours)
    await stop()
    if (loaded.errors.length > 0) throw new Error(loaded.errors[0])
    report.addRow({
      what: 'playlists a second',
      unit: '/s',
      ours: loaded.perSecond,
      target: { of: 'value', atLeast: true, good: 3_000, pass: 1_500 },
    })
    report.addRow({
      what: '– reads of the database a second meanwhile',
      unit: '',
      ours: (after - before) / loadSeconds,
      target: { of: 'value', good: 1.1, pass: 1.5 },
    })
  } finally {
    for (const part of [load, crowd, ours]) await part.stop()
  }
}

function reportStart({ report, size, result, cpuMs, readsPerSecond }) {
  const { toldMs, spreadMs, busiest, responseMs, failureCount } = result
  report.addRow({ what: 'until all are told that it is on', unit: 'ms', ours: toldMs })
  report.addRow({
    what: 'from the first to the last first request',
    unit: 'ms',
    ours: spreadMs,
    target: { of: 'value', good: 2_500, pass: 4_000 },
  })
  report.addRow({
    what: 'first requests in the busiest fifth of a second',
    unit: '%',
    ours: busiest * 100,
    target: { of: 'value', good: 13, pass: 20 },
  })
  report.addRow({
    what: 'p95 of the playlist',
    unit: 'ms',
    ours: responseMs.p95,
    target: { of: 'value', good: 100, pass: 300 },
  })
  report.addRow({
    what: 'failed requests',
    unit: '',
    ours: failureCount,
    target: { of: 'value', good: 0, pass: 0 },
  })
  report.addRow({
    what: 'reads of the database a second',
    unit: '',
    ours: readsPerSecond,
    target: { of: 'value', good: 1.1, pass: 1.5 },
  })
  report.addRow({ what: 'CPU time per member', unit: 'µs', ours: (cpuMs * 1_000) / size })
}

async function makeTemplatesLive({ database }) {
  await database.query
    .updateTable('meditation_templates')
    .set({
      kind: 'live',
      liveSource: 'here',
      bellBy: 'clock',
      videoUrl: '',
      captionsUrl: null,
      mediaSeconds: 1_200,
    })
    .execute()
}

/** Begins today's sitting as the administrator. */
async function begin({ database, today, users: [{ cookie }] }, { url }) {
  const { id } = await database.query
    .selectFrom('schedules')
    .select('id')
    .where('date', '=', today)
    .executeTakeFirstOrThrow()
  const response = await fetch(`${url}/api/sittings/${id}/begin`, {
    method: 'POST',
    headers: { origin: url, cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ inSeconds: 30 }),
  })
  if (!response.ok) throw new Error(`begin failed: ${response.status} ${await response.text()}`)
  return response.json()
}

/** A teacher, whose segments are noise. */
function createTeacher({ cookie }, { url }, sittingId) {
  const fromMs = Date.now()
  let sent = 0
  const put = async (name, type, length) => {
    const body = Buffer.alloc(length, 1)
    body.writeUInt32BE(length, 0)
    body.write(type, 4)
    const response = await fetch(`${url}/api/sittings/${sittingId}/stream/picture/${name}`, {
      method: 'PUT',
      headers: { origin: url, cookie, 'content-type': 'video/mp4' },
      body,
    })
    if (!response.ok) throw new Error(`${name} failed: ${response.status} ${await response.text()}`)
  }
  const send = async () => {
    const startsAtMs = fromMs + sent * segmentMs
    const times = `startsAtMs=${startsAtMs}&durationMs=${segmentMs}`
    await put(`${sent}?desk=${deskId}&${times}`, 'moof', segmentBytes)
    sent += 1
  }
  return {
    open: () => put(`init?desk=${deskId}`, 'ftyp', 600),
    send,
    /** Sends a segment each two seconds; returns a function that ends it. */
    speak: () => {
      let isOver = false
      const run = async () => {
        while (!isOver) {
          await send()
          await sleep(segmentMs)
        }
      }
      const running = run()
      return async () => {
        isOver = true
        await running
      }
    },
  }
}

/** How often the server has read what there is of a stream. */
async function readsOf({ url }) {
  const text = await (await fetch(`${url}/metrics`)).text()
  const [, count] = /^stillwater_stream_reads_total\{[^}]*what="contents"[^}]*\} (\d+)/m.exec(text) ?? []
  return Number(count ?? Number.NaN)
}
