// Member history and sample data, on the real server and database.
import { beforeEach, describe, expect, test } from 'vitest'
import type { MoodEntry } from '#features/energy/contract.ts'
import { insertEntries } from '#features/energy/server/sql.ts'
import { insertPastVisits } from '#features/meditation/server/sql.ts'
import type { Executor } from '#server/db/database.ts'
import { addDays } from '#shared/day.ts'
import { startTestApp } from '#test/app.ts'
import { testDays, wall } from '#test/community-days.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { raceUncommittedChange } from '#test/database/lock-race.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { DayTime } from '../contract.ts'
import { buildHistory, summarizeHistory } from '../history.ts'
import { sampleMonth } from '../sample-month.ts'

const today = '2026-11-21'
// The newest day that accepts no real entries any more.
const lastClosed = '2026-11-19'
const start = wall('2026-11-21 12:00')
const sampleCount = sampleMonth.filter((day) => day !== null).length

let serial = 0

const app = await openTestApp()
const templateId = await makeMeditation(app)
beforeEach(() => app.clock.set(start))

/** One of the shared people with an empty history. */
function newMember(who: keyof typeof personFields): Promise<TestUser> {
  serial += 1
  return signIn(app, `${who}-${serial}`, personFields[who])
}

const addSamples = (as: TestUser) => request(app, 'POST /api/mood/sample-data', { as, body: {} })

const fetchEntries = async (as: TestUser) =>
  (await request(app, 'GET /api/mood/analytics', { as })).body as MoodEntry[]
const fetchTimes = async (as: TestUser) =>
  (await request(app, 'GET /api/mood/sessions', { as })).body as DayTime[]

function saveEntry(
  person: TestUser,
  sessionDate: string,
  moodType: 'pre' | 'post',
  level: number,
): Promise<void> {
  const createdAt = new Date(testDays.startMs(sessionDate) + 3_600_000)
  const entry = { userId: person.userId, sessionDate, emotionLevel: level, moodType, createdAt }
  return insertEntries(app.database.query, [{ ...entry, comment: null, isSample: false }])
}

function sit(person: TestUser, sessionDate: string, seconds: number): Promise<void> {
  const startTime = new Date(testDays.startMs(sessionDate) + 3_600_000)
  const session = { userId: person.userId, sessionDate, templateId, startTime, seconds }
  return insertPastVisits(app.database.query, [{ ...session, completed: false, isSample: false }])
}

const sessionRows = (person: TestUser) =>
  app.database.query
    .selectFrom('meditation_sessions')
    .selectAll()
    .where('userId', '=', person.userId)
    .orderBy('sessionDate')
    .execute()

describe('reads', () => {
  test('[HIST-16] returns the caller’s own entries, for administrators too, without caching', async () => {
    const [mia, gail, ada] = [await newMember('mia'), await newMember('gail'), await newMember('ada')]
    for (const [level, person] of [mia, gail, ada].entries()) await saveEntry(person, today, 'pre', level + 1)
    for (const [level, as] of [mia, gail, ada].entries()) {
      const response = await request(app, 'GET /api/mood/analytics', { as })
      expect(response.body).toMatchObject([{ userId: as.userId, emotionLevel: level + 1, isSample: false }])
      expect(response.body).toHaveLength(1)
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
  })

  test('[HIST-17] returns one item per date with the seconds summed, oldest first, without caching', async () => {
    const [mia, mo, ada] = [await newMember('mia'), await newMember('mo'), await newMember('ada')]
    for (const seconds of [600, 7_200, 45]) await sit(mia, '2026-11-20', seconds)
    await sit(mia, '2026-03-08', 0)
    await sit(mia, '2025-12-31', 61)
    await sit(mo, '2026-11-20', 5)
    const response = await request(app, 'GET /api/mood/sessions', { as: mia })
    expect(response.status).toBe(200)
    expect(response.body).toEqual([
      { sessionDate: '2025-12-31', duration: 61 },
      { sessionDate: '2026-03-08', duration: 0 },
      { sessionDate: '2026-11-20', duration: 7_845 },
    ])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await fetchTimes(mo)).toEqual([{ sessionDate: '2026-11-20', duration: 5 }])
    expect(await fetchTimes(ada)).toEqual([])
  })

  test('[HIST-17] an open session counts with its time so far', async () => {
    const mia = await newMember('mia')
    const { body } = await request(app, 'POST /api/session/start', { as: mia, body: { sessionDate: today } })
    const { id } = body as { id: number }
    app.clock.advance(30_000)
    await request(app, `PUT /api/session/${id}`, { as: mia, body: { additionalDuration: 30 } })
    expect(await fetchTimes(mia)).toEqual([{ sessionDate: today, duration: 30 }])
  })
})

describe('samples', () => {
  test('[HIST-20] are added to the calling administrator’s history, flagged, as a plausible month', async () => {
    const [ada, mia] = [await newMember('ada'), await newMember('mia')]
    expect(await addSamples(ada)).toMatchObject({ status: 201, body: { days: sampleCount } })
    const entries = await fetchEntries(ada)
    const times = await fetchTimes(ada)
    expect(entries.every(({ isSample, userId }) => isSample && userId === ada.userId)).toBe(true)
    const days = buildHistory(entries, times)
    expect(days).toHaveLength(sampleCount)
    expect(days.every(({ isSample, timeSpent }) => isSample && timeSpent >= 8)).toBe(true)
    // Nothing for yesterday and today, which still accept real entries.
    expect([days[0]?.sessionDate, days.at(-1)?.sessionDate]).toEqual([addDays(lastClosed, -29), lastClosed])
    expect(summarizeHistory(days).averageImprovement).toBeGreaterThan(1)
    expect([await fetchEntries(mia), await fetchTimes(mia)]).toEqual([[], []])
  })

  test('[HIST-20, T37] pay no points, complete no sitting, leave no session open and are flagged in every row', async () => {
    const ada = await newMember('ada')
    await addSamples(ada)
    const sessions = await sessionRows(ada)
    expect(sessions).toHaveLength(sampleCount)
    for (const { isSample, completed, isOpen } of sessions) {
      expect({ isSample, completed, isOpen }).toEqual({ isSample: true, completed: false, isOpen: false })
    }
    const user = await app.database.query
      .selectFrom('users')
      .select('quantumLovePoints')
      .where('id', '=', ada.userId)
      .executeTakeFirstOrThrow()
    expect(user.quantumLovePoints).toBe(0)
    // The database enforces it, too.
    const complete = app.database.query.updateTable('meditation_sessions').where('userId', '=', ada.userId)
    await expect(complete.set({ completed: true }).execute()).rejects.toThrow('sample_is_over')
    await expect(complete.set({ isOpen: true }).execute()).rejects.toThrow('sample_is_over')
  })

  test('[HIST-20] days with real data get no sample, and real data is unchanged', async () => {
    const ada = await newMember('ada')
    await saveEntry(ada, lastClosed, 'post', 2)
    await saveEntry(ada, today, 'pre', 5)
    await sit(ada, '2026-11-18', 120)
    for (let round = 0; round < 2; round += 1) {
      expect((await addSamples(ada)).body).toEqual({ days: sampleCount - 2 })
    }
    const days = buildHistory(await fetchEntries(ada), await fetchTimes(ada))
    expect(days.filter(({ isSample }) => !isSample)).toMatchObject([
      { sessionDate: lastClosed, preEntry: null, postEntry: { emotionLevel: 2 }, timeSpent: 0 },
      { sessionDate: today, preEntry: { emotionLevel: 5 }, postEntry: null, timeSpent: 0 },
    ])
    expect(await fetchTimes(ada)).toContainEqual({ sessionDate: '2026-11-18', duration: 120 })
    expect(days.map(({ sessionDate }) => sessionDate)).not.toContain('2026-11-18')
  })

  test('[HIST-20] other members get 403, and nothing is stored', async () => {
    for (const person of [await newMember('mia'), await newMember('gail')]) {
      expect(await addSamples(person)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
      expect([await fetchEntries(person), await fetchTimes(person)]).toEqual([[], []])
    }
  })

  test.each([
    ['demoted', { isAdmin: false }, 'forbidden'],
    ['banned', { isBanned: true, bannedAt: new Date(start), bannedReason: 'Unkind words' }, 'banned'],
  ])(
    '[HIST-20, I11] an administrator who is %s meanwhile is rejected, and nothing is stored',
    async (_, facts, code) => {
      const ada = await newMember('ada')
      const change = (tx: Executor) =>
        tx.updateTable('users').set(facts).where('id', '=', ada.userId).execute()
      const outcome = await raceUncommittedChange(app, change, () => addSamples(ada))
      expect(outcome).toMatchObject({ value: { status: 403, body: { code } } })
      expect(await sessionRows(ada)).toEqual([])
      const entries = await app.database.query
        .selectFrom('mood_entries')
        .select('id')
        .where('userId', '=', ada.userId)
        .execute()
      expect(entries).toEqual([])
    },
  )

  test('[HIST-20] without any meditation the samples have no time @full', async () => {
    const other = await startTestApp()
    try {
      const ada = await signIn(other, 'ada', personFields.ada)
      const response = await request(other, 'POST /api/mood/sample-data', { as: ada })
      expect(response).toMatchObject({ status: 201, body: { days: sampleCount } })
      expect((await request(other, 'GET /api/mood/sessions', { as: ada })).body).toEqual([])
    } finally {
      await other.close()
    }
  })
})
