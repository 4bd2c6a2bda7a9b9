// The cost of everybody joining, reconnecting or leaving at once: time, and bytes to each member.
import { setTimeout as sleep } from 'node:timers/promises'
import { referenceName, startLoadClients, startStillwater, startCompetitor } from './benchmark-servers.mjs'
import { processorMs } from './machine.mjs'
import { median } from './quantiles.mjs'

const kib = 1_024
/** Longer than the grace period of a member whose connection vanished. */
const forgottenMs = 6_000
/** With more members, a room that sends everyone to everyone takes minutes. */
const naiveCount = 500
const leavers = 20

const limits = {
  small: { of: 'ratio', good: 2.2, hold: 4 },
  large: { of: 'ratio', good: 2.8, hold: 5 },
}

export async function measureStorms({ community, report, sizes, rounds }) {
  report.begin(
    'Storms',
    'Time until all clients have joined and received the final count. The session cache is warm in a join storm, and cold after a restart. The reference accepts the same sockets and sends the count once.',
  )
  const reference = await startCompetitor(referenceName)
  const ours = await startStillwater(community)
  const crowds = new Map()
  for (const one of [reference, ours]) crowds.set(one, await startLoadClients(one, community.today))
  const storm = async (contestant, people) => {
    const beforeMs = processorMs(contestant.pid())
    const told = await crowds.get(contestant).open(people)
    return { ...told, usEach: ((processorMs(contestant.pid()) - beforeMs) * 1_000) / people.length }
  }
  try {
    for (const size of sizes) {
      const people = community.people.slice(0, size)
      const found = { reference: [], restarted: [], ours: [], leaving: [] }
      for (let round = 0; round < rounds; round += 1) {
        found.reference.push(await storm(reference, people))
        await crowds.get(reference).close()
        await ours.restart()
        found.restarted.push(await storm(ours, people))
        await crowds.get(ours).close()
        await sleep(forgottenMs)
        found.ours.push(await storm(ours, people))
        found.leaving.push(await crowds.get(ours).ask('leave', { count: leavers }))
        await crowds.get(ours).close()
      }
      reportStorm({ report, size, found, isSmall: size === sizes[0] })
    }
  } finally {
    for (const part of [...crowds.values(), ours, reference]) await part.stop()
  }
  await compareNaive({ community, report })
}

function reportStorm({ report, size, found, isSmall }) {
  const of = (name, pick) => median(found[name].map(pick))
  const knownMs = (told) => told.knownMs
  const target = isSmall ? limits.small : limits.large
  const reference = of('reference', knownMs)
  report.note({ what: `join storm of ${size}`, unit: 'ms', ours: of('ours', knownMs), reference, target })
  report.note({
    what: `reconnect of ${size} after a restart`,
    unit: 'ms',
    ours: of('restarted', knownMs),
    // No target: real pages reconnect over some seconds; these reconnect all at once, to a process with cold
    // caches.
    reference,
  })
  report.note({
    what: `CPU time per join, ${size} members`,
    unit: 'µs',
    ours: of('ours', ({ usEach }) => usEach),
    reference: of('reference', ({ usEach }) => usEach),
    peers: { 'after a restart': of('restarted', ({ usEach }) => usEach) },
  })
  report.note({
    what: `bytes per member in the storm of ${size}, maximum`,
    unit: 'KB',
    ours: of('ours', ({ bytes }) => bytes.max / kib),
    ...(isSmall ? { target: { of: 'value', good: 15, hold: 50 } } : {}),
  })
  report.note({
    what: `rejected upgrades retried a second later, after the restart`,
    unit: '',
    ours: of('restarted', ({ refused }) => refused),
  })
  report.note({
    what: `${leavers} leave a room of ${size}: all others updated`,
    unit: 'ms',
    ours: of('leaving', (left) => left.knownMs),
  })
}

/** The cost of sending everyone to everyone, in a storm small enough for it. */
async function compareNaive({ community, report }) {
  const took = {}
  for (const name of [referenceName, 'Stillwater', 'ws']) {
    const contestant = name === 'Stillwater' ? await startStillwater(community) : await startCompetitor(name)
    const crowd = await startLoadClients(contestant, community.today)
    took[name] = await crowd.open(community.people.slice(0, naiveCount), { naive: name === 'ws' })
    await crowd.stop()
    await contestant.stop()
  }
  report.note({
    what: `join storm of ${naiveCount}; ws broadcasts every join`,
    unit: 'ms',
    ours: took.Stillwater.knownMs,
    reference: took[referenceName].knownMs,
    peers: { ws: took.ws.knownMs },
  })
  report.note({
    what: '– bytes per member',
    unit: 'KB',
    ours: took.Stillwater.bytes.max / kib,
    peers: { ws: took.ws.bytes.max / kib },
  })
}
