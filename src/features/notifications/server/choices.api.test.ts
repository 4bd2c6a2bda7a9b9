// A member's choices on the server: a press changes its own field; weekdays and times are those of the schedule's clock.
import { afterEach, expect, test } from 'vitest'
import { addDays } from '#shared/day.ts'
import { wall } from '#test/community-days.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signInPeople } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { RemindersPart } from '../contract.ts'
import { noNotificationChoices } from '../rules.ts'
import { saveNotificationChoices, switchOffReminderMails } from './sql/choices.ts'

const app = await openTestApp({ isUnlimited: true })
const people = await signInPeople(app)

afterEach(() => app.database.query.deleteFrom('reminder_choices').execute())

const path = '/api/account/reminders'

test('[REM-01, REM-02] nothing is chosen at first; what is chosen stays', async () => {
  expect(await request(app, `GET ${path}`, { as: people.mia })).toMatchObject({
    status: 200,
    body: noNotificationChoices,
  })
  const choices = {
    tenMinutes: 'push',
    dayBefore: 'mail',
    changes: ['push', 'mail'],
    weekdays: [0, 6],
    times: [
      { time: '06:30', zone: null },
      { time: '18:00', zone: 'Europe/Berlin' },
    ],
    zone: 'Asia/Kathmandu',
    news: true,
  }
  expect(await request(app, `PUT ${path}`, { as: people.mia, body: choices })).toMatchObject({
    status: 200,
    body: choices,
  })
  expect((await request(app, `GET ${path}`, { as: people.mia })).body).toEqual(choices)
  expect((await request(app, `GET ${path}`, { as: people.mo })).body).toEqual(noNotificationChoices)
})

test('[REM-01, REM-02] a part changes its fields alone: what was switched off elsewhere stays off', async () => {
  const save = async (body: object) => (await request(app, `PUT ${path}`, { as: people.mia, body })).body
  const chosen = { ...noNotificationChoices, dayBefore: 'mail', changes: ['push', 'mail'], news: true }
  await save(chosen)
  // Unsubscribed on the phone, while the settings stay open on the laptop.
  const off = await save({ dayBefore: null, news: false, changes: { mail: false } })
  expect(off).toEqual({ ...noNotificationChoices, changes: ['push'] })
  expect(await save({ tenMinutes: 'push' })).toEqual({
    ...noNotificationChoices,
    changes: ['push'],
    tenMinutes: 'push',
  })
  const presses = [{ news: true }, { times: ['06:30'] }, { changes: { push: false } }, { weekdays: [6] }]
  await Promise.all(presses.map(save))
  expect((await request(app, `GET ${path}`, { as: people.mia })).body).toEqual({
    ...noNotificationChoices,
    tenMinutes: 'push',
    news: true,
    times: [{ time: '06:30', zone: null }],
    weekdays: [6],
  })
  expect(
    await request(app, `PUT ${path}`, { as: people.mo, body: { changes: { mail: true } } }),
  ).toMatchObject({
    body: { ...noNotificationChoices, changes: ['mail'] },
  })
})

test('[REM-02] each kind has the time since which it is chosen; only switching it off and on sets it', async () => {
  const sinceAll = ['tenMinutesChosenAt', 'dayBeforeChosenAt', 'changesChosenAt', 'chosenAt'] as const
  const save = async (minute: number, part: RemindersPart) => {
    const now = new Date(Date.UTC(2026, 10, 21, 18, minute))
    await saveNotificationChoices(app.database.query, people.mia.userId, { part, now })
    const row = await app.database.query
      .selectFrom('reminder_choices')
      .select(sinceAll)
      .executeTakeFirstOrThrow()
    return sinceAll.map((column) => row[column] && new Date(row[column]).getUTCMinutes())
  }
  expect(await save(1, { dayBefore: 'push' })).toEqual([null, 1, null, 1])
  expect(await save(2, { changes: { mail: true } })).toEqual([null, 1, 2, 2])
  // Another channel of the kind.
  expect(await save(3, { dayBefore: 'mail', changes: ['push', 'mail'] })).toEqual([null, 1, 2, 3])
  expect(await save(4, { weekdays: [6], zone: 'Europe/Berlin', tenMinutes: 'push' })).toEqual([4, 1, 2, 4])
  expect(await save(5, { dayBefore: null, changes: { push: false, mail: false } })).toEqual([
    4,
    null,
    null,
    5,
  ])
  expect(await save(6, { dayBefore: 'mail', changes: { push: true }, tenMinutes: 'push' })).toEqual([
    4, 6, 6, 6,
  ])
  await switchOffReminderMails(app.database.query, people.mia.userId)
  expect(await save(7, { news: true })).toEqual([4, null, 6, 7])
})

test('[REM-02] the planned times of the coming two weeks, by the clocks of their schedules', async () => {
  const day = addDays(app.calendar.today(), 1)
  for (const [ahead, scheduledTime] of [
    [0, '20:00'],
    [7, '20:00'],
    [12, '06:30'],
    [13, '07:00'],
  ] as const)
    await makeMeditation(app, { day: addDays(day, ahead), scheduledTime, sitting: { together: true } })
  const starts = async () => (await request(app, `GET ${path}/starts`, { as: people.mia })).body
  const [evening, nextEvening, morning] = [
    wall(`${day} 20:00`),
    wall(`${addDays(day, 7)} 20:00`),
    wall(`${addDays(day, 12)} 06:30`),
  ].map((at) => Date.parse(at))
  expect(await starts()).toEqual([
    { time: '20:00', zone: null, startsAt: [evening, nextEvening] },
    { time: '06:30', zone: null, startsAt: [morning] },
  ])
  await app.database.query
    .updateTable('schedules')
    .set({ scheduledTime: '18:00', timeZone: 'Europe/Berlin' })
    .where('date', '=', day)
    .execute()
  expect(await starts()).toMatchObject([
    { time: '18:00', zone: 'Europe/Berlin' },
    { time: '20:00', zone: null, startsAt: [nextEvening] },
    { time: '06:30', zone: null },
  ])
})

test.each([
  ['tenMinutes', 'mail'],
  ['dayBefore', 'pigeon'],
  ['changes', ['mail', 'mail']],
  ['weekdays', []],
  ['weekdays', [7]],
  ['times', ['6:30']],
  ['times', ['06:30', { time: '06:30', zone: null }]],
  ['times', [{ time: '06:30', zone: 'Europe/Atlantis' }]],
  ['times', [{ time: '06:30' }]],
  ['changes', { pigeon: true }],
  ['zone', '+05:00'],
  ['zone', 'Europe/Atlantis'],
  ['news', null],
])('[REM-02] %s can’t be %j: a sentence beside the field, and nothing changes', async (field, value) => {
  const response = await request(app, `PUT ${path}`, {
    as: people.mia,
    body: { ...noNotificationChoices, [field]: value },
  })
  expect(response).toMatchObject({ status: 400, body: { code: 'invalid' } })
  expect(JSON.stringify(response.body)).toContain(`"path":"${field}`)
  expect((await request(app, `GET ${path}`, { as: people.mia })).body).toEqual(noNotificationChoices)
})
