// Series of schedules: created, moved and deleted as one, all or none; what took place stays.
import { beforeEach, describe, expect, test } from 'vitest'
import { sittingDefaults } from '#features/sittings/rules.ts'
import { withdrawSittings } from '#features/sittings/server/service.ts'
import { addDays, timestampToMs } from '#shared/day.ts'
import { defaultTestTime } from '#test/clock.ts'
import { wall } from '#test/community-days.ts'
import { allowSeveralADay, deleteSchedules, makeMeditation } from '#test/data/factories.ts'
import { raceUncommittedChange } from '#test/database/lock-race.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { scheduledDaysMax, type Schedule } from '../contract.ts'
import { weekdayDates } from '../series.ts'
import { deleteSchedules as deleteRows } from './sql.ts'

const app = await openTestApp({ isUnlimited: true })
const people = await signInPeople(app)
const templateId = await makeMeditation(app)
const otherId = await makeMeditation(app, { day: '2026-11-22', title: 'Evening hush' })
beforeEach(async () => {
  app.clock.set(defaultTestTime)
  await deleteSchedules(app)
})

/** A Saturday in Chicago. */
const today = '2026-11-21'
const list = '/api/admin/schedules'
const together = { ...sittingDefaults, together: true, doorsMinutes: 10, sharingMinutes: 5 }
const dayAt = (date: string, more: object = {}) => ({
  date,
  templateId,
  scheduledTime: '06:30',
  ...together,
  ...more,
})
const fill = (dates: readonly string[], more: object = {}, as: TestUser = people.ada) =>
  request(app, `POST ${list}/days`, { as, body: { days: dates.map((date) => dayAt(date, more)) } })
const change = (id: number, body: object, as: TestUser = people.ada) =>
  request(app, `PUT ${list}/${id}`, { as, body: { scope: 'following', ...body } })
const remove = (id: number, scope: string | null = 'following', as: TestUser = people.ada) =>
  request(app, `DELETE ${list}/${id}${scope === null ? '' : `?scope=${scope}`}`, { as })
const schedules = async () => (await request(app, `GET ${list}`, { as: people.ada })).body as Schedule[]
const starts = async () => (await schedules()).map(({ date, scheduledTime }) => `${date} ${scheduledTime}`)
const rows = () => app.database.query.selectFrom('schedules').selectAll().orderBy('id').execute()
const sittings = () => app.database.query.selectFrom('sittings').selectAll().orderBy('startsAt').execute()
const bells = async () => (await sittings()).map(({ startsAt }) => timestampToMs(startsAt))
const deletedSittings = () =>
  app.database.query.selectFrom('deleted_sittings').select(['id', 'roomDay']).orderBy('roomDay').execute()
const everything = async () => [await rows(), await sittings(), await deletedSittings(), await activities()]
const activities = () => app.database.query.selectFrom('activities').selectAll().orderBy('id').execute()
const lastActivity = async () => (await activities()).at(-1)
async function idOn(date: string): Promise<number> {
  return (await schedules()).find((each) => each.date === date)?.id ?? 0
}

// Mondays and Wednesdays.
const fourDates = weekdayDates({ from: '2026-11-30', until: '2026-12-09', weekdays: [1, 3] })
const [first = '', second = '', third = '', fourth = ''] = fourDates

describe('[PLAN-05] weekdays until a date', () => {
  test('120 dates are a series, in one entry of the log', async () => {
    const before = (await activities()).length
    const dates = weekdayDates({ from: '2026-12-01', until: '2027-12-31', weekdays: [0, 2, 4] }).slice(0, 120)
    expect(await fill(dates)).toMatchObject({ status: 201, body: { rows: scheduledDaysMax } })
    const saved = await schedules()
    expect(saved.map(({ date }) => date)).toEqual(dates)
    expect(new Set(saved.map(({ seriesId }) => seriesId))).toEqual(new Set([saved[0]?.id]))
    expect(await sittings()).toHaveLength(scheduledDaysMax)
    expect(await activities()).toHaveLength(before + 1)
  })

  test.each([121, 200])('%i dates are 400 beside the days, and nothing is stored', async (count) => {
    const before = await everything()
    const dates = Array.from({ length: count }, (_, index) => addDays('2026-12-01', index))
    expect(await fill(dates, { timeZone: 'America/Argentina/Buenos_Aires', isActive: true })).toMatchObject({
      status: 400,
      body: { code: 'invalid', issues: [{ path: 'days', message: 'Choose 1 to 120 days.' }] },
    })
    expect(await everything()).toEqual(before)
  })

  test('[SCH-13] all or none: every taken date is named', async () => {
    await fill([second, fourth], { scheduledTime: '19:00' })
    const before = await everything()
    const response = await fill(fourDates)
    expect(response).toMatchObject({
      status: 409,
      body: { code: 'dates_taken', issues: [{ message: second }, { message: fourth }] },
    })
    expect(await everything()).toEqual(before)
  })

  test('[PHASE-15] all or none: every overlap is named', async () => {
    await allowSeveralADay(app)
    try {
      await fill([second, fourth], { scheduledTime: '06:32' })
      const before = await everything()
      const response = await fill(fourDates)
      expect(response).toMatchObject({ status: 409, body: { code: 'sittings_overlap' } })
      expect((response.body as { message: string }).message).toMatch(/December 2.*December 9/)
      expect(await everything()).toEqual(before)
    } finally {
      await deleteSchedules(app)
      await app.database.query.updateTable('community_settings').set({ severalADay: false }).execute()
    }
  })

  test('of two concurrent fills of the same dates one is stored whole', async () => {
    const responses = await Promise.all([fill(fourDates), fill(fourDates.toReversed())])
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    expect(await starts()).toEqual(fourDates.map((date) => `${date} 06:30`))
  })

  test('the days of each time are one series, repeats are one, and a single row has none', async () => {
    const days = [
      dayAt(first),
      dayAt(second, { scheduledTime: '19:00' }),
      dayAt(third),
      dayAt(fourth, { scheduledTime: '19:00', templateId: otherId }),
    ]
    await request(app, `POST ${list}/days`, { as: people.ada, body: { days } })
    const byTime = (await schedules()).map(({ seriesId }) => seriesId)
    expect([byTime[0], byTime[1]]).toEqual([byTime[2], byTime[3]])
    expect(byTime[0]).not.toBe(byTime[1])
    await deleteSchedules(app)
    await fill([first])
    await request(app, `POST ${list}`, {
      as: people.ada,
      body: { date: second, templateId, repeatWeeks: 1, repeatCount: 2 },
    })
    const [alone, ...repeated] = await schedules()
    expect(alone?.seriesId).toBeNull()
    expect(new Set(repeated.map(({ seriesId }) => seriesId))).toEqual(new Set([repeated[0]?.id]))
  })

  test('[SCH-14] repeats of the first of a series are another series', async () => {
    await fill(fourDates)
    const id = await idOn(first)
    await change(id, { scope: 'one', repeatWeeks: 4, repeatCount: 2 })
    const [repeated, second_, third_, fourth_, added] = await schedules()
    expect(repeated?.id).toBe(id)
    expect(added?.seriesId).toBe(repeated?.seriesId)
    expect([second_?.seriesId, third_?.seriesId, fourth_?.seriesId]).toEqual([id, id, id])
    expect(repeated?.seriesId).not.toBe(id)
  })

  test('an inactive series takes no date', async () => {
    await fill([second])
    expect(await fill(fourDates, { isActive: false })).toMatchObject({ status: 201 })
    expect(await sittings()).toHaveLength(1)
  })
})

describe('[PLAN-06] moving a series from a date on', () => {
  test('earlier rows stay; the others move with their sittings, which keep their ids', async () => {
    await fill(fourDates)
    const before = await sittings()
    const log = (await activities()).length
    const response = await change(await idOn(second), { scheduledTime: '07:15' })
    expect(response).toMatchObject({
      status: 200,
      body: { date: second, scheduledTime: '07:15', version: 2, rows: 3 },
    })
    expect(await starts()).toEqual([`${first} 06:30`, `${second} 07:15`, `${third} 07:15`, `${fourth} 07:15`])
    const after = await sittings()
    expect(after.map(({ id, version }) => ({ id, version }))).toEqual(
      before.map(({ id, version }, index) => ({ id, version: index === 0 ? version : version + 1 })),
    )
    expect(after[0]).toEqual(before[0])
    expect(after.slice(1).map(({ startsAt }) => timestampToMs(startsAt))).toEqual(
      [second, third, fourth].map((date) => timestampToMs(wall(`${date} 07:15`))),
    )
    expect(await activities()).toHaveLength(log + 1)
    expect(await lastActivity()).toMatchObject({
      action: 'schedule.update',
      label: expect.stringMatching(/, 2026-12-02 \+2$/) as string,
      before: { scheduledTime: '06:30' },
      after: { scheduledTime: '07:15' },
    })
  })

  test('by days, over its own dates, later and earlier', async () => {
    const daily = ['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04']
    await fill(daily)
    const id = await idOn('2026-12-02')
    expect(await change(id, { date: '2026-12-03' })).toMatchObject({ status: 200, body: { rows: 3 } })
    expect(await starts()).toEqual(
      ['2026-12-01', '2026-12-03', '2026-12-04', '2026-12-05'].map((date) => `${date} 06:30`),
    )
    expect(await change(id, { date: '2026-12-02', scheduledTime: '06:20' })).toMatchObject({ status: 200 })
    expect(await starts()).toEqual([
      '2026-12-01 06:30',
      '2026-12-02 06:20',
      '2026-12-03 06:20',
      '2026-12-04 06:20',
    ])
    expect(await bells()).toEqual((await starts()).map((start) => timestampToMs(wall(start))))
  })

  test('[SCH-13] all or none: every taken date and every overlap is named', async () => {
    await fill(fourDates)
    const [tuesday, nextTuesday] = ['2026-12-01', '2026-12-08']
    await fill([tuesday, nextTuesday], { scheduledTime: '19:00' })
    const before = await everything()
    expect(await change(await idOn(first), { date: tuesday })).toMatchObject({
      status: 409,
      body: { code: 'dates_taken', issues: [{ message: tuesday }, { message: nextTuesday }] },
    })
    expect(await everything()).toEqual(before)
    await deleteSchedules(app)
    // Sittings of the days before reach beyond midnight.
    await fill(fourDates, { scheduledTime: '23:00' })
    await fill([tuesday, nextTuesday], { scheduledTime: '00:30' })
    const response = await change(await idOn(first), { scheduledTime: '23:58', sharingMinutes: 60 })
    expect(response).toMatchObject({ status: 409, body: { code: 'sittings_overlap' } })
    expect((response.body as { message: string }).message).toMatch(/December 1.*December 8/)
    expect(await bells()).toEqual((await starts()).map((start) => timestampToMs(wall(start))))
  })

  test('a row takes what changed, unless it was changed on its own before', async () => {
    await fill(fourDates)
    await change(await idOn(second), { scope: 'one', scheduledTime: '19:00' })
    await change(await idOn(third), { scope: 'one', templateId: otherId })
    await change(await idOn(first), { scheduledTime: '07:00', sharingMinutes: 10 })
    expect(await starts()).toEqual([`${first} 07:00`, `${second} 19:00`, `${third} 07:00`, `${fourth} 07:00`])
    expect((await schedules()).map((each) => [each.templateId, each.sharingMinutes])).toEqual([
      [templateId, 10],
      [templateId, 10],
      [otherId, 10],
      [templateId, 10],
    ])
  })

  test('a sitting that a host canceled stays canceled', async () => {
    await fill(fourDates)
    const [, sitting] = await sittings()
    await request(app, `POST /api/sittings/${sitting?.id}/cancel`, {
      as: people.gail,
      body: { note: 'Lena is ill.' },
    })
    await change(await idOn(first), { scheduledTime: '07:00' })
    const moved = await sittings()
    expect(moved.map(({ cancelNote }) => cancelNote)).toEqual([null, 'Lena is ill.', null, null])
    expect(await bells()).toEqual((await starts()).map((start) => timestampToMs(wall(start))))
  })

  test('what took place stays; while the doors are open nothing changes', async () => {
    await fill([today, '2026-11-22', '2026-11-23'], { scheduledTime: '12:00' })
    const id = await idOn(today)
    app.clock.set(wall(`${today} 11:55`))
    const before = await everything()
    const underWay = { status: 409, body: { code: 'sitting_under_way' } }
    expect(await change(id, { scheduledTime: '20:00' })).toMatchObject(underWay)
    expect(await remove(id)).toMatchObject(underWay)
    expect(await everything()).toEqual(before)
    app.clock.set(wall(`${today} 13:00`))
    const [held] = await sittings()
    expect(await change(id, { scheduledTime: '20:00' })).toMatchObject({ body: { rows: 2 } })
    expect(await starts()).toEqual([`${today} 12:00`, '2026-11-22 20:00', '2026-11-23 20:00'])
    expect((await sittings())[0]).toEqual(held)
    expect(await remove(id)).toMatchObject({ status: 200 })
    expect(await starts()).toEqual([`${today} 12:00`])
    expect(await sittings()).toEqual([held])
    app.clock.set(wall('2026-11-23 08:00'))
    expect(await remove(id)).toMatchObject({ status: 200 })
    expect(await starts()).toEqual([`${today} 12:00`])
  })

  test('where a date can have several, rows keep clear of the others', async () => {
    await allowSeveralADay(app)
    try {
      const daily = ['2026-12-01', '2026-12-02', '2026-12-03']
      await fill(daily)
      await fill(daily, { scheduledTime: '19:00' })
      const evening = (await schedules()).find((each) => each.scheduledTime === '19:00')
      expect(await change(evening?.id ?? 0, { date: '2026-12-02' })).toMatchObject({ status: 200 })
      expect(await starts()).toEqual([
        '2026-12-01 06:30',
        '2026-12-02 06:30',
        '2026-12-02 19:00',
        '2026-12-03 06:30',
        '2026-12-03 19:00',
        '2026-12-04 19:00',
      ])
      const overlapping = await change(evening?.id ?? 0, { scheduledTime: '06:35' })
      expect(overlapping).toMatchObject({ status: 409, body: { code: 'sittings_overlap' } })
    } finally {
      await deleteSchedules(app)
      await app.database.query.updateTable('community_settings').set({ severalADay: false }).execute()
    }
  })

  test('a stale version is 409, a repeat and a past date are 400, and nothing changes', async () => {
    await fill(fourDates)
    const id = await idOn(first)
    const before = await everything()
    expect(await change(id, { scheduledTime: '07:00', version: 0 })).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile' },
    })
    const invalid = (path: string) => ({ status: 400, body: { code: 'invalid', issues: [{ path }] } })
    expect(await change(id, { repeatWeeks: 1, repeatCount: 2 })).toMatchObject(invalid('repeatWeeks'))
    expect(await change(id, { date: '2026-11-20' })).toMatchObject(invalid('date'))
    expect(await change(id, { scope: 'all' })).toMatchObject(invalid('scope'))
    expect(await remove(id, 'all')).toMatchObject(invalid('scope'))
    expect(await everything()).toEqual(before)
    expect(await change(id, { scheduledTime: '06:30' })).toMatchObject({ status: 200, body: { rows: 0 } })
    expect(await everything()).toEqual(before)
  })

  test('of two concurrent changes one waits, and both hold', async () => {
    await fill(fourDates)
    const [fromFirst, fromThird] = [await idOn(first), await idOn(third)]
    const responses = await Promise.all([
      change(fromFirst, { scheduledTime: '07:00' }),
      change(fromThird, { sharingMinutes: 10 }),
    ])
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    expect((await schedules()).map((each) => [each.scheduledTime, each.sharingMinutes])).toEqual([
      ['07:00', 5],
      ['07:00', 5],
      ['07:00', 10],
      ['07:00', 10],
    ])
  })

  test('a series that is deleted meanwhile is 404', async () => {
    await fill(fourDates)
    const ids = (await rows()).map(({ id }) => id)
    const outcome = await raceUncommittedChange(
      app,
      async (tx) => {
        await withdrawSittings(tx, ids, app.clock.now())
        await deleteRows(tx, ids, new Date(app.clock.now()))
      },
      async () => change(ids[1] ?? 0, { scheduledTime: '07:00' }),
    )
    expect(outcome).toMatchObject({ value: { status: 404 } })
    expect(await rows()).toEqual([])
  })
})

describe('[PLAN-06] deleting a series from a date on', () => {
  test('earlier rows stay, and calendars learn of the deleted sittings', async () => {
    await fill(fourDates)
    const log = (await activities()).length
    expect(await remove(await idOn(third))).toMatchObject({ status: 200 })
    expect(await starts()).toEqual([`${first} 06:30`, `${second} 06:30`])
    expect(await sittings()).toHaveLength(2)
    expect((await deletedSittings()).map(({ roomDay }) => roomDay)).toEqual([third, fourth])
    expect(await activities()).toHaveLength(log + 1)
    expect(await lastActivity()).toMatchObject({
      action: 'schedule.delete',
      before: { date: `${third}, ${fourth}` },
      after: null,
    })
  })

  test.each(['one', null])('only this one with the scope %s', async (scope) => {
    await fill(fourDates)
    await remove(await idOn(second), scope)
    expect(await starts()).toEqual([first, third, fourth].map((date) => `${date} 06:30`))
  })

  test('a single schedule is the only one', async () => {
    await fill([first])
    await fill([second])
    await change(await idOn(first), { scheduledTime: '07:00' })
    expect(await starts()).toEqual([`${first} 07:00`, `${second} 06:30`])
    await remove(await idOn(first))
    expect(await starts()).toEqual([`${second} 06:30`])
  })
})

describe('[PLAN-12] extending a series', () => {
  const extend = (id: number, until: string, as: TestUser = people.ada) =>
    request(app, `POST ${list}/${id}/extend`, { as, body: { until } })

  test('its new days join it with their sittings, in one entry of the log', async () => {
    await fill(fourDates)
    const log = (await activities()).length
    expect(await extend(await idOn(second), '2026-12-16')).toMatchObject({ status: 201, body: { rows: 2 } })
    expect(await starts()).toEqual([...fourDates, '2026-12-14', '2026-12-16'].map((date) => `${date} 06:30`))
    const saved = await schedules()
    expect(new Set(saved.map(({ seriesId }) => seriesId)).size).toBe(1)
    expect(saved.at(-1)).toMatchObject({ templateId, together: true, doorsMinutes: 10, sharingMinutes: 5 })
    expect(await sittings()).toHaveLength(6)
    expect(await activities()).toHaveLength(log + 1)
    expect(await lastActivity()).toMatchObject({
      action: 'schedule.create',
      after: { date: '2026-12-14, 2026-12-16' },
    })
    // They change and go with it.
    await remove(await idOn('2026-12-14'))
    expect(await starts()).toHaveLength(4)
  })

  test('[SCH-13] all or none: every taken date is named', async () => {
    await fill(fourDates)
    await fill(['2026-12-16', '2026-12-23'], { scheduledTime: '19:00' })
    const before = await everything()
    expect(await extend(await idOn(first), '2026-12-23')).toMatchObject({
      status: 409,
      body: { code: 'dates_taken', issues: [{ message: '2026-12-16' }, { message: '2026-12-23' }] },
    })
    expect(await everything()).toEqual(before)
  })

  test('a day before its end, a single schedule and one that is gone are refused', async () => {
    await fill(fourDates)
    await fill(['2026-12-20'])
    const before = await everything()
    const invalid = (message: string) => ({ status: 400, body: { issues: [{ path: 'until', message }] } })
    expect(await extend(await idOn(first), fourth)).toMatchObject(
      invalid('Choose Thursday, December 10, 2026 or later.'),
    )
    expect(await extend(await idOn('2026-12-20'), '2026-12-27')).toMatchObject(
      invalid('This schedule isn’t part of a series.'),
    )
    expect(await extend(999_999, '2026-12-27')).toMatchObject({ status: 404 })
    for (const as of [people.gail, people.mia])
      expect(await extend(await idOn(first), '2026-12-27', as)).toMatchObject({ status: 403 })
    expect(await everything()).toEqual(before)
  })

  test('of two concurrent extensions one is stored', async () => {
    await allowSeveralADay(app)
    try {
      await fill(fourDates)
      const id = await idOn(first)
      const responses = await Promise.all([extend(id, '2026-12-16'), extend(id, '2026-12-16')])
      // The other one meets the first one's rows, or reads a series that already lasts as long.
      const [stored, refused] = responses.map(({ status }) => status).toSorted((a, b) => a - b)
      expect(stored).toBe(201)
      expect([400, 409]).toContain(refused)
      expect(await starts()).toHaveLength(6)
    } finally {
      await deleteSchedules(app)
      await app.database.query.updateTable('community_settings').set({ severalADay: false }).execute()
    }
  })
})

test('[PLAN-06] garden angels and members change no series', async () => {
  await fill(fourDates)
  const id = await idOn(first)
  const before = await everything()
  for (const as of [people.gail, people.mia]) {
    const forbidden = { status: 403, body: { code: 'forbidden' } }
    expect(await fill(['2027-01-04', '2027-01-05'], {}, as)).toMatchObject(forbidden)
    expect(await change(id, { scheduledTime: '07:00' }, as)).toMatchObject(forbidden)
    expect(await remove(id, 'following', as)).toMatchObject(forbidden)
  }
  expect(await everything()).toEqual(before)
})
