// Midnight with a full room, on a server whose clock reaches it soon after all have joined.
import { addDays } from '../../../src/shared/day.ts'
import { testDays } from '../../../test/community-days.ts'
import { startLoadClients, startStillwater } from './benchmark-servers.mjs'
import { processorMs } from './machine.mjs'

/** As long as the product's pages wait before they request the new day. */
const jitterMs = 5_000
const joinAllowanceMs = { quick: 5_000, full: 15_000 }
const joinEachMs = 2.5

export async function measureMidnight({ community, report, sizes, isQuick }) {
  const size = sizes.at(-1)
  report.startSection(
    'Midnight',
    `${size} members in the old room. Each client requests the new day and joins its room within ${jitterMs / 1_000} s.`,
  )
  const startMs = testDays.startMs(addDays(testDays.dayOf(Date.now()), 1))
  const midnightMs = Date.now() + (isQuick ? joinAllowanceMs.quick : joinAllowanceMs.full) + size * joinEachMs
  const ours = await startStillwater(community, {
    nodeArgs: ['--import', new URL('./shifted-clock.mjs', import.meta.url).href],
    env: { BENCH_CLOCK_SHIFT_MS: String(startMs - midnightMs) },
  })
  const crowd = await startLoadClients(ours, community.today)
  try {
    await crowd.open(community.users.slice(0, size))
    const leftMs = midnightMs - Date.now()
    if (leftMs < 0) throw new Error('Midnight came before all clients had joined.')
    const beforeMs = processorMs(ours.pid())
    const result = await crowd.ask('simulateMidnight', { jitterMs })
    const busyMs = processorMs(ours.pid()) - beforeMs
    reportMidnight({ report, result, busyMs, size })
  } finally {
    await crowd.stop()
    await ours.stop()
  }
}

function reportMidnight({ report, result, busyMs, size }) {
  const { noticedMs, joinedMs, countedMs, todayMs, failureCount } = result
  report.addRow({ what: 'from the first to the last message of the new day', unit: 'ms', ours: noticedMs })
  report.addRow({
    what: 'until all have joined the new room and received its count',
    unit: 'ms',
    ours: countedMs,
    target: { of: 'value', good: 7_000, pass: 10_000 },
  })
  report.addRow({ what: 'until all have joined the new room', unit: 'ms', ours: joinedMs })
  report.addRow({
    what: 'p95 of GET today in that time',
    unit: 'ms',
    ours: todayMs.p95,
    target: { of: 'value', good: 100, pass: 300 },
  })
  report.addRow({ what: 'failed calls', unit: '', ours: failureCount })
  report.addRow({
    what: 'CPU time per member',
    unit: 'µs',
    key: 'midnightUs',
    ours: (busyMs * 1_000) / size,
  })
}
