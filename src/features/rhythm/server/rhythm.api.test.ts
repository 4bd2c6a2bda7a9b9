// A member's rhythm on the server: which days count, and their own choices.
import { expect, test } from 'vitest'
import { insertPastVisits } from '#features/meditation/server/sql.ts'
import { wall } from '#test/community-days.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { RhythmChoices } from '../contract.ts'

const app = await openTestApp({ isUnlimited: true })
const people = await signInPeople(app)
await makeMeditation(app)

const rhythmOf = async (as: TestUser) => (await request(app, 'GET /api/rhythm', { as })).body
const nothingChosen: RhythmChoices = { daysAWeek: null, hasStreak: false, isShown: true }

test('[RHY-01] [RHY-04] a day counts from a minute of one visit, complete or not, by the day of its sitting', async () => {
  const { id: templateId } = await app.database.query
    .selectFrom('meditation_templates')
    .select('id')
    .executeTakeFirstOrThrow()
  const visit = (sessionDate: string, seconds: number, completed = false, at = `${sessionDate} 12:00`) => ({
    sessionDate,
    userId: people.mia.userId,
    templateId,
    startTime: new Date(wall(at)),
    seconds,
    completed,
    isSample: false,
  })
  await insertPastVisits(app.database.query, [
    visit('2026-11-12', 60),
    visit('2026-11-13', 59),
    visit('2026-11-14', 40),
    visit('2026-11-14', 40, false, '2026-11-14 18:00'),
    visit('2026-11-17', 900, true),
    // A sitting that began before midnight: its day is the one before.
    visit('2026-11-18', 600, false, '2026-11-19 00:20'),
  ])
  expect(await rhythmOf(people.mia)).toEqual({
    days: ['2026-11-12', '2026-11-17', '2026-11-18'],
    choices: nothingChosen,
  })
  expect(await rhythmOf(people.mo)).toEqual({ days: [], choices: nothingChosen })
})

test('[RHY-02] [RHY-03] [RHY-06] choices start empty, are the member’s own, and hiding loses nothing', async () => {
  const chosen: RhythmChoices = { daysAWeek: 4, hasStreak: true, isShown: true }
  expect(await request(app, 'PUT /api/rhythm', { as: people.mia, body: chosen })).toMatchObject({
    status: 200,
    body: chosen,
  })
  const hidden = { ...chosen, isShown: false }
  await request(app, 'PUT /api/rhythm', { as: people.mia, body: hidden })
  expect(await rhythmOf(people.mia)).toMatchObject({ choices: hidden })
  expect(await rhythmOf(people.mo)).toMatchObject({ choices: nothingChosen })
})

test('[RHY-02] [RHY-03] [RHY-06] a part changes its fields alone, and the response has all', async () => {
  const save = async (body: object) => (await request(app, 'PUT /api/rhythm', { as: people.mo, body })).body
  expect(await save({})).toEqual(nothingChosen)
  expect(await save({ hasStreak: true })).toEqual({ ...nothingChosen, hasStreak: true })
  await Promise.all([{ daysAWeek: 4 }, { isShown: false }, { hasStreak: false }].map(save))
  expect(await rhythmOf(people.mo)).toMatchObject({
    choices: { daysAWeek: 4, isShown: false, hasStreak: false },
  })
})

test('[RHY-02] 1 to 7 days a week: others are refused, and change nothing', async () => {
  const before = await rhythmOf(people.mia)
  for (const daysAWeek of [0, 8, 2.5, '3'])
    expect(
      await request(app, 'PUT /api/rhythm', { as: people.mia, body: { ...nothingChosen, daysAWeek } }),
    ).toMatchObject({ status: 400 })
  expect(await rhythmOf(people.mia)).toEqual(before)
})
