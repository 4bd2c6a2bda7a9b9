// Reminders by push on several nodes, to a stand-in for the push services.
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { parseMailSender } from '#server/config/mail-sender.ts'
import { connectDatabase } from '#server/db/database.ts'
import { createJobQueue } from '#server/jobs/job-queue.ts'
import { addDays } from '#shared/day.ts'
import { roomOfDay } from '#shared/live/room-key.ts'
import { startTestApp, type TestApp } from '#test/app.ts'
import { createTestClock } from '#test/clock.ts'
import { wall } from '#test/community-days.ts'
import { deleteSchedules, makeMeditation, moveBell } from '#test/data/factories.ts'
import { chooseReminders } from '#test/data/reminders.ts'
import { eventually } from '#test/eventually.ts'
import { joinLive } from '#test/live/live-client.ts'
import { cast, signIn, type TestUser } from '#test/people/cast.ts'
import { request } from '#test/request.ts'
import { startPushService, type PushBrowser, type PushService } from '#test/stand-ins/push-service.ts'
import { remindersKind, remindersPollMs } from './schedule-reminders.ts'
import { createReminderRun } from './send.ts'

const mailFrom = parseMailSender('hello@example.org') ?? { name: null, address: 'hello@example.org' }
const minuteMs = 60_000

let service: PushService
let app: TestApp
let nodes: TestApp[]
let members: { user: TestUser; browser: PushBrowser }[]

beforeAll(async () => {
  service = await startPushService()
  const config = { mailFrom, pushTestService: service.origin }
  app = await startTestApp({ isUnlimited: true, config })
  nodes = [app]
  for (let count = 0; count < 2; count += 1)
    nodes.push(await startTestApp({ isUnlimited: true, config, peerOf: app }))
  members = []
  for (let count = 0; count < 6; count += 1) {
    const user = await signIn(app, `sitter-${count}`, cast.mia)
    const browser = service.subscribe()
    const { endpoint, keys } = browser
    await request(app, 'POST /api/account/push', { as: user, body: { endpoint, keys } })
    members.push({ user, browser })
  }
})
afterAll(async () => {
  for (const node of nodes.toReversed()) await node.close()
  await service.close()
})
afterEach(async () => {
  await idle()
  const tables = ['reminders_sent', 'reminder_sittings', 'reminder_choices', 'daily_mails', 'jobs'] as const
  for (const table of tables) await app.database.query.deleteFrom(table).execute()
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
    const noticeOf = ({ browser }: (typeof members)[number]) =>
      service.received.find((push) => push.browser.endpoint === browser.endpoint)?.notice
    expect(choosing.map(noticeOf)).toMatchObject([
      { title: 'Stilles Wasser', body: expect.stringMatching(/^Beginnt um \d+:\d\d Uhr/) as string },
      { title: 'Still water', body: expect.stringMatching(/^Começa em /) as string },
      { title: 'Still water', body: expect.stringMatching(/^Starts at \d+:\d\d [AP]M/) as string },
    ])
    await app.database.query.updateTable('users').set({ language: null }).execute()
  })

  test('[REM-04, REM-05, REM-11] each choosing member gets one notice over three nodes, which names no person', async () => {
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
    expect(push?.notice).toMatchObject({
      title: 'Still water',
      body: `Starts at ${time}, in about ten minutes.`,
      path: '/meditation',
    })
    expect(push?.headers).toMatchObject({ urgency: 'high' })
    expect(Number(push?.headers['ttl'])).toBeGreaterThan(9 * 60)
    expect(Number(push?.headers['ttl'])).toBeLessThanOrEqual(12 * 60)
    expect(JSON.stringify(push?.notice)).not.toMatch(/Mia|sitter/)
    await pass(3 * minuteMs)
    expect(service.received).toHaveLength(choosing.length)
  })

  test('[REM-04] of a node that is killed between claim and send, another one sends each notice once @full', async () => {
    await chooseForAll({ tenMinutes: 'push' })
    const bell = await sittingAhead(12.5 * minuteMs)
    await pass(remindersPollMs)
    expect(
      await app.database.query.selectFrom('jobs').select('kind').where('kind', '=', remindersKind).execute(),
    ).toHaveLength(1)
    // Its own connections and clock, a short lease, and a send that never ends: as a process that is about to be killed.
    const database = connectDatabase(app.databaseUrl, { maxConnections: 2 })
    const clock = createTestClock(bell - 11.9 * minuteMs)
    const { log, calendar, community } = app.app.platform
    const queue = createJobQueue({ clock, database, log }, 1_000)
    queue.start({
      name: remindersKind,
      concurrency: 1,
      pollEveryMs: remindersPollMs,
      run: createReminderRun({
        calendar,
        clock,
        community,
        database,
        log,
        roomClock: clock,
        isPresent: () => false,
        push: { send: () => new Promise(() => {}) },
      }),
    })
    const claimed = () =>
      app.database.query.selectFrom('reminders_sent').select(['userId', 'sentAt']).execute()
    await eventually(async () => expect(await claimed()).toHaveLength(members.length))
    expect((await claimed()).every(({ sentAt }) => sentAt === null)).toBe(true)
    await database.close()
    await eventually(async () => {
      if (app.clock.now() < bell - 11.5 * minuteMs) await pass(remindersPollMs)
      else app.clock.advance(200)
      await idle()
      expect(receivers()).toEqual(endpointsOf(members))
    })
    await pass(minuteMs)
    expect(receivers()).toEqual(endpointsOf(members))
    void queue.close()
  })

  test('[REM-04] a database that doesn’t say who has which devices delays the notices, and loses none', async () => {
    await chooseForAll({ tenMinutes: 'push' })
    await sittingAhead(13 * minuteMs)
    await sql`alter table push_subscriptions rename to lost`.execute(app.database.query)
    await pass(90_000)
    const claims = () => app.database.query.selectFrom('reminders_sent').select('sentAt').execute()
    expect(await claims()).toEqual(members.map(() => ({ sentAt: null })))
    await sql`alter table lost rename to push_subscriptions`.execute(app.database.query)
    await eventually(async () => {
      await pass(remindersPollMs)
      expect(receivers()).toEqual(endpointsOf(members))
    })
    await pass(minuteMs)
    expect(receivers()).toEqual(endpointsOf(members))
  })

  test('[REM-03] none to who is in the room', async () => {
    await chooseForAll({ tenMinutes: 'push' })
    await sittingAhead(13 * minuteMs)
    const [here, ...absent] = members
    if (!here) throw new Error('There is no member.')
    const day = app.calendar.today()
    const client = await joinLive(app, here.user, day)
    await eventually(() => {
      for (const node of nodes)
        expect(node.app.live.presence.isPresent(roomOfDay(day), here.user.userId)).toBe(true)
    })
    await pass(2 * minuteMs)
    expect(receivers()).toEqual(endpointsOf(absent))
    await client.close()
  })

  test('[REM-05] none within ten minutes of the bell, and none after it @full', async () => {
    await sittingAhead(11 * minuteMs)
    await pass(minuteMs)
    await chooseForAll({ tenMinutes: 'push' })
    await pass(12 * minuteMs)
    expect(service.received).toEqual([])
  })

  test('[REM-05] a scheduled notice that all nodes were too busy for isn’t sent late', async () => {
    await chooseForAll({ tenMinutes: 'push' })
    const bell = await sittingAhead(12.5 * minuteMs)
    await pass(remindersPollMs)
    const scheduled = app.database.query.selectFrom('jobs').select('id').where('kind', '=', remindersKind)
    expect(await scheduled.execute()).toHaveLength(1)
    app.clock.set(bell - 9.9 * minuteMs)
    await pass(minuteMs)
    expect(await scheduled.execute()).toEqual([])
    expect(service.received).toEqual([])
  })

  test('[REM-12] a delay calls off what isn’t sent; the notice comes before the new bell, once @full', async () => {
    await chooseForAll({ tenMinutes: 'push' })
    await sittingAhead(12.5 * minuteMs)
    await moveBell(app, 27.5 * minuteMs)
    await pass(4 * minuteMs)
    expect(service.received).toEqual([])
    await pass(13 * minuteMs)
    expect(receivers()).toEqual(endpointsOf(members))
  })

  test('[REM-12] who was notified learns of a delay and of the end, by a notice that replaces the first @full', async () => {
    await chooseForAll({ tenMinutes: 'push' })
    await sittingAhead(13 * minuteMs)
    await pass(2 * minuteMs)
    expect(service.received).toHaveLength(members.length)
    await moveBell(app, 20 * minuteMs)
    await pass(minuteMs)
    const moved = service.received.slice(members.length)
    expect(moved).toHaveLength(members.length)
    expect(moved[0]?.notice).toMatchObject({ body: expect.stringContaining('Now starts at') as unknown })
    expect(moved[0]?.headers['topic']).toBe(service.received[0]?.headers['topic'])
    await app.database.query
      .updateTable('sittings')
      .set({ cancelledAt: new Date(app.clock.now()) })
      .execute()
    await pass(minuteMs)
    const [last] = service.received.slice(2 * members.length)
    expect(last?.notice).toMatchObject({ body: expect.stringContaining('Canceled') as unknown })
    await pass(20 * minuteMs)
    expect(service.received).toHaveLength(3 * members.length)
  })
})

test('[REM-02] the evening before by push, to each zone at its 18:00 @full', async () => {
  await chooseForAll({ dayBefore: 'push' })
  const bell = await sittingAhead(0)
  await deleteSchedules(app)
  const day = addDays(app.calendar.today(), 1)
  await makeMeditation(app, {
    day,
    title: 'Still water',
    scheduledTime: '20:00',
    sitting: { together: true },
  })
  app.clock.set(wall(`${addDays(day, -1)} 17:59`))
  expect(bell).toBeGreaterThan(0)
  await pass(2 * minuteMs)
  expect(receivers()).toEqual(endpointsOf(members))
  expect(service.received[0]?.notice).toMatchObject({ body: 'Tomorrow at 8:00 PM.' })
})
