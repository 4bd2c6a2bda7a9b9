// The cost of broadcasting: one message at a time, and with many senders.
import {
  competitorNames,
  referenceName,
  startLoadClients,
  startStillwater,
  startCompetitor,
} from './benchmark-servers.mjs'
import { processorMs } from './machine.mjs'
import { median } from './quantiles.mjs'
import { sampleMessageText } from './sample-frames.mjs'

const oneAtATime = { everyMs: 130, regardless: false }
/** Just below the rate at which our room starts to batch messages. */
const belowBatching = 7
/** A rate with batching, and the rate limit of a room. */
const busy = [10, 20]

/** The design's targets are in units of a sender in C; the bare sender in Node costs 1.5 times as much. */
const bareInC = 1.5
const ofBare = (good, hold) => ({ of: 'ratio', good: round(good / bareInC), hold: round(hold / bareInC) })
const round = (number) => Math.round(number * 100) / 100

export async function measureFanOut({ community, report, sizes, rounds, isQuick }) {
  report.begin(
    'Fan-out',
    'CPU time per delivered message. p99 is the 99th percentile of the delivery latency.',
  )
  const contestants = [await startCompetitor(referenceName), await startStillwater(community)]
  for (const name of competitorNames) contestants.push(await startCompetitor(name))
  const crowds = new Map()
  for (const contestant of contestants)
    crowds.set(contestant, await startLoadClients(contestant, community.today))
  try {
    let here = 0
    for (const size of sizes) {
      for (const crowd of crowds.values()) await crowd.open(community.people.slice(here, size))
      here = size
      const isLargest = size === sizes.at(-1)
      await measureSize({ size, isLargest, rounds, seconds: isQuick ? 1 : 4, report, contestants, crowds })
    }
  } finally {
    for (const part of [...crowds.values(), ...contestants]) await part.stop()
  }
}

async function measureSize({ size, isLargest, rounds, seconds, report, contestants, crowds }) {
  const [reference, ours] = contestants
  const tell = async (contestant, { before = 0, ...how }) => {
    if (before > 0)
      await crowds.get(contestant).ask('say', { text: sampleMessageText, ...how, count: before })
    const beforeMs = processorMs(contestant.pid())
    const told = await crowds.get(contestant).ask('say', { text: sampleMessageText, ...how })
    const usedMs = processorMs(contestant.pid()) - beforeMs
    return { ...told, usEach: (usedMs * 1_000) / told.deliveries, share: usedMs / told.tookMs }
  }
  // Alternates between the servers, so that background load affects all alike.
  const compare = async (those, how) => {
    const told = new Map(those.map((contestant) => [contestant, []]))
    for (const contestant of those) await tell(contestant, { ...how, count: 3 })
    for (let round = 0; round < rounds; round += 1) {
      for (const contestant of those) told.get(contestant).push(await tell(contestant, how))
    }
    const refused = [...told.values()].flat().reduce((sum, round) => sum + round.refused, 0)
    if (refused > 0) report.remark(`${refused} messages were rejected: the database had too little CPU time`)
    return (contestant, pick) => median(told.get(contestant).map(pick))
  }
  const peersOf = (of, pick) =>
    Object.fromEntries(contestants.slice(2).map((contestant) => [contestant.name, of(contestant, pick)]))

  const single = await compare(contestants, { ...oneAtATime, count: seconds * 5 })
  const usEach = (told) => told.usEach
  report.note({
    what: `one message at a time, ${size} members`,
    unit: 'µs',
    ...(isLargest ? { as: 'eachUs' } : {}),
    ours: single(ours, usEach),
    reference: single(reference, usEach),
    peers: peersOf(single, usEach),
    target: ofBare(1.1, 1.9),
  })
  for (const perSecond of isLargest ? busy : busy.slice(0, 1)) {
    const told = await compare([reference, ours], paced(perSecond, seconds))
    report.note({
      what: `${perSecond} messages a second, ${size} members`,
      unit: 'µs',
      ...(isLargest && perSecond === busy.at(-1) ? { as: 'busyUs' } : {}),
      ours: told(ours, usEach),
      reference: single(reference, usEach),
      target: ofBare(0.65, 1),
    })
    report.note({
      what: `p99 at ${perSecond} messages a second (batched)`,
      unit: 'ms',
      ours: told(ours, ({ afterMs }) => afterMs.p99),
      reference: told(reference, ({ afterMs }) => afterMs.p99),
    })
  }
  if (!isLargest) return
  const quick = await compare([reference, ours], paced(belowBatching, seconds))
  const p99 = ({ afterMs }) => afterMs.p99
  report.note({
    what: `p99 at ${belowBatching} messages a second, ${size} members`,
    unit: 'ms',
    ours: quick(ours, p99),
    reference: quick(reference, p99),
    target: ofBare(1.2, 2),
  })
  const bytes = ({ bytesEach }) => bytesEach
  report.note({
    what: 'bytes per message',
    unit: 'B',
    ours: quick(ours, bytes),
    reference: quick(reference, bytes),
  })
  report.note({
    what: `CPU utilization at ${belowBatching} messages a second`,
    unit: '%',
    ours: quick(ours, ({ share }) => share * 100),
    reference: quick(reference, ({ share }) => share * 100),
  })
}

function paced(perSecond, seconds) {
  // The room is already this busy when measuring starts.
  return { regardless: true, everyMs: 1_000 / perSecond, count: perSecond * seconds, before: perSecond }
}
