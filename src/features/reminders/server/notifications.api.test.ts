// Notifications of a real server: what hosts and administrators do to a sitting, and the words that a member gets.
import { afterEach, expect, test } from 'vitest'
import type { NotificationChoices } from '#features/notifications/contract.ts'
import { parseMailSender } from '#server/config/mail-sender.ts'
import { addDays } from '#shared/day.ts'
import { minuteMs } from '#shared/durations.ts'
import { closeAfterAll } from '#test/close-after-all.ts'
import { testZone, wall } from '#test/community-days.ts'
import { allowSeveralADay, deleteSchedules, makeMeditation } from '#test/data/factories.ts'
import { chooseReminders } from '#test/data/reminders.ts'
import { eventually } from '#test/eventually.ts'
import { startPushService, type PushBrowser } from '#test/fakes/push-service.ts'
import { mailsOf } from '#test/network/mails.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { remindersPollMs } from './schedule-reminders.ts'

const mailFrom = parseMailSender('hello@example.org') ?? { name: null, address: 'hello@example.org' }
/** A Friday; each test plays around it. */
const friday = '2027-03-05'

const service = closeAfterAll(await startPushService())
const config = { mailFrom, pushTestService: service.origin, bulkMailsPerSecond: 100 }
const app = await openTestApp({ isUnlimited: true, config })
let member: TestUser
let browser: PushBrowser
let startMail = 0

afterEach(async () => {
  await idle()
  service.reply = () => 201
  const tables = [
    'sitting_notifications',
    'reminder_sittings',
    'reminder_choices',
    'daily_mails',
    'push_subscriptions',
    'jobs',
  ] as const
  for (const table of tables) await app.database.query.deleteFrom(table).execute()
  await deleteSchedules(app)
  service.received.length = 0
})

const idle = () => app.app.jobs.whenIdle()

let people = 0
/** Another one each time: their sign-ins end within days. */
async function signInAs(role: 'mia' | 'ada'): Promise<TestUser> {
  people += 1
  return signIn(app, `${role}-${people}`, personFields[role])
}

/** Lets time pass in steps of a poll. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += remindersPollMs) {
    app.clock.advance(remindersPollMs)
    await idle()
  }
}

const at = (dayOffset: number, time: string) => wall(`${addDays(friday, dayOffset)} ${time}`)

/** Until this moment, with the minutes before it in polls. */
async function until(dayOffset: number, time: string): Promise<void> {
  const untilMs = Temporal.Instant.from(at(dayOffset, time)).epochMilliseconds
  if (app.clock.now() < untilMs - 2 * minuteMs) app.clock.set(untilMs - 2 * minuteMs)
  await idle()
  await pass(untilMs - app.clock.now())
}

/** A member with these choices and a device, and a sitting on Friday at 20:00, planned on Wednesday at noon. */
async function start(choices: Partial<NotificationChoices>): Promise<void> {
  app.clock.set(at(-2, '12:00'))
  member = await signInAs('mia')
  startMail = (await mailsOf(app)).length
  browser = service.subscribe()
  const { endpoint, keys } = browser
  await request(app, 'POST /api/account/push', { as: member, body: { endpoint, keys } })
  await chooseReminders(app, member, choices)
  await makeMeditation(app, {
    day: friday,
    title: 'Still water',
    scheduledTime: '20:00',
    sitting: { together: true, doorsMinutes: 5 },
  })
  await pass(minuteMs)
}

const pushes = () => service.received.map(({ notification }) => (notification as { body: string }).body)
const mails = async () => {
  await pass(2 * remindersPollMs)
  return (await mailsOf(app)).slice(startMail)
}

const idOf = async (table: 'schedules' | 'sittings') =>
  (await app.database.query.selectFrom(table).select('id').orderBy('id').limit(1).executeTakeFirstOrThrow())
    .id

async function edit(body: object): Promise<void> {
  const admin = await signInAs('ada')
  const response = await request(app, `PUT /api/admin/schedules/${await idOf('schedules')}`, {
    as: admin,
    body,
  })
  expect(response.status).toBe(200)
}

async function host(command: string, body: object): Promise<void> {
  const admin = await signInAs('ada')
  const isOfSchedule = command === 'begin' || command === 'restore'
  const id = await idOf(isOfSchedule ? 'schedules' : 'sittings')
  const response = await request(app, `POST /api/sittings/${id}/${command}`, { as: admin, body })
  expect(response.status).toBe(200)
}

const everything = { dayBefore: 'push', tenMinutes: 'push', changes: ['push'] } as const
const all: Partial<NotificationChoices> = { ...everything, changes: [...everything.changes] }

interface Row {
  name: string
  choices?: Partial<NotificationChoices>
  play: () => Promise<void>
  expected: string[]
}

const dayBefore = 'Tomorrow at 8:00 PM.'
const tenMinutes = 'Starts at 8:00 PM, in about ten minutes.'

const rows: Row[] = [
  {
    name: '[REM-14, REM-12] moved to another day after its day-before reminder',
    play: async () => {
      await until(-1, '18:01')
      await until(0, '09:00')
      await edit({ date: addDays(friday, 3) })
      await pass(minuteMs)
      await until(2, '18:01')
      await until(3, '19:49')
    },
    expected: [dayBefore, 'Now starts at 8:00 PM on Monday, March 8.', dayBefore, tenMinutes],
  },
  {
    name: '[REM-14, PHASE-24] started in twelve seconds, after its day-before reminder',
    play: async () => {
      await until(-1, '18:01')
      await until(0, '19:43')
      await host('begin', { inSeconds: 12 })
      await pass(2 * minuteMs)
      await until(0, '20:01')
    },
    expected: [dayBefore, 'It has begun: the bell rang at 7:43 PM.'],
  },
  {
    name: '[REM-14, PHASE-21] given repeats after its day-before reminder: nothing has changed',
    play: async () => {
      await until(-1, '18:01')
      await edit({ repeatWeeks: 1, repeatCount: 3 })
      await pass(minuteMs)
      await until(0, '19:49')
    },
    expected: [dayBefore, tenMinutes],
  },
  {
    name: '[REM-14, PHASE-21] switched off, and on again after that was said',
    play: async () => {
      await until(-1, '18:01')
      await edit({ isActive: false })
      await edit({ isActive: true })
      await pass(minuteMs)
      await edit({ isActive: false })
      await pass(minuteMs)
      await edit({ isActive: true })
      await pass(minuteMs)
      await until(0, '19:49')
    },
    expected: [
      dayBefore,
      'Canceled: it won’t start at 8:00 PM on Friday, March 5.',
      'On after all: it starts at 8:00 PM on Friday, March 5.',
      tenMinutes,
    ],
  },
  {
    name: '[REM-12] changed when it is days ahead: the calendar says it',
    choices: { tenMinutes: 'push' },
    play: async () => {
      await until(-1, '18:01')
      await edit({ date: addDays(friday, 4) })
      await pass(minuteMs)
      await chooseReminders(app, member, { changes: ['push'] })
      await edit({ scheduledTime: '21:00' })
      await pass(minuteMs)
    },
    expected: [],
  },
  {
    name: '[REM-14, REM-12] deleted after its day-before reminder',
    play: async () => {
      await until(-1, '18:01')
      const admin = await signInAs('ada')
      await request(app, `DELETE /api/admin/schedules/${await idOf('schedules')}`, { as: admin })
      await pass(minuteMs)
    },
    expected: [dayBefore, 'Canceled: it won’t start at 8:00 PM on Friday, March 5.'],
  },
]

test.each(rows.map((row) => [row.name, row] as const))('%s', async (_, { choices = all, play, expected }) => {
  await start(choices)
  await play()
  expect(pushes()).toEqual(expected)
  // Nothing more comes.
  await pass(minuteMs)
  expect(pushes()).toEqual(expected)
})

test('[REM-14, REM-12] canceled with a note, by mail: its words are in the mail, and in no push', async () => {
  await start({ dayBefore: 'mail', changes: ['push', 'mail'] })
  await until(-1, '18:01')
  expect((await mails()).map(({ subject }) => subject)).toEqual(['Stillwater: Tomorrow at 8:00 PM'])
  await until(0, '09:00')
  await host('cancel', { note: 'Lena is ill tonight.' })
  await pass(minuteMs)
  const [, canceled] = await mails()
  expect(canceled?.subject).toBe('Stillwater: A sitting is canceled')
  expect(canceled?.text).toContain(
    'Still water\nCanceled: it won’t start at 8:00 PM on Friday, March 5.\nLena is ill tonight.',
  )
  expect(pushes()).toEqual(['Canceled: it won’t start at 8:00 PM on Friday, March 5.'])
  await host('restore', {})
  await pass(minuteMs)
  expect((await mails()).map(({ subject }) => subject).slice(2)).toEqual([
    'Stillwater: A sitting takes place after all',
  ])
})

/** Lets the service respond once with a failure, and waits for that try. */
async function failOnce(status = 503): Promise<void> {
  service.reply = (_browser, count) => (count === 1 ? status : 201)
  await until(0, '19:48')
  await eventually(() => expect(service.received).toHaveLength(1))
  await idle()
}

test('[REM-14, REM-09] a push that is tried again leaves once, as soon as the service takes it', async () => {
  await start({ tenMinutes: 'push' })
  await failOnce()
  await pass(minuteMs)
  expect(pushes()).toEqual([tenMinutes, tenMinutes])
  await pass(5 * minuteMs)
  expect(service.received).toHaveLength(2)
})

test('[REM-14, REM-12] a push that is tried again asks first: after a cancellation nothing comes', async () => {
  await start({ tenMinutes: 'push', changes: ['push'] })
  await failOnce()
  await host('cancel', { note: '' })
  await pass(2 * minuteMs)
  expect(pushes()).toEqual([tenMinutes, 'Canceled: it won’t start at 8:00 PM on Friday, March 5.'])
})

test('[REM-14] a push that is tried again asks first: not after the wish, or the device, is gone', async () => {
  await start({ tenMinutes: 'push' })
  await failOnce()
  await chooseReminders(app, member, { tenMinutes: null })
  await pass(minuteMs)
  expect(service.received).toHaveLength(1)
  await chooseReminders(app, member, { tenMinutes: 'push' })
  const { endpoint } = browser
  await request(app, 'DELETE /api/account/push', { as: member, body: { endpoint } })
  await pass(minuteMs)
  expect(service.received).toHaveLength(1)
})

test('[REM-14] who was reached by no device hears of no change', async () => {
  await start({ tenMinutes: 'push' })
  service.reply = () => 503
  await until(0, '19:48')
  await eventually(() => expect(service.received).toHaveLength(1))
  await idle()
  await host('cancel', { note: '' })
  await pass(2 * minuteMs)
  expect(new Set(pushes())).toEqual(new Set([tenMinutes]))
})

test('[REM-14, REM-09] a device that is gone leaves no notification behind', async () => {
  await start({ tenMinutes: 'push' })
  service.reply = () => 410
  await until(0, '19:49')
  expect(service.received).toHaveLength(1)
  expect(await app.database.query.selectFrom('sitting_notifications').selectAll().execute()).toEqual([])
})

test('[REM-14] who was reached by one of two devices hears of a change on both', async () => {
  await start({ tenMinutes: 'push' })
  const second = service.subscribe()
  const { endpoint, keys } = second
  await request(app, 'POST /api/account/push', { as: member, body: { endpoint, keys } })
  service.reply = (device) => (device === second ? { status: 429, headers: { 'retry-after': '60' } } : 201)
  await until(0, '19:48')
  await eventually(() => expect(service.received).toHaveLength(2))
  await idle()
  await host('cancel', { note: '' })
  service.reply = () => 201
  await pass(2 * minuteMs)
  expect(pushes().slice(2)).toEqual(
    Array.from({ length: 2 }, () => 'Canceled: it won’t start at 8:00 PM on Friday, March 5.'),
  )
})

test('[REM-14] of two devices only the one that failed is tried again', async () => {
  await start({ tenMinutes: 'push' })
  const second = service.subscribe()
  const { endpoint, keys } = second
  await request(app, 'POST /api/account/push', { as: member, body: { endpoint, keys } })
  service.reply = (device, count) => (device === second && count === 1 ? 503 : 201)
  await until(0, '19:50')
  const receivers = service.received.map((push) => push.browser)
  expect(receivers.filter((device) => device === browser)).toHaveLength(1)
  expect(receivers.filter((device) => device === second)).toHaveLength(2)
})

test('[REM-14, PLAN-01] another sitting at the moment of a canceled one: nothing has changed', async () => {
  await start(all)
  await until(-1, '18:01')
  await allowSeveralADay(app)
  await host('cancel', { note: '' })
  const other = { day: friday, title: 'Seven lamps', scheduledTime: '20:00', slot: 1 }
  await makeMeditation(app, { ...other, sitting: { together: true } })
  await pass(minuteMs)
  await until(0, '19:49')
  expect(pushes()).toEqual([dayBefore, tenMinutes])
})

// The last one: the community stays in that zone.
test('[REM-14] after a change of the community’s zone the word of it names the new clock', async () => {
  await start(all)
  await until(-1, '18:01')
  const admin = await signInAs('ada')
  const zone = testZone === 'Asia/Kathmandu' ? 'Asia/Kolkata' : 'Asia/Kathmandu'
  const preview = await request(app, 'POST /api/admin/community/zone/preview', {
    as: admin,
    body: { zone },
  })
  const { version } = preview.body as { version: number }
  const put = await request(app, 'PUT /api/admin/community/zone', { as: admin, body: { zone, version } })
  expect(put.status).toBe(200)
  await pass(minuteMs)
  app.clock.advance(14 * 3_600_000)
  await pass(minuteMs)
  expect(pushes()[1]).toMatch(
    new RegExp(`^Now starts at 8:00 PM on Friday, March 5\\. Times are by the clock in ${zone.slice(5)}\\.$`),
  )
})
