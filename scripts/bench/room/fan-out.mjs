// The cost of broadcasting: one message at a time, and with many senders.
import { startLoadClients, startReference, startStillwater } from './benchmark-servers.mjs'
import { processorMs } from './machine.mjs'
import { median } from './quantiles.mjs'
import { sampleMessageText } from './sample-frames.mjs'

const oneAtATime = { everyMs: 130, isPaced: false }
/** Just below the rate at which our room starts to batch messages. */
const belowBatching = 7
/** A rate with batching, and the rate limit of a room. */
const busy = [10, 20]

/** The design's targets are in units of a sender in C; the bare sender in Node costs 1.5 times as much. */
const bareInC = 1.5
const ofBare = (good, pass) => ({ of: 'ratio', good: round(good / bareInC), pass: round(pass / bareInC) })
/** In smaller rooms, what a message costs once outweighs its deliveries. */
const targetsFromSize = 2_000
/** In quick runs too: the system counts CPU time in steps of 10 ms, about a message to 1,000 members. */
const seconds = 4
const round = (number) => Math.round(number * 100) / 100

export async function measureFanOut({ community, report, sizes, rounds }) {
  report.startSection(
    'Fan-out',
    'CPU time per delivered message. p99 is the 99th percentile of the delivery latency.',
  )
  const contestants = [await startReference(), await startStillwater(community)]
  const crowds = new Map()
  for (const contestant of contestants)
    crowds.set(contestant, await startLoadClients(contestant, community.today))
  try {
    let opened = 0
    for (const size of sizes) {
      for (const crowd of crowds.values()) await crowd.open(community.users.slice(opened, size))
      opened = size
      const isLargest = size === sizes.at(-1)
      await measureSize({ size, isLargest, rounds, report, contestants, crowds })
    }
  } finally {
    for (const part of [...crowds.values(), ...contestants]) await part.stop()
  }
}

async function measureSize({ size, isLargest, rounds, report, contestants, crowds }) {
  const [reference, ours] = contestants
  const targetOf = (good, pass) => (size < targetsFromSize ? undefined : ofBare(good, pass))
  const measureSend = async (contestant, { before = 0, ...options }) => {
    if (before > 0)
      await crowds.get(contestant).ask('sendMessages', { text: sampleMessageText, ...options, count: before })
    const beforeMs = processorMs(contestant.pid())
    const results = await crowds.get(contestant).ask('sendMessages', { text: sampleMessageText, ...options })
    const usedMs = processorMs(contestant.pid()) - beforeMs
    return { ...results, usEach: (usedMs * 1_000) / results.deliveries, share: usedMs / results.tookMs }
  }
  // Alternates between the servers, so that background load affects both alike.
  const compare = async (options) => {
    const results = new Map(contestants.map((contestant) => [contestant, []]))
    for (const contestant of contestants) await measureSend(contestant, { ...options, count: 3 })
    for (let round = 0; round < rounds; round += 1) {
      for (const contestant of contestants)
        results.get(contestant).push(await measureSend(contestant, options))
    }
    const rejected = [...results.values()].flat().reduce((sum, round) => sum + round.rejected, 0)
    if (rejected > 0)
      report.addRemark(`${rejected} messages were rejected: the database had too little CPU time`)
    return (contestant, pick) => median(results.get(contestant).map(pick))
  }

  const single = await compare({ ...oneAtATime, count: seconds * 5 })
  const usEach = (results) => results.usEach
  report.addRow({
    what: `one message at a time, ${size} members`,
    unit: 'µs',
    ...(isLargest ? { key: 'deliveryUs' } : {}),
    ours: single(ours, usEach),
    reference: single(reference, usEach),
    target: targetOf(1.1, 1.9),
  })
  for (const perSecond of isLargest ? busy : busy.slice(0, 1)) {
    const results = await compare(paced(perSecond, seconds))
    report.addRow({
      what: `${perSecond} messages a second, ${size} members`,
      unit: 'µs',
      ...(isLargest && perSecond === busy.at(-1) ? { key: 'batchedDeliveryUs' } : {}),
      ours: results(ours, usEach),
      reference: single(reference, usEach),
      target: targetOf(0.65, 1),
    })
    report.addRow({
      what: `p99 at ${perSecond} messages a second (batched)`,
      unit: 'ms',
      ours: results(ours, ({ latencyMs }) => latencyMs.p99),
      reference: results(reference, ({ latencyMs }) => latencyMs.p99),
    })
  }
  if (!isLargest) return
  const unbatched = await compare(paced(belowBatching, seconds))
  const p99 = ({ latencyMs }) => latencyMs.p99
  report.addRow({
    what: `p99 at ${belowBatching} messages a second, ${size} members`,
    unit: 'ms',
    ours: unbatched(ours, p99),
    reference: unbatched(reference, p99),
    target: targetOf(1.2, 2),
  })
  const bytes = ({ bytesEach }) => bytesEach
  report.addRow({
    what: 'bytes per message',
    unit: 'B',
    ours: unbatched(ours, bytes),
    reference: unbatched(reference, bytes),
  })
  report.addRow({
    what: `CPU utilization at ${belowBatching} messages a second`,
    unit: '%',
    ours: unbatched(ours, ({ share }) => share * 100),
    reference: unbatched(reference, ({ share }) => share * 100),
  })
}

function paced(perSecond, seconds) {
  // The room is already this busy when measuring starts.
  return { isPaced: true, everyMs: 1_000 / perSecond, count: perSecond * seconds, before: perSecond }
}
