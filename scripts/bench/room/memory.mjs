// The memory of an idle member, and what remains of members who stopped reading.
import { setTimeout as sleep } from 'node:timers/promises'
import { competitorNames, startLoadClients, startStillwater, startCompetitor } from './benchmark-servers.mjs'
import { inspectable, openGarbageCollector } from './force-gc.mjs'
import { residentBytes, socketsOf, tcpMemoryBytes } from './machine.mjs'

const kib = 1_024
const mib = 1_024 * kib
const settleMs = 5_000
const stalledCount = 50
const readerCount = 50
/** The longest message, in characters of three bytes. */
const longText = '水'.repeat(500)
const longMessages = 400
const resetTimeoutMs = 60_000

// The resident memory of the process: kernel memory of the sockets isn't included.
export async function measureMemory({ community, report, sizes }) {
  report.startSection(
    'Memory',
    'Resident memory of the process per member, after garbage collections before and after joining.',
  )
  const size = sizes.at(-1)
  const ours = await startStillwater(community, inspectable)
  const { resident, collected } = await memoryOf(ours, { community, size })
  const peers = {}
  for (const name of competitorNames) {
    const peer = await startCompetitor(name)
    peers[name] = (await memoryOf(peer, { community, size })).resident / kib
  }
  report.addRow({
    what: `per member, ${size} members`,
    unit: 'KB',
    key: 'memberKb',
    ours: (collected ?? resident) / kib,
    target: { of: 'value', good: 7, pass: 12 },
  })
  report.addRow({ what: '– without garbage collection', unit: 'KB', ours: resident / kib, peers })
}

async function memoryOf(contestant, { community, size }) {
  const crowd = await startLoadClients(contestant, community.today)
  const collect =
    contestant.stderr === undefined ? async () => undefined : await openGarbageCollector(contestant)
  try {
    // A warm-up, so that code loaded and compiled once isn't counted.
    await crowd.open(community.users.slice(0, 100))
    await crowd.close()
    await sleep(settleMs)
    await collect()
    const before = residentBytes(contestant.pid())
    await crowd.open(community.users.slice(0, size))
    await sleep(settleMs)
    const resident = (residentBytes(contestant.pid()) - before) / size
    await collect()
    return { resident, collected: (residentBytes(contestant.pid()) - before) / size }
  } finally {
    await crowd.stop()
    await contestant.stop()
  }
}

/** Some members stop reading while the room is busy, until the server has closed all of their connections. */
export async function measureSlowReaders({ community, report }) {
  report.startSection(
    'Slow readers',
    `${stalledCount} members stop reading in a busy room, until the server resets their connections.`,
  )
  const ours = await slowReaders(await startStillwater(community), community)
  const peer = await slowReaders(await startCompetitor('ws'), community)
  report.addRow({
    what: 'kernel TCP memory while the readers are stalled',
    unit: 'MB',
    ours: ours.kernelBytes / mib,
    peers: { ws: peer.kernelBytes / mib },
  })
  report.addRow({
    what: 'unsent data of orphaned server sockets after the reset',
    unit: 'MB',
    ours: ours.orphanedBytes / mib,
    peers: { 'ws, terminate()': peer.orphanedBytes / mib },
    target: { of: 'value', good: 1, pass: 30 },
  })
  report.addRow({
    what: '– plus unread data on the client side',
    unit: 'MB',
    ours: ours.withReadersBytes / mib,
    peers: { 'ws, terminate()': peer.withReadersBytes / mib },
  })
  report.addRow({
    what: 'orphaned sockets',
    unit: '',
    ours: ours.orphaned,
    peers: { 'ws, terminate()': peer.orphaned },
  })
  report.addRow({
    what: 'p95 of the other readers, at 500 long messages a second',
    unit: 'ms',
    ours: ours.p95,
  })
}

async function slowReaders(contestant, { today, users }) {
  const crowd = await startLoadClients(contestant, today)
  const crowdOfStalled = await startLoadClients(contestant, today)
  try {
    await crowd.open(users.slice(0, readerCount))
    await crowdOfStalled.open(users.slice(readerCount, readerCount + stalledCount), { others: readerCount })
    await sleep(settleMs)
    const before = tcpMemoryBytes()
    await crowdOfStalled.ask('stall', { count: stalledCount })
    const deadlineMs = performance.now() + resetTimeoutMs
    let kernelBytes = 0
    let p95 = 0
    while (socketsOf(contestant.port).open > readerCount && performance.now() < deadlineMs) {
      const load = { text: longText, count: longMessages, everyMs: 2, isPaced: true }
      const watch = setInterval(() => {
        kernelBytes = Math.max(kernelBytes, tcpMemoryBytes() - before)
      }, 50)
      p95 = (await crowd.ask('sendMessages', load)).latencyMs.p95
      clearInterval(watch)
    }
    await sleep(settleMs)
    const { orphaned, orphanedBytes } = socketsOf(contestant.port)
    return { kernelBytes, orphanedBytes, withReadersBytes: tcpMemoryBytes() - before, orphaned, p95 }
  } finally {
    await crowdOfStalled.stop()
    await crowd.stop()
    await contestant.stop()
  }
}
