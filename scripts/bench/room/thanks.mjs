// Everybody's thanks in a full room.
import { setTimeout as sleep } from 'node:timers/promises'
import { processorMs } from './machine.mjs'

/** All thank within this time. */
export const thanksMs = 10_000

/** All thank; the updates of their number are at most one a second. */
export async function measureThanks({ community, report, ours, crowd, size, limitMs }) {
  const [cpuMs, bytes] = [processorMs(ours.pid()), await crowd.ask('countBytes')]
  const startedMs = performance.now()
  await crowd.ask('sendFromEach', { type: 'thank', overMs: thanksMs })
  while ((await countThanks(community)) < size && performance.now() - startedMs < limitMs) await sleep(100)
  report.addRow({
    what: 'until all thanks are counted',
    unit: 's',
    ours: (performance.now() - startedMs) / 1_000,
    target: { of: 'value', good: 11, pass: 15 },
  })
  // The last update follows within a second.
  await sleep(2_000)
  report.addRow({
    what: 'CPU time of the server for it, of a core',
    unit: '%',
    ours: (100 * (processorMs(ours.pid()) - cpuMs)) / (performance.now() - startedMs),
    target: { of: 'value', good: 30, pass: 60 },
  })
  report.addRow({
    what: 'bytes to a member for it',
    unit: 'B',
    ours: ((await crowd.ask('countBytes')) - bytes) / size,
    target: { of: 'value', good: 700, pass: 1_400 },
  })
}

async function countThanks({ database }) {
  const { count } = await database.query
    .selectFrom('sitting_thanks')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
