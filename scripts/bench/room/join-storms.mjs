// The cost of everybody joining, reconnecting or leaving at once: time, and bytes to each member.
import { setTimeout as sleep } from 'node:timers/promises'
import { startLoadClients, startReference, startStillwater } from './benchmark-servers.mjs'
import { processorMs } from './machine.mjs'
import { median } from './quantiles.mjs'

const kib = 1_024
/** Longer than the grace period of a member whose connection vanished. */
const afterGracePeriodMs = 6_000
const leavers = 20

const limits = {
  small: { of: 'ratio', good: 2.2, pass: 4 },
  large: { of: 'ratio', good: 2.8, pass: 5 },
}

export async function measureStorms({ community, report, sizes, rounds }) {
  report.startSection(
    'Storms',
    'Time until all clients have joined and received the final count. The session cache is warm in a join storm, and cold after a restart. The reference accepts the same sockets and sends the count once.',
  )
  const reference = await startReference()
  const ours = await startStillwater(community)
  const crowds = new Map()
  for (const contestant of [reference, ours])
    crowds.set(contestant, await startLoadClients(contestant, community.today))
  const storm = async (contestant, users) => {
    const beforeMs = processorMs(contestant.pid())
    const result = await crowds.get(contestant).open(users)
    return { ...result, usEach: ((processorMs(contestant.pid()) - beforeMs) * 1_000) / users.length }
  }
  try {
    for (const size of sizes) {
      const users = community.users.slice(0, size)
      const results = { reference: [], restarted: [], ours: [], leaving: [] }
      for (let round = 0; round < rounds; round += 1) {
        results.reference.push(await storm(reference, users))
        await crowds.get(reference).close()
        await ours.restart()
        results.restarted.push(await storm(ours, users))
        await crowds.get(ours).close()
        await sleep(afterGracePeriodMs)
        results.ours.push(await storm(ours, users))
        results.leaving.push(await crowds.get(ours).ask('leave', { count: leavers }))
        await crowds.get(ours).close()
      }
      reportStorm({ report, size, results, isSmall: size === sizes[0] })
    }
  } finally {
    for (const part of [...crowds.values(), ours, reference]) await part.stop()
  }
}

function reportStorm({ report, size, results, isSmall }) {
  const of = (name, pick) => median(results[name].map(pick))
  const knownMs = (result) => result.knownMs
  const target = isSmall ? limits.small : limits.large
  const reference = of('reference', knownMs)
  report.addRow({ what: `join storm of ${size}`, unit: 'ms', ours: of('ours', knownMs), reference, target })
  report.addRow({
    what: `reconnect of ${size} after a restart`,
    unit: 'ms',
    ours: of('restarted', knownMs),
    // No target: real pages reconnect over some seconds; these reconnect all at once, to a process with cold
    // caches.
    reference,
  })
  const usEach = (result) => result.usEach
  report.addRow({
    what: `CPU time per join, ${size} members`,
    unit: 'µs',
    ours: of('ours', usEach),
    reference: of('reference', usEach),
  })
  report.addRow({
    what: '– after a restart',
    unit: 'µs',
    ours: of('restarted', usEach),
    reference: of('reference', usEach),
  })
  report.addRow({
    what: `bytes per member in the storm of ${size}, maximum`,
    unit: 'KB',
    ours: of('ours', ({ bytes }) => bytes.max / kib),
    ...(isSmall ? { target: { of: 'value', good: 15, pass: 50 } } : {}),
  })
  report.addRow({
    what: `rejected upgrades retried a second later, after the restart`,
    unit: '',
    ours: of('restarted', ({ rejected }) => rejected),
  })
  report.addRow({
    what: `${leavers} leave a room of ${size}: all others updated`,
    unit: 'ms',
    ours: of('leaving', (left) => left.knownMs),
  })
}
