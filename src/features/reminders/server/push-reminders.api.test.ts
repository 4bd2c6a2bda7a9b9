// Reminders by push on several nodes, to a fake of the push services.
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { createPushSender } from '#features/push/server/sender.ts'
import type { PushSender } from '#features/push/server/service.ts'
import { loadVapidKey } from '#features/push/server/vapid-key.ts'
import { parseMailSender } from '#server/config/mail-sender.ts'
import { connectDatabase } from '#server/db/database.ts'
import { createJobQueue } from '#server/jobs/job-queue.ts'
import { addDays } from '#shared/day.ts'
import { minuteMs } from '#shared/durations.ts'
import { roomOfDay } from '#shared/live/room-key.ts'
import { createTestClock } from '#test/clock.ts'
import { closeAfterAll } from '#test/close-after-all.ts'
import { wall } from '#test/community-days.ts'
import { allowSeveralADay, deleteSchedules, makeMeditation, moveBell } from '#test/data/factories.ts'
import { chooseReminders } from '#test/data/reminders.ts'
import { eventually } from '#test/eventually.ts'
import { startPushService, type PushBrowser } from '#test/fakes/push-service.ts'
import { insertGuests } from '#test/live/crowd.ts'
import { joinLive } from '#test/live/live-client.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { createReminderRun } from './reminder-job.ts'
import { remindersKind, remindersPollMs } from './schedule-reminders.ts'

const mailFrom = parseMailSender('hello@example.org') ?? { name: null, address: 'hello@example.org' }

const service = closeAfterAll(await startPushService())
const options = { isUnlimited: true, config: { mailFrom, pushTestService: service.origin } }
const app = await openTestApp(options)
const nodes = [
  app,
  await openTestApp({ ...options, peerOf: app }),
  await openTestApp({ ...options, peerOf: app }),
]
const members: { user: TestUser; browser: PushBrowser }[] = []
for (let count = 0; count < 6; count += 1) {
  const user = await signIn(app, `sitter-${count}`, personFields.mia)
  const browser = service.subscribe()
  const { endpoint, keys } = browser
  await request(app, 'POST /api/account/push', { as: user, body: { endpoint, keys } })
  members.push({ user, browser })
}

afterEach(async () => {
  await idle()
  const tables = [
    'sitting_notifications',
    'reminder_sittings',
    'reminder_choices',
    'daily_mails',
    'jobs',
  ] as const
  for (const table of tables) await app.database.query.deleteFrom(table).execute()
  await app.database.query.updateTable('users').set({ language: null }).execute()
  await deleteSchedules(app)
  service.received.length = 0
})

const idle = async () => {
  for (const node of nodes) await node.app.jobs.whenIdle()
}

/** Lets time pass in steps of a poll. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += remindersPollMs) {
    app.clock.advance(remindersPollMs)
    await idle()
  }
}

const receivers = () => service.received.map(({ browser }) => browser.endpoint).toSorted()
const endpointsOf = (some: typeof members) => some.map(({ browser }) => browser.endpoint).toSorted()

/** A sitting at 20:00 of the next day; the clock is then `beforeMs` before its bell. */
async function sittingAhead(
  beforeMs: number,
  template: Parameters<typeof makeMeditation>[1] = {},
): Promise<number> {
  const day = addDays(app.calendar.today(), 1)
  app.clock.set(wall(`${day} 12:00`))
  await makeMeditation(app, {
    day,
    title: 'Still water',
    scheduledTime: '20:00',
    sitting: { together: true },
    ...template,
  })
  const bell = Temporal.Instant.from(wall(`${day} 20:00`)).epochMilliseconds
  app.clock.set(bell - beforeMs)
  await idle()
  return bell
}

const chooseForAll = async (choices: Parameters<typeof chooseReminders>[2]) => {
  for (const { user } of members) await chooseReminders(app, user, choices)
}

/** Members who chose ten minutes before, each with a device. */
async function insertListeners(count: number): Promise<PushBrowser[]> {
  const { query } = app.database
  const guests = await insertGuests(app, count)
  await sql`
    insert into reminder_choices ("userId", "tenMinutes", "chosenAt", "tenMinutesChosenAt")
    select id, 'push', '2026-01-01', '2026-01-01' from users where email like 'guest-%'`.execute(query)
  const browsers = guests.map(() => service.subscribe())
  await query
    .insertInto('push_subscriptions')
    .values(
      browsers.map(({ endpoint, keys }, index) => ({
        endpointHash: hash('sha256', endpoint, 'buffer'),
        endpoint,
        p256dh: Buffer.from(keys.p256dh, 'base64url'),
        auth: Buffer.from(keys.auth, 'base64url'),
        userId: guests[index]?.userId ?? 0,
        sessionId: 2_000_000_000,
        renewedAt: new Date(app.clock.now()),
      })),
    )
    .execute()
  return browsers
}

describe('ten minutes before', () => {
  test('[LANG-03] [LANG-11] each member reads it in their language, one without a language in the community’s @full', async () => {
    const languages = ['de', 'pt-BR', null] as const
    const choosing = members.slice(0, languages.length)
    for (const [index, { user }] of choosing.entries()) {
      const { query } = app.database
      const language = languages[index] ?? null
      await query.updateTable('users').set({ language }).where('id', '=', user.userId).execute()
      await chooseReminders(app, user, { tenMinutes: 'push', zone: 'Europe/Berlin' })
    }
    const german = { title: 'Stilles Wasser', description: 'Sitz.', steps: [], captionsUrl: null }
    await sittingAhead(12 * minuteMs, { translations: { de: german } })
    await pass(minuteMs)
    const notificationOf = ({ browser }: (typeof members)[number]) =>
      service.received.find((push) => push.browser.endpoint === browser.endpoint)?.notification
    expect(choosing.map(notificationOf)).toMatchObject([
      { title: 'Stilles Wasser', body: expect.stringMatching(/^Beginnt um \d+:\d\d Uhr/) as string },
      { title: 'Still water', body: expect.stringMatching(/^Começa às? \d+:\d\d/) as string },
      { title: 'Still water', body: expect.stringMatching(/^Starts at \d+:\d\d [AP]M/) as string },
    ])
  })

  test('[REM-04, REM-05, REM-11] each choosing member gets one notification over three nodes, which names no person', async () => {
    await chooseForAll({ tenMinutes: 'push', zone: 'Europe/Berlin' })
    const [, ...choosing] = members
    await chooseReminders(app, members[0]?.user ?? choosing[0]!.user, { changes: ['push'] })
    const bell = await sittingAhead(13 * minuteMs)
    await pass(45_000)
    expect(service.received).toEqual([])
    await pass(2 * minuteMs)
    expect(receivers()).toEqual(endpointsOf(choosing))
    const time = new Date(bell).toLocaleTimeString('en-US', {
      timeZone: 'Europe/Berlin',
      hour: 'numeric',
      minute: '2-digit',
    })
    const [push] = service.received
    expect(push?.notification).toMatchObject({
      title: 'Still water',
      body: `Starts at ${time}, in about ten minutes.`,
      // For a device that was off.
      later: { fromMs: bell - 10 * minuteMs, body: `Starts at ${time}.` },
      path: '/meditation',
    })
    expect(push?.headers).toMatchObject({ urgency: 'high' })
    expect(Number(push?.headers['ttl'])).toBeGreaterThan(9 * 60)
    expect(Number(push?.headers['ttl'])).toBeLessThanOrEqual(12 * 60)
    expect(JSON.stringify(push?.notification)).not.toMatch(/Mia|sitter/)
    await pass(3 * minuteMs)
    expect(service.received).toHaveLength(choosing.length)
  })

  test('[REM-04] of a node that is killed between claim and send, with 1,000 to send, the others send the rest once @full', async () => {
    const count = 1_000
    const devices = await insertListeners(count)
    const bell = await sittingAhead(12.5 * minuteMs)
    await pass(remindersPollMs)
    // Its own connections and clock, and a short lease: as a process that is killed while a batch of 50 is on its way.
    const database = connectDatabase(app.databaseUrl, { maxConnections: 2 })
    const clock = createTestClock(bell - 11.9 * minuteMs)
    // The key is that of the last node: each has another secret.
    const platform = { ...(nodes.at(-1) ?? app).app.platform, clock, database, roomClock: clock }
    const sender = createPushSender({
      platform,
      key: await loadVapidKey(platform),
      subject: 'mailto:hello@example.org',
      icon: () => '',
      onResult: () => undefined,
    })
    const [before, marked] = [300, 50]
    let isKilled = false
    const push: PushSender = {
      listDevices: sender.listDevices,
      deliver: async (deliveries, steps) => {
        await sender.deliver(deliveries.slice(0, before), steps)
        await steps.claim(deliveries.slice(before, before + marked))
        isKilled = true
        await new Promise(() => {})
      },
    }
    const queue = createJobQueue({ clock, database, log: platform.log }, 1_000)
    queue.start({
      name: remindersKind,
      concurrency: 1,
      pollEveryMs: remindersPollMs,
      run: createReminderRun({ ...platform, isPresent: () => false, push }),
    })
    await eventually(() => expect(isKilled).toBe(true))
    await database.close()
    sender.close()
    await eventually(async () => {
      if (app.clock.now() < bell - 10.5 * minuteMs) await pass(remindersPollMs)
      else app.clock.advance(200)
      await idle()
      expect(service.received.length).toBeGreaterThanOrEqual(count - marked)
    }, 60_000)
    await pass(minuteMs)
    const arrived = receivers()
    expect(new Set(arrived).size).toBe(arrived.length)
    expect(arrived).toHaveLength(count - marked)
    expect(devices).toHaveLength(count)
    void queue.close()
  }, 120_000)

  test('[REM-04] a database that doesn’t say who has which devices delays the notifications, and loses none', async () => {
    await chooseForAll({ tenMinutes: 'push' })
    await sittingAhead(13 * minuteMs)
    await sql`alter table push_subscriptions rename to lost`.execute(app.database.query)
    await pass(90_000)
    expect(await app.database.query.selectFrom('sitting_notifications').selectAll().execute()).toEqual([])
    await sql`alter table lost rename to push_subscriptions`.execute(app.database.query)
    await eventually(async () => {
      await pass(remindersPollMs)
      expect(receivers()).toEqual(endpointsOf(members))
    })
    await pass(minuteMs)
    expect(receivers()).toEqual(endpointsOf(members))
  })

  test('[REM-03] none to who has a page of the room before them, or sits in it; a hidden page isn’t presence', async () => {
    await chooseForAll({ tenMinutes: 'push' })
    await sittingAhead(16 * minuteMs)
    const [looking, hidden, ...absent] = members
    if (!looking || !hidden) throw new Error('There is no member.')
    const day = app.calendar.today()
    const clients = [await joinLive(app, looking.user, day), await joinLive(app, hidden.user, day)]
    await eventually(() => {
      for (const node of nodes)
        for (const { user } of [looking, hidden])
          expect(node.app.live.presence.isPresent(roomOfDay(day), user.userId)).toBe(true)
    })
    const visitOf = async (user: TestUser) => {
      const visit = await request(app, 'POST /api/session/start', { as: user, body: { sessionDate: day } })
      return (visit.body as { id: number }).id
    }
    const [lookingVisit, hiddenVisit] = [await visitOf(looking.user), await visitOf(hidden.user)]
    const report = (user: TestUser, visitId: number, body: object) =>
      request(app, `PUT /api/session/${visitId}`, { as: user, body: { additionalDuration: 0, ...body } })
    await pass(3.5 * minuteMs)
    await report(looking.user, lookingVisit, { isVisible: true })
    await report(hidden.user, hiddenVisit, {})
    await pass(1.5 * minuteMs)
    expect(receivers()).toEqual(endpointsOf([hidden, ...absent]))
    service.received.length = 0
    // In the sitting, whatever their screen does: they know that it has started.
    await moveBell(app, 12_000)
    await pass(minuteMs)
    expect(receivers()).toEqual(endpointsOf(absent))
    expect(service.received[0]?.notification).toMatchObject({
      body: expect.stringMatching(/^It has begun/) as unknown,
    })
    for (const client of clients) await client.close()
  })

  test('[REM-03] who sits in another sitting gets it at that one’s end, with the time', async () => {
    await chooseForAll({ tenMinutes: 'push' })
    await allowSeveralADay(app)
    const day = addDays(app.calendar.today(), 1)
    const sitting = { together: true, doorsMinutes: 5, sharingMinutes: 10 }
    await makeMeditation(app, { day, title: 'Rain', scheduledTime: '19:40', slot: 1, sitting })
    await sittingAhead(13 * minuteMs, { sitting })
    const [sitter, ...absent] = members
    if (!sitter) throw new Error('There is no member.')
    const client = await joinLive(app, sitter.user, day)
    await eventually(() => {
      for (const node of nodes)
        expect(node.app.live.presence.isPresent(roomOfDay(day), sitter.user.userId)).toBe(true)
    })
    service.received.length = 0
    await pass(2 * minuteMs)
    expect(receivers()).toEqual(endpointsOf(absent))
    await pass(5 * minuteMs)
    expect(receivers()).toEqual(endpointsOf(members))
    expect(service.received.at(-1)?.notification).toMatchObject({ body: 'Starts at 8:00 PM.' })
    await client.close()
  })

  test('[REM-05] a notification that all nodes were too busy for leaves with its time, until the bell', async () => {
    await chooseForAll({ tenMinutes: 'push' })
    const bell = await sittingAhead(12.5 * minuteMs)
    const [late] = members
    if (!late) throw new Error('There is no member.')
    await chooseReminders(app, late.user, { tenMinutes: null })
    app.clock.set(bell - 5 * minuteMs)
    // Chosen after its moment: nothing is made up for (REM-02).
    await chooseReminders(app, late.user, { tenMinutes: 'push' })
    await pass(minuteMs)
    expect(receivers()).toEqual(endpointsOf(members.slice(1)))
    expect(service.received[0]?.notification).toMatchObject({
      body: expect.stringMatching(/^Starts at 8:00 PM\.$/) as unknown,
    })
    await pass(6 * minuteMs)
    expect(service.received).toHaveLength(members.length - 1)
  })
})
