// The memory of an idle member.
import { setTimeout as sleep } from 'node:timers/promises'
import { startLoadClients, startStillwater } from './benchmark-servers.mjs'
import { inspectable, openGarbageCollector } from './force-gc.mjs'
import { residentBytes } from './machine.mjs'

const kib = 1_024
const settleMs = 5_000

// The resident memory of the process: kernel memory of the sockets isn't included.
export async function measureMemory({ community, report, sizes }) {
  report.startSection(
    'Memory',
    'Resident memory of the process per member, after garbage collections before and after joining.',
  )
  const size = sizes.at(-1)
  const { resident, collected } = await memoryPerMember({ community, size })
  report.addRow({
    what: `per member, ${size} members`,
    unit: 'KB',
    key: 'memberKb',
    ours: collected / kib,
    target: { of: 'value', good: 7, pass: 12 },
  })
  report.addRow({ what: '– without garbage collection', unit: 'KB', ours: resident / kib })
}

async function memoryPerMember({ community, size }) {
  const ours = await startStillwater(community, inspectable)
  const crowd = await startLoadClients(ours, community.today)
  try {
    const collect = await openGarbageCollector(ours)
    // A warm-up, so that code loaded and compiled once isn't counted.
    await crowd.open(community.users.slice(0, 100))
    await crowd.close()
    await sleep(settleMs)
    await collect()
    const before = residentBytes(ours.pid())
    await crowd.open(community.users.slice(0, size))
    await sleep(settleMs)
    const resident = (residentBytes(ours.pid()) - before) / size
    await collect()
    return { resident, collected: (residentBytes(ours.pid()) - before) / size }
  } finally {
    await crowd.stop()
    await ours.stop()
  }
}
