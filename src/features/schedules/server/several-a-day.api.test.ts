// Several sittings a day: the setting, the slots of a date, and one a day without it.
import { beforeEach, describe, expect, test } from 'vitest'
import type { CommunitySettings } from '#features/community/contract.ts'
import { deleteSchedules, makeMeditation } from '#test/data/factories.ts'
import { raceUncommittedChange } from '#test/database/lock-race.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { Schedule } from '../contract.ts'
import { schedulesPerDay } from '../slots.ts'

const app = await openTestApp({ isUnlimited: true })
const ada = await signIn(app, 'ada', personFields.ada)
const templateId = await makeMeditation(app)
beforeEach(async () => {
  await deleteSchedules(app)
  await saveSetting(true)
})

const day = '2026-12-01'
const list = '/api/admin/schedules'
const together = { together: true, doorsMinutes: 15, sharingMinutes: 15 }
const at = (scheduledTime: string, more: object = {}) =>
  request(app, `POST ${list}`, {
    as: ada,
    body: { date: day, templateId, scheduledTime, ...together, ...more },
  })
const allDay = (more: object = {}) => at('00:00', { together: false, ...more })
const createdAt = async (time: string, more: object = {}) => (await at(time, more)).body as Schedule
const change = (id: number, body: object) => request(app, `PUT ${list}/${id}`, { as: ada, body })
const settings = async () =>
  (await request(app, 'GET /api/admin/community', { as: ada })).body as CommunitySettings
const saveSetting = async (severalADay: boolean, more: object = {}) =>
  request(app, 'PUT /api/admin/community', {
    as: ada,
    body: { ...(await settings()), severalADay, ...more },
  })
const storedSlots = async (date = day) =>
  (
    await app.database.query
      .selectFrom('schedules')
      .select(['scheduledTime', 'slot'])
      .where('date', '=', date)
      .where('isActive', '=', true)
      .orderBy('slot')
      .execute()
  ).map(({ scheduledTime, slot }) => `${slot} ${scheduledTime}`)

describe('[PLAN-01] without the setting', () => {
  beforeEach(() => saveSetting(false))

  test('[SCH-16] a second active schedule is 409 by create, edit, activation and fill @full', async () => {
    await at('07:00')
    const taken = { status: 409, body: { code: 'dates_taken', issues: [{ path: 'date', message: day }] } }
    expect(await at('19:00')).toMatchObject(taken)
    const elsewhere = await createdAt('19:00', { date: '2026-12-02' })
    expect(await change(elsewhere.id, { date: day })).toMatchObject(taken)
    const inactive = await createdAt('19:00', { isActive: false })
    expect(await change(inactive.id, { isActive: true })).toMatchObject(taken)
    const days = [{ date: day, templateId, scheduledTime: '19:00', together: true }]
    const fill = (body: object) => request(app, `POST ${list}/days`, { as: ada, body })
    expect(await fill({ days })).toMatchObject(taken)
    const twice = [...days, ...days].map((each) => ({ ...each, date: '2026-12-05' }))
    expect(await fill({ days: twice })).toMatchObject({ status: 400, body: { issues: [{ path: 'days' }] } })
    expect(await storedSlots()).toEqual(['0 07:00'])
    expect(await storedSlots('2026-12-05')).toEqual([])
  })

  test('[SCH-16] SQL is refused by the index in slot 0, and by the trigger above', async () => {
    await at('07:00')
    const insert = (slot: number) =>
      app.database.query
        .insertInto('schedules')
        .values({ date: day, templateId, slot, isActive: true, createdAt: new Date(app.clock.now()) })
        .execute()
    await expect(insert(0)).rejects.toThrow('schedules_one_active_a_day')
    await expect(insert(1)).rejects.toMatchObject({ constraint: 'schedules_one_active_a_day' })
  })
})

describe('[PLAN-01] with the setting', () => {
  test('SQL is refused for a second one without a bell', async () => {
    await allDay()
    const fields = { date: day, templateId, slot: 1, isActive: true, createdAt: new Date(app.clock.now()) }
    const insert = (together: boolean, scheduledTime: string) =>
      app.database.query
        .insertInto('schedules')
        .values({ ...fields, together, scheduledTime })
        .execute()
    await expect(insert(false, '00:00')).rejects.toThrow('schedules_one_all_day')
    await insert(true, '19:00')
    expect(await storedSlots()).toEqual(['0 00:00', '1 19:00'])
  })

  test('a date takes eight schedules in the lowest free slots, one of them without a bell', async () => {
    const hours = ['07:00', '08:00', '09:00', '10:00', '11:00', '12:00', '13:00']
    for (const hour of hours) expect((await at(hour)).status).toBe(201)
    expect((await allDay()).status).toBe(201)
    expect(await storedSlots()).toHaveLength(schedulesPerDay)
    expect(await at('20:00')).toMatchObject({
      status: 409,
      body: {
        code: 'dates_taken',
        message: 'There’s room for 8 meditations a day; no more fit on Tuesday, December 1, 2026.',
      },
    })
    const { body } = await request(app, `GET ${list}?from=${day}&to=${day}`, { as: ada })
    const nine = (body as Schedule[]).find(({ scheduledTime }) => scheduledTime === '09:00')
    await change(nine?.id ?? 0, { isActive: false })
    expect((await at('20:00')).status).toBe(201)
    expect((await storedSlots())[2]).toBe('2 20:00')
  })

  test('a second one without a bell is 409, also by an edit', async () => {
    await allDay()
    const message =
      'Only one meditation a day can be without a bell; there’s already one on Tuesday, December 1, 2026.'
    expect(await allDay()).toMatchObject({ status: 409, body: { code: 'dates_taken', message } })
    const evening = await createdAt('19:00')
    expect(await change(evening.id, { together: false })).toMatchObject({ status: 409, body: { message } })
    expect(await change(evening.id, { scheduledTime: '20:00' })).toMatchObject({ status: 200 })
  })

  test('[PHASE-15] sittings that overlap are 409 with the other’s name', async () => {
    await at('07:00')
    expect(await at('07:20')).toMatchObject({
      status: 409,
      body: {
        code: 'sittings_overlap',
        message: expect.stringContaining('on Tuesday, December 1, 2026 at 7:00 AM') as string,
      },
    })
    const noon = await createdAt('12:00')
    expect(await change(noon.id, { scheduledTime: '07:20' })).toMatchObject({ status: 409 })
    expect(await storedSlots()).toEqual(['0 07:00', '1 12:00'])
  })

  test('[SCH-14] repeats, fills and moves take the free slots of each date', async () => {
    await at('07:00')
    const evening = await createdAt('19:00', { repeatWeeks: 1, repeatCount: 2 })
    expect(await storedSlots()).toEqual(['0 07:00', '1 19:00'])
    expect(await storedSlots('2026-12-08')).toEqual(['0 19:00'])
    const noon = ['12:00', '13:00'].map((scheduledTime) => ({
      date: day,
      templateId,
      scheduledTime,
      together: true,
    }))
    const filled = await request(app, `POST ${list}/days`, { as: ada, body: { days: noon } })
    expect(filled).toMatchObject({ status: 201, body: { rows: 2 } })
    expect(await change(evening.id, { date: '2026-12-08', scheduledTime: '21:00' })).toMatchObject({
      status: 200,
    })
    expect(await storedSlots()).toEqual(['0 07:00', '2 12:00', '3 13:00'])
    expect(await storedSlots('2026-12-08')).toEqual(['0 19:00', '1 21:00'])
  })

  test('twelve at the same time are eight, each in its own slot', async () => {
    const times = Array.from({ length: 12 }, (_, index) => `${String(7 + index).padStart(2, '0')}:00`)
    const statuses = await Promise.all(times.map(async (time) => (await at(time)).status))
    expect(statuses.filter((status) => status === 201)).toHaveLength(schedulesPerDay)
    expect(statuses.filter((status) => status === 409)).toHaveLength(times.length - schedulesPerDay)
    expect(await storedSlots()).toHaveLength(schedulesPerDay)
  })
})

describe('[PLAN-09] the setting stays on', () => {
  test('while a coming date has several, which the 409 names; also for an undo', async () => {
    await at('07:00')
    await at('19:00')
    await allDay({ date: '2026-12-24' })
    await at('19:00', { date: '2026-12-24' })
    const message =
      'There are several meditations on December 1, 2026 and December 24, 2026. Keep only one on each day first.'
    const refused = {
      status: 409,
      body: { code: 'several_scheduled', message, issues: [{ path: 'severalADay', message }] },
    }
    expect(await saveSetting(false, { name: 'Clear Lake' })).toMatchObject(refused)
    const { version, name, severalADay } = await settings()
    expect({ name, severalADay }).toEqual({ name: 'Stillwater', severalADay: true })
    const undo = { as: ada, body: { version } }
    expect(await request(app, 'POST /api/admin/community/undo', undo)).toMatchObject(refused)
  })

  test('no longer than that: the one that is left takes the first slot, and past days don’t count', async () => {
    const morning = await createdAt('07:00')
    await at('19:00')
    await request(app, `DELETE ${list}/${morning.id}`, { as: ada })
    await app.database.query
      .insertInto('schedules')
      .values(
        [0, 1].map((slot) => ({
          date: '2026-11-02',
          templateId,
          scheduledTime: `0${slot + 7}:00`,
          slot,
          together: true,
          isActive: true,
          createdAt: new Date(app.clock.now()),
        })),
      )
      .execute()
    expect(await saveSetting(false)).toMatchObject({ status: 200, body: { severalADay: false } })
    expect(await storedSlots()).toEqual(['0 19:00'])
    expect(await at('07:00')).toMatchObject({ status: 409, body: { code: 'dates_taken' } })
  })

  test('a schedule that is being saved makes the switch wait, and is seen', async () => {
    await at('07:00')
    const createdAt = new Date(app.clock.now())
    const schedule = { date: day, templateId, scheduledTime: '19:00', together: true, slot: 1, createdAt }
    const switched = await raceUncommittedChange(
      app,
      (tx) => tx.insertInto('schedules').values(schedule).execute(),
      () => saveSetting(false),
    )
    expect(switched).toMatchObject({ value: { status: 409, body: { code: 'several_scheduled' } } })
  })
})
