// The cost of ten thousand notices to devices in the two minutes in which they leave.
import { createHash, createECDH, randomBytes } from 'node:crypto'
import { cores, startRpcProcess } from './processes.mjs'

const devices = { quick: 500, full: 10_000 }
const chunks = 20
const windowSeconds = { quick: 6, full: 120 }

export async function measurePush({ community, report, isQuick }) {
  const count = isQuick ? devices.quick : devices.full
  const seconds = isQuick ? windowSeconds.quick : windowSeconds.full
  report.startSection(
    'Notices',
    `${count} notices to devices, in ${chunks} parts over ${seconds} s, encrypted each for its browser and posted to a stand-in of the push services on the other core.`,
  )
  const service = await startRpcProcess(cores.loading, './push-service.mjs')
  const sender = await startRpcProcess(cores.serving, './push-sender.mjs', { nodeArgs: ['--import', 'tsx'] })
  try {
    const origin = await service.ask('listen')
    const userIds = await addDevices(community.database, { count, origin })
    await sender.ask('open', { databaseUrl: community.url, origin })
    const { totals, corePercent, delayP99Ms } = await sender.ask('send', { userIds, chunks, seconds })
    const received = await service.ask('count')
    if (totals.sent !== count || received !== count)
      throw new Error(`${received} of ${count} notices arrived: ${JSON.stringify(totals)}`)
    report.addRow({
      what: 'CPU time of the server for it, of a core',
      unit: '%',
      ours: corePercent,
      target: { of: 'value', good: 4, pass: 8 },
    })
    report.addRow({
      what: 'delay of the event loop, p99',
      unit: 'ms',
      ours: delayP99Ms,
      target: { of: 'value', good: 50, pass: 100 },
    })
  } finally {
    await sender.stop()
    await service.stop()
  }
}

/** Two devices for each of the first members; returns their ids. */
async function addDevices({ query }, { count, origin }) {
  const members = await query
    .selectFrom('users')
    .select('id')
    .orderBy('id')
    .limit(count / 2)
    .execute()
  await query.deleteFrom('push_subscriptions').execute()
  const rows = members.flatMap(({ id }) =>
    ['phone', 'laptop'].map((name) => {
      const endpoint = `${origin}/push/${id}/${name}`
      return {
        endpointHash: createHash('sha256').update(endpoint).digest(),
        endpoint,
        p256dh: createECDH('prime256v1').generateKeys(),
        auth: randomBytes(16),
        userId: id,
        sessionId: 1,
        renewedAt: new Date(),
      }
    }),
  )
  for (let start = 0; start < rows.length; start += 1_000) {
    await query
      .insertInto('push_subscriptions')
      .values(rows.slice(start, start + 1_000))
      .execute()
  }
  return members.map(({ id }) => id)
}
