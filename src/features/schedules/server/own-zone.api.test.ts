// Schedules with an own time zone: which zones are accepted, and how edits and copies keep the shifts.
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { dayShiftOf, scheduledStartMs, type ScheduledStart } from '#features/sittings/scheduled-start.ts'
import { insertTemplates } from '#features/templates/server/sql.ts'
import { addDays, msToTimestamp } from '#shared/day.ts'
import { startTestApp } from '#test/app.ts'
import { defaultTestTime } from '#test/clock.ts'
import { testDays, testZone, wall } from '#test/community-days.ts'
import { deleteSchedules, videoSeconds } from '#test/data/factories.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { Schedule } from '../contract.ts'

const app = await openTestApp({ isUnlimited: true })
const ada = await signIn(app, 'ada', personFields.ada)
const [templateId = 0] = await insertTemplates(app.database.query, [
  {
    title: 'Morning light',
    description: 'A slow breath.',
    duration: 3,
    videoUrl: '/media/still-water.mp4',
    thumbnailUrl: null,
    captionsUrl: null,
    instructor: 'Lena Oduya',
    instructorTitle: 'Meditation Teacher',
    sessionSteps: [],
    mediaSeconds: videoSeconds,
    createdAt: new Date(app.clock.now()),
  },
])
beforeEach(async () => {
  app.clock.set(defaultTestTime)
  await deleteSchedules(app)
})

const list = '/api/admin/schedules'
const day = '2027-03-20'
const timeZone = 'Europe/Berlin'
const start = { date: day, scheduledTime: '06:30', timeZone }
/** The shift of a series that begins on that day; Berlin's clocks change later. */
const shift = dayShiftOf(testDays, start)

type Saved = Schedule & { rows: number }
const create = (more: object = {}) =>
  request(app, `POST ${list}`, { as: ada, body: { ...start, templateId, together: true, ...more } })
const created = async (more: object = {}) => {
  const response = await create(more)
  expect(response.status).toBe(201)
  return response.body as Saved
}
const change = (id: number, body: object) => request(app, `PUT ${list}/${id}`, { as: ada, body })
const fill = (days: object[]) => request(app, `POST ${list}/days`, { as: ada, body: { days } })
const read = async () => (await request(app, `GET ${list}`, { as: ada })).body as Schedule[]
const shifts = async () => (await read()).map(({ date, dayShift }) => [date, dayShift])
const rejectedAt = (path: string) => ({ status: 400, body: { code: 'invalid', issues: [{ path }] } })
/** Where a schedule's sitting starts, computed without the server. */
const expectedStart = (of: Pick<ScheduledStart, 'date' | 'scheduledTime' | 'dayShift'>) =>
  Temporal.PlainDate.from(of.date)
    .add({ days: of.dayShift })
    .toPlainDateTime(of.scheduledTime)
    .toZonedDateTime(timeZone).epochMilliseconds

describe('a time zone', () => {
  test('[SCH-33, SCH-34] is stored with the shift, and the sitting starts at that wall time within the day', async () => {
    const saved = await created()
    expect(saved).toMatchObject({ timeZone, dayShift: shift, scheduledTime: '06:30' })
    const startsAt = expectedStart(saved)
    expect(saved.sitting).toMatchObject({ startsAt, cancelled: false })
    expect(testDays.dayOf(startsAt)).toBe(day)
    expect(await read()).toMatchObject([{ timeZone, dayShift: shift, sitting: { startsAt } }])
  })

  test('[SCH-33] is the community’s without one', async () => {
    expect(await created({ timeZone: null })).toMatchObject({ timeZone: null, dayShift: 0 })
    expect(await created({ timeZone: undefined, date: '2027-03-22' })).toMatchObject({ timeZone: null })
  })

  // Only some versions of Node know the last one, and PostgreSQL doesn't.
  test.each(['europe/berlin', '+05:00', 'Mars/Base', '', 5, 'Systemv/AST4'])(
    '[SCH-33] %j gets 400 on its field, and nothing changes',
    async (zone) => {
      expect(await create({ timeZone: zone })).toMatchObject(rejectedAt('timeZone'))
      const days = [{ date: day, templateId, scheduledTime: '06:30', together: true, timeZone: zone }]
      const rejected = await fill(days)
      expect(rejected).toMatchObject({ status: 400 })
      expect((rejected.body as { issues: { path: string }[] }).issues[0]?.path).toMatch(/timeZone$/)
      expect(await read()).toEqual([])
      const { id } = await created()
      expect(await change(id, { timeZone: zone })).toMatchObject(rejectedAt('timeZone'))
      expect(await read()).toMatchObject([{ timeZone, version: 1 }])
    },
  )

  test('[SCH-33] needs a sitting that starts together', async () => {
    expect(await create({ together: false })).toMatchObject(rejectedAt('timeZone'))
    expect(await fill([{ ...start, templateId }])).toMatchObject(rejectedAt('timeZone'))
    expect(await read()).toEqual([])
    const { id } = await created({ timeZone: null, together: false })
    expect(await change(id, { timeZone })).toMatchObject(rejectedAt('timeZone'))
    const own = await created({ date: '2027-03-22' })
    expect(await change(own.id, { together: false, timeZone })).toMatchObject(rejectedAt('timeZone'))
    expect(await change(own.id, { together: false })).toMatchObject({
      status: 200,
      body: { together: false, timeZone: null, dayShift: 0, sitting: null },
    })
  })

  test('[SCH-33, SCH-34] changes move the sitting, also back to the community’s clock', async () => {
    const { id } = await created()
    const moved = (await change(id, { scheduledTime: '19:00' })).body as Saved
    expect(moved).toMatchObject({ dayShift: dayShiftOf(testDays, { ...start, scheduledTime: '19:00' }) })
    expect(moved.sitting?.startsAt).toBe(expectedStart(moved))
    const back = { timeZone: null, dayShift: 0, sitting: { startsAt: testDays.wallTimeMs(day, '19:00') } }
    expect(await change(id, { timeZone: null })).toMatchObject({ status: 200, body: back })
    expect(await change(id, { scheduledTime: '00:00' })).toMatchObject({ body: { together: false } })
  })
})

describe('the shift', () => {
  /** A series that began with another shift, as one from before a clock change has. */
  const otherShift = (id: number, dayShift: number) =>
    app.database.query.updateTable('schedules').set({ dayShift }).where('id', '=', id).execute()

  test('[SCH-34] of all rows of a repeat is the first one’s', async () => {
    await created({ repeatWeeks: 12, repeatCount: 4 })
    const dates = [day, '2027-06-12', '2027-09-04', '2027-11-27']
    expect(await shifts()).toEqual(dates.map((date) => [date, shift]))
    for (const row of await read()) expect(row.sitting?.startsAt).toBe(expectedStart(row))
  })

  test('[SCH-34] stays while date, time and zone do, and is computed again with another of them', async () => {
    const { id } = await created()
    for (const [body, dayShift] of [
      [{ isActive: false }, shift + 1],
      [{ date: day, scheduledTime: '06:30', timeZone, isActive: true, sharingMinutes: 5 }, shift + 1],
      [{ repeatWeeks: 0, scheduledTime: '06:31' }, shift],
    ] as const) {
      await otherShift(id, shift + 1)
      expect(await change(id, body)).toMatchObject({ status: 200, body: { dayShift } })
    }
    await otherShift(id, shift + 1)
    expect(await change(id, { date: '2027-03-22' })).toMatchObject({ body: { dayShift: shift } })
  })

  test('[SCH-29, SCH-34] of copied days is their own, and of others the first one’s with the same time', async () => {
    const at = { templateId, timeZone, together: true }
    const between = { ...start, date: '2027-03-20' }
    const winter = { ...start, date: '2027-03-02' }
    const copied = dayShiftOf(testDays, winter)
    const rows = [
      { ...at, date: '2027-03-22', scheduledTime: '06:30', dayShift: copied },
      { ...at, date: '2027-03-21', scheduledTime: '06:30', dayShift: copied },
      { ...at, date: '2027-11-20', scheduledTime: '12:15' },
      { ...at, date: '2027-06-20', scheduledTime: '12:15' },
    ]
    expect(await fill(rows)).toMatchObject({ status: 201, body: { rows: 4 } })
    const summer = dayShiftOf(testDays, { date: '2027-06-20', scheduledTime: '12:15', timeZone })
    expect(await shifts()).toEqual([
      ['2027-03-21', copied],
      ['2027-03-22', copied],
      ['2027-06-20', summer],
      ['2027-11-20', summer],
    ])
    // A shift that no longer fits the day isn't taken over.
    await fill([{ ...at, date: between.date, scheduledTime: '06:30', dayShift: shift === 2 ? -2 : 2 }])
    expect((await shifts())[0]).toEqual([between.date, shift])
    expect(await fill([{ ...at, date: '2027-04-01', scheduledTime: '06:30', dayShift: 3 }])).toMatchObject(
      rejectedAt('days.0.dayShift'),
    )
  })
})

test('[SCH-33] the activity log shows the zone where there is one', async () => {
  const { id } = await created()
  await change(id, { scheduledTime: '07:00' })
  await change(id, { timeZone: null })
  await created({ timeZone: null, date: '2027-03-22' })
  const entries = await app.database.query
    .selectFrom('activities')
    .select(['before', 'after'])
    .orderBy('id', 'desc')
    .limit(4)
    .execute()
  expect(entries.toReversed()).toMatchObject([
    { before: null, after: { scheduledTime: '06:30', timeZone } },
    { before: { scheduledTime: '06:30' }, after: { scheduledTime: '07:00' } },
    { before: { timeZone }, after: { timeZone: null } },
    { before: null, after: { scheduledTime: '06:30' } },
  ])
  expect(entries[0]?.after).not.toHaveProperty('timeZone')
})

test('[SCH-27, SCH-33] days of the same time in two zones are two entries of the log', async () => {
  const at = { templateId, scheduledTime: '19:00', together: true }
  await fill([
    { ...at, date: '2027-05-01', timeZone },
    { ...at, date: '2027-05-03', timeZone },
    { ...at, date: '2027-05-05' },
  ])
  const entries = await app.database.query
    .selectFrom('activities')
    .select('after')
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  expect(entries.map(({ after }) => after)).toMatchObject([
    { date: '2027-05-05' },
    { date: '2027-05-01, 2027-05-03', timeZone },
  ])
})

test('[SCH-33] members get the zone and the shift with the day’s meditation and the next one', async () => {
  const today = app.calendar.today()
  const tomorrow = addDays(today, 1)
  for (const date of [today, tomorrow]) await created({ date, scheduledTime: '19:00' })
  const { body } = await request(app, 'GET /api/meditation/today', { as: ada })
  const dayShift = dayShiftOf(testDays, { date: today, scheduledTime: '19:00', timeZone })
  expect(body).toMatchObject({
    scheduledTime: '19:00',
    timeZone,
    dayShift,
    next: { date: tomorrow, scheduledTime: '19:00', timeZone, dayShift },
  })
})

test('[SCH-34, PHASE-16, PHASE-24] a start after its day’s midnight keeps that day’s room, where a host can begin it', async () => {
  const late = { templateId, date: '2026-11-21', timeZone: testZone, together: true }
  expect(await fill([{ ...late, scheduledTime: '00:30', dayShift: 1 }])).toMatchObject({ status: 201 })
  app.clock.set(wall('2026-11-22 00:14'))
  const host = await signIn(app, 'host', personFields.ada)
  const today = async () => (await request(app, 'GET /api/meditation/today', { as: host })).body
  expect(await today()).toBeNull()
  const begin = async () =>
    request(app, `POST /api/sittings/${(await read())[0]?.id ?? 0}/begin`, {
      as: host,
      body: { inSeconds: 30 },
    })
  expect(await begin()).toMatchObject({ status: 404 })
  app.clock.set(wall('2026-11-22 00:20'))
  expect(await today()).toMatchObject({ date: '2026-11-21', timeZone: testZone, dayShift: 1 })
  const startsAt = app.clock.now() + 30_000
  expect(await begin()).toMatchObject({ status: 200, body: { day: '2026-11-21', startsAt } })
})

test('[PHASE-17] a starting node moves the sitting of a schedule with its own zone, also yesterday’s @full', async () => {
  const { date, dayShift } = await created()
  const startsAt = scheduledStartMs(testDays, { ...start, date, dayShift })
  await sql`update sittings set "scheduledAt" = "scheduledAt" + interval '3 days', "doorsAt" = "doorsAt" + interval '3 days',
    "gatherAt" = "gatherAt" + interval '3 days', "startsAt" = "startsAt" + interval '3 days', "videoAt" = "videoAt" + interval '3 days',
    "sharingAt" = "sharingAt" + interval '3 days', "endsAt" = "endsAt" + interval '3 days'`.execute(
    app.database.query,
  )
  // The day after its date, as if the start came after that midnight.
  app.clock.set(testDays.startMs(addDays(date, 1)))
  const node = await startTestApp({ peerOf: app })
  const moved = app.database.query.selectFrom('sittings').select('startsAt')
  expect(await moved.execute()).toEqual([{ startsAt: msToTimestamp(startsAt) }])
  await node.close()
})
