// Claims of notifications, and mails as they are composed: what has changed since isn't said, and leaves nothing behind.
import { afterEach, expect, test } from 'vitest'
import { storedSittingsBetween } from '#features/sittings/server/service.ts'
import { addDays, timestampToMs } from '#shared/day.ts'
import { wall } from '#test/community-days.ts'
import { deleteSchedules, makeMeditation, moveBell } from '#test/data/factories.ts'
import { chooseReminders } from '#test/data/reminders.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { createReminderMails } from './mails.ts'
import { createReminderRun } from './reminder-job.ts'
import { remindersKind, remindersPollMs } from './schedule-reminders.ts'
import { findAnnouncedSitting } from './sql/announced-sittings.ts'
import { claimNotifications, type NewNotification } from './sql/sitting-notifications.ts'

const app = await openTestApp({ isUnlimited: true })
const mia = await signIn(app, 'mia', personFields.mia)
let day = ''
let sittingId = 0

afterEach(async () => {
  await app.app.jobs.whenIdle()
  for (const table of ['sitting_notifications', 'reminder_sittings', 'jobs'] as const)
    await app.database.query.deleteFrom(table).execute()
  await deleteSchedules(app)
})

const poll = async () => {
  // A poll that runs since the last jump may have read the sittings before they changed.
  await app.app.jobs.whenIdle()
  app.clock.advance(remindersPollMs)
  await app.app.jobs.whenIdle()
}

/** An announced sitting of tomorrow at 20:00, by a member who chose the day before and changes by mail; it is noon. */
async function start(): Promise<void> {
  day = addDays(app.calendar.today(), 2)
  app.clock.set(wall(`${addDays(day, -1)} 12:00`))
  await chooseReminders(app, mia, { dayBefore: 'mail', changes: ['mail'] })
  await makeMeditation(app, { day, scheduledTime: '20:00', sitting: { together: true } })
  await poll()
  const [stored] = await storedSittingsBetween(app.database.query, { from: day, to: day })
  sittingId = stored?.sitting.id ?? 0
}

/** Goes to a moment without the jobs that would then send what the test composes. */
const goTo = async (moment: number | string) => {
  await app.app.jobs.whenIdle()
  await app.database.query.deleteFrom('jobs').execute()
  app.clock.set(moment)
}

const bell = () => timestampToMs(wall(`${day} 20:00`))
/** Moves the bell; the next poll sees it. */
const move = (byMs: number) => moveBell(app, bell() + byMs - app.clock.now(), day)

const claim = (number = 1): NewNotification => ({
  sittingId,
  userId: mia.userId,
  channel: 'mail',
  number,
  kind: 'day-before',
  bell: bell(),
  dayBefore: addDays(day, -1),
  zone: 'Europe/Berlin',
  isSilent: false,
})
const announcedVersion = async () => (await findAnnouncedSitting(app.database.query, sittingId))?.version ?? 0
const save = async (
  claims: readonly NewNotification[],
  state: 'sent' | 'waiting',
  version?: number,
): Promise<number[]> => {
  const claimed = await claimNotifications(app.database.query, claims, {
    now: new Date(app.clock.now()),
    version: version ?? (await announcedVersion()),
    state,
  })
  return [...claimed]
}
const stored = () =>
  app.database.query.selectFrom('sitting_notifications').select(['kind', 'sentAt']).execute()
const compose = () =>
  createReminderMails(app.app.platform).compose({ sittingId }, mia.userId, { isClaimed: false })

test('[REM-04, REM-12] one claim follows another one, and none a sitting that has changed', async () => {
  await start()
  expect(await save([claim()], 'sent')).toEqual([mia.userId])
  expect(await save([claim()], 'sent')).toEqual([])
  const before = await announcedVersion()
  await move(60_000)
  expect(await save([claim(2)], 'sent')).toEqual([])
  const claimAfterPoll = async () => {
    await poll()
    return save([claim(3)], 'sent')
  }
  await expect.poll(claimAfterPoll, { timeout: 10_000 }).toEqual([mia.userId])
  // Decided before the change, claimed after it was recorded.
  expect(await save([claim(4)], 'sent', before)).toEqual([])
})

test('[REM-14, REM-04] a push that its service may have isn’t sent again, but counts as sent', async () => {
  await start()
  await chooseReminders(app, mia, { dayBefore: 'push', changes: [] })
  await goTo(wall(`${addDays(day, -1)} 18:30`))
  let pushes = 0
  const device = {
    endpointHash: Buffer.alloc(32),
    endpoint: 'https://fcm.googleapis.com/a',
    p256dh: Buffer.alloc(65),
    auth: Buffer.alloc(16),
  }
  const owned = { ...device, userId: mia.userId, sessionId: 2_000_000_000, renewedAt: new Date(0) }
  await app.database.query.insertInto('push_subscriptions').values(owned).execute()
  const run = createReminderRun({
    ...app.app.platform,
    isPresent: () => false,
    push: {
      listDevices: async (userIds) =>
        new Map(userIds.map((userId) => [userId, [{ ...device, refusals: 0 }]])),
      deliver: async (deliveries, { claim: claimBatch, onOutcomes }) => {
        for (const delivery of await claimBatch(deliveries)) {
          pushes += 1
          await onOutcomes(delivery, ['late'])
        }
      },
    },
  })
  for (let times = 0; times < 2; times += 1)
    expect(await run({ payload: { sittingId } }, new AbortController().signal)).toBeNull()
  expect(pushes).toBe(1)
  expect(await stored()).toEqual([{ kind: 'day-before', sentAt: expect.any(String) as string }])
})

test('[REM-14, REM-12] a mail whose sitting has just changed isn’t composed, and no longer waits', async () => {
  await start()
  await goTo(wall(`${addDays(day, -1)} 18:30`))
  await save([claim()], 'waiting')
  expect(await compose()).toMatchObject({ subject: 'Tomorrow at 8:00 PM' })
  await move(3_600_000)
  expect(await compose()).toBeNull()
  expect(await stored()).toEqual([])
})

test('[REM-14] a mail that would leave at night waits for the morning', async () => {
  await start()
  await save([claim()], 'sent')
  app.clock.set(wall(`${addDays(day, -1)} 22:30`))
  await move(3_600_000)
  await poll()
  await app.database.query.deleteFrom('jobs').execute()
  expect(await compose()).toBeNull()
  const jobs = app.database.query.selectFrom('jobs').selectAll().where('kind', '=', remindersKind)
  expect(JSON.stringify(await jobs.execute())).toContain(`"${wall(`${day} 07:00`)}"`)
  app.clock.set(wall(`${day} 07:00`))
  expect(await compose()).toMatchObject({ subject: 'A sitting has moved' })
})

test('[REM-06, REM-14] the mail of the day before is composed again for a retry, and without one no more', async () => {
  await start()
  await goTo(wall(`${addDays(day, -1)} 18:30`))
  const first = await compose()
  expect(await app.database.transaction(async (tx) => first?.claim?.(tx))).toBe(true)
  expect(await compose()).toBeNull()
  const { subject } =
    (await createReminderMails(app.app.platform).compose({ sittingId }, mia.userId, { isClaimed: true })) ??
    {}
  expect(subject).toBe('Tomorrow at 8:00 PM')
  await move(3_600_000)
  await poll()
  // If the mail of the change has left already, a retry would repeat that.
  await app.database.query.deleteFrom('sitting_notifications').where('number', '>', 1).execute()
  expect(
    await createReminderMails(app.app.platform).compose({ sittingId }, mia.userId, { isClaimed: true }),
  ).toBeNull()
})
