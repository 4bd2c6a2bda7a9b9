// The cost of ten thousand reminders to devices in the two minutes in which they must leave, claims included.
import { createHash, createECDH, randomBytes } from 'node:crypto'
import { readSittings } from '../../../src/features/reminders/server/announced-sittings.ts'
import { insertAnnouncedSittings } from '../../../src/features/reminders/server/sql/announced-sittings.ts'
import { addDays } from '../../../src/shared/day.ts'
import { testDays } from '../../../test/community-days.ts'
import { makeSitting } from '../../../test/data/factories.ts'
import { cores, startRpcProcess } from './processes.mjs'

const devices = { quick: 500, full: 10_000 }
const windowSeconds = { quick: 6, full: 120 }
/** Within the window of the ten-minute notifications. */
const bellInMs = 11.9 * 60_000

export async function measurePush({ community, report, isQuick }) {
  const count = isQuick ? devices.quick : devices.full
  const seconds = isQuick ? windowSeconds.quick : windowSeconds.full
  report.startSection(
    'Reminders',
    `${count} notifications to devices, ten minutes before a sitting: claimed for their members, encrypted each for its browser and posted to a fake of the push services on the other core. The CPU time is spread over the ${seconds} s in which they must leave; the delay is that of the time in which they leave.`,
  )
  const service = await startRpcProcess(cores.loading, './push-service.mjs')
  const sender = await startRpcProcess(cores.serving, './push-sender.mjs', { nodeArgs: ['--import', 'tsx'] })
  try {
    const origin = await service.ask('listen')
    const userIds = await addDevices(community.database, { count, origin })
    const sittingId = await addReminders(community, userIds)
    await sender.ask('open', { databaseUrl: community.url, origin })
    const { tookMs, corePercent, delayP99Ms } = await sender.ask('remind', { sittingId, seconds })
    const received = await service.ask('count')
    if (received !== count) throw new Error(`${received} of ${count} notifications arrived.`)
    report.addRow({
      what: 'until all have left',
      unit: 's',
      ours: tookMs / 1_000,
      target: { of: 'value', good: seconds / 2, pass: seconds },
    })
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

/** A sitting in about twelve minutes, of which these members want to be reminded; on a free day. */
async function addReminders({ database, today }, userIds) {
  const day = addDays(today, 2)
  const { id } = await makeSitting(
    {
      database,
      clock: { now: Date.now },
      calendar: { today: () => day, days: () => testDays },
      bus: { publish: async () => undefined },
    },
    { inMs: bellInMs },
  )
  await insertAnnouncedSittings(
    database.query,
    await readSittings({ calendar: { days: () => testDays }, database }, Date.now()),
  )
  // Before its moment.
  const chosenAt = new Date(Date.now() - 3_600_000)
  const choice = { tenMinutes: 'push', tenMinutesChosenAt: chosenAt, chosenAt }
  await database.query
    .insertInto('reminder_choices')
    .values(userIds.map((userId) => ({ userId, ...choice })))
    .execute()
  return id
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
