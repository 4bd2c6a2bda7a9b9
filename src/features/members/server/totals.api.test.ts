// Community totals: whole minutes, Chicago days, and no samples.
import { beforeEach, expect, test } from 'vitest'
import { insertPastVisits, type PastVisit } from '#features/meditation/server/sql.ts'
import { wall } from '#test/community-days.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { explainQueries } from '#test/database/query-plans.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { countDaysWithSessions, listTopMembers, sumSecondsSince } from './sql/member-list.ts'

const app = await openTestApp({ isUnlimited: true })
let ada = await signIn(app, 'ada', personFields.ada)
const templateId = await makeMeditation(app)
beforeEach(async () => {
  for (const table of ['meditation_sessions', 'time_adjustments'] as const) {
    await app.database.query.deleteFrom(table).execute()
  }
})

const totals = async () => (await request(app, 'GET /api/admin/analytics', { as: ada })).body
const sit = (user: TestUser, sessionDate: string, seconds: number, facts: Partial<PastVisit> = {}) =>
  insertPastVisits(app.database.query, [
    {
      userId: user.userId,
      sessionDate,
      seconds,
      templateId,
      startTime: new Date(`${sessionDate}T18:00:00Z`),
      completed: false,
      isSample: false,
      ...facts,
    },
  ])
const adjust = (user: TestUser, timeSpent: number) =>
  request(app, `PUT /api/admin/users/${user.userId}/time-spent`, { as: ada, body: { timeSpent } })

test('[TOT-04] [TOT-05] without data, all totals are 0', async () => {
  expect(await totals()).toEqual({
    totalUsers: 1,
    totalMinutes: 0,
    dailyAverage: 0,
    monthlyTotal: 0,
    topUsers: [],
  })
})

test('[TOT-05] [I25] totals are whole minutes of sessions plus adjustments; days and month count sessions only', async () => {
  const [mia, mo] = [await signIn(app, 'mia', personFields.mia), await signIn(app, 'mo', personFields.mo)]
  await sit(mia, '2026-11-01', 90)
  await sit(mia, '2026-11-21', 89)
  await sit(mo, '2026-11-21', 630)
  await sit(mo, '2026-10-31', 1_200)
  await adjust(mo, 100)
  const [mias, mos] = [Math.floor(179 / 60), 100]
  expect(await totals()).toEqual({
    totalUsers: 3,
    // 2,009 seconds are 33 whole minutes; mo's 1,830 seconds are thirty, so the adjustment is 70.
    totalMinutes: 33 + 70,
    dailyAverage: 11,
    // 809 seconds.
    monthlyTotal: 13,
    topUsers: [
      { id: mo.userId, name: 'Mo Member', totalTimeSpent: mos },
      { id: mia.userId, name: 'Mia Member', totalTimeSpent: mias },
    ],
  })
})

test('[TOT-05] the month is Chicago’s: a day that has started only in London doesn’t count', async () => {
  const eve = await signIn(app, 'eve', { name: 'Eve' })
  await sit(eve, '2026-11-30', 600)
  app.clock.set(wall('2026-11-30 23:59'))
  ada = await signIn(app, 'ada-in-december', personFields.ada)
  expect(await totals()).toMatchObject({ monthlyTotal: 10 })
  app.clock.set(wall('2026-12-01 00:00'))
  expect(await totals()).toMatchObject({ monthlyTotal: 0, totalMinutes: 10, dailyAverage: 10 })
})

test('[TOT-06] samples don’t count in the totals', async () => {
  const response = await request(app, 'POST /api/mood/sample-data', { as: ada })
  expect(response.status).toBe(201)
  const samples = app.database.query.selectFrom('meditation_sessions').selectAll()
  expect((await samples.execute()).length).toBeGreaterThan(5)
  expect(await totals()).toMatchObject({ totalMinutes: 0, dailyAverage: 0, monthlyTotal: 0, topUsers: [] })
})

test('[TOT-05] the list has at most ten members, longest first, and none without time', async () => {
  const users = []
  for (let index = 0; index < 12; index += 1) {
    const user = await signIn(app, `top-${index}`, { name: `Top ${index}` })
    await sit(user, '2026-11-20', index * 120)
    users.push({ id: user.userId, name: user.name, totalTimeSpent: index * 2 })
  }
  expect(await totals()).toMatchObject({ topUsers: users.toReversed().slice(0, 10) })
  await app.database.query.deleteFrom('meditation_sessions').where('duration', '>', 240).execute()
  expect(await totals()).toMatchObject({
    topUsers: users.slice(1, 3).toReversed(),
  })
})

test('[TOT-04] a member who deleted their account doesn’t count, nor does their time', async () => {
  const gus = await signIn(app, 'gus', { name: 'Gus' })
  await sit(gus, '2026-11-20', 3_600)
  const before = await totals()
  await request(app, `DELETE /api/admin/users/${gus.userId}`, { as: ada })
  const { totalUsers } = before as { totalUsers: number }
  expect(await totals()).toEqual({
    totalUsers: totalUsers - 1,
    totalMinutes: 0,
    dailyAverage: 0,
    monthlyTotal: 0,
    topUsers: [],
  })
})

test('[TOT-05] the days, the month and the list use an index each', async () => {
  const queryPlans = await explainQueries(app.database.query, async (db) => {
    await countDaysWithSessions(db)
    await sumSecondsSince(db, '2026-11-01')
    await listTopMembers(db, 10)
  })
  const indexes = ['meditation_sessions_by_day', 'meditation_sessions_by_day', 'member_times_by_minutes']
  for (const [index, name] of indexes.entries()) expect(queryPlans[index]).toContain(name)
})

test('[TOT-09] [TOT-06] the last 30 days name each day, with whole minutes and members, without samples', async () => {
  app.clock.set(wall('2026-11-21 12:00'))
  const [mia, mo] = [await signIn(app, 'mara', personFields.mia), await signIn(app, 'mona', personFields.mo)]
  await sit(mia, '2026-11-20', 90)
  await sit(mo, '2026-11-20', 45)
  await sit(mia, '2026-11-21', 600, { isSample: true })
  // The day before the first.
  await sit(mia, '2026-10-22', 600)
  const days = (await request(app, 'GET /api/admin/analytics/days', { as: ada })).body as { date: string }[]
  expect(days).toHaveLength(30)
  expect(days[0]).toEqual({ date: '2026-10-23', minutes: 0, members: 0 })
  expect(days.slice(-2)).toEqual([
    { date: '2026-11-20', minutes: 2, members: 2 },
    { date: '2026-11-21', minutes: 0, members: 0 },
  ])
})
