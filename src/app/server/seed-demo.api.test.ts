// The demo seed: what the demo member's own screens have to show.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { historyDays, isComplete, summaryOf } from '#features/energy/history.ts'
import { entriesOf } from '#features/energy/server/sql.ts'
import { secondsByDay } from '#features/meditation/server/service.ts'
import { addDays } from '#shared/day.ts'
import { startTestApp, type TestApp } from '#test/app.ts'
import { seedDemo } from './seed-demo.ts'

const today = '2026-11-21'
let app: TestApp
let memberId: number

const seed = () => seedDemo(app.app.platform, app.app.identity, 'a quiet lake at dawn')

beforeAll(async () => {
  app = await startTestApp()
  await seed()
  const member = await app.database.query
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'member@example.com')
    .executeTakeFirstOrThrow()
  memberId = member.id
})
afterAll(() => app.close())

test('[OPS-14] the member has three weeks until yesterday, rising slowly, with falls and gaps', async () => {
  const times = await secondsByDay(app.database.query, memberId)
  const days = historyDays(await entriesOf(app.database.query, memberId), times)
  expect([days[0]?.sessionDate, days.at(-1)?.sessionDate]).toEqual([addDays(today, -21), addDays(today, -1)])
  expect(days).toHaveLength(19)
  expect(days.filter((day) => !isComplete(day))).toHaveLength(2)
  expect(days.filter(({ improvement }) => improvement !== null && improvement < 0)).toHaveLength(2)
  expect(days.some(({ isSample }) => isSample)).toBe(false)
  expect(summaryOf(days.slice(-6)).averageImprovement).toBeGreaterThan(
    summaryOf(days.slice(0, 6)).averageImprovement ?? 9,
  )
})

test('[OPS-14] every day with entries has its time, one day has time alone, and most are complete', async () => {
  const { query } = app.database
  const times = await secondsByDay(query, memberId)
  const days = historyDays(await entriesOf(query, memberId), times)
  for (const { timeSpent } of days) expect([timeSpent >= 8, timeSpent <= 40]).toEqual([true, true])
  expect(times).toHaveLength(days.length + 1)
  const rows = await query
    .selectFrom('meditation_sessions')
    .selectAll()
    .where('userId', '=', memberId)
    .execute()
  expect(rows.some(({ isOpen, isSample }) => isOpen || isSample)).toBe(false)
  expect(rows.filter(({ completed }) => !completed)).toMatchObject([{ sessionDate: addDays(today, -7) }])
})

test('[OPS-14] put in again, nothing changes', async () => {
  const before = await secondsByDay(app.database.query, memberId)
  expect(await seed()).toBe(false)
  expect(await secondsByDay(app.database.query, memberId)).toEqual(before)
})
