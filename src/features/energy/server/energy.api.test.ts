// Energy endpoints, on the real server and database.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { wall } from '#test/community-days.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn, signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'

const today = '2026-11-21'

const app = await openTestApp()
const people = await signInPeople(app)

const entry = (facts: object = {}) => ({
  sessionDate: today,
  emotionLevel: 6,
  moodType: 'pre',
  notes: null,
  comment: null,
  ...facts,
})

const save = (body: unknown, as: TestUser = people.mia) => request(app, 'POST /api/mood/entry', { as, body })

const stored = (person: TestUser) =>
  app.database.query.selectFrom('mood_entries').selectAll().where('userId', '=', person.userId).execute()

describe('saving an entry', () => {
  test('[ENERGY-04, ENERGY-06, DATA-10] responds 201 with the entry, stored as sent', async () => {
    const response = await save(entry({ comment: '  Warm hands.  ', emotionLevel: 8, moodType: 'post' }))
    expect(response.status).toBe(201)
    const [row] = await stored(people.mia)
    expect(row).toMatchObject({ emotionLevel: 8, moodType: 'post', comment: 'Warm hands.', notes: null })
    // The care texts come with every After (T64).
    expect(response.body).toEqual({
      id: row?.id,
      userId: people.mia.userId,
      sessionDate: today,
      emotionLevel: 8,
      moodType: 'post',
      notes: null,
      comment: 'Warm hands.',
      createdAt: wall('2026-11-21 12:00'),
      isSample: false,
      sittingId: null,
      reflectionOptIn: false,
      care: expect.any(Object) as object,
      careCard: 'hide',
    })
  })

  test('[ENERGY-03] an empty diary is stored as null', async () => {
    const person = await signIn(app, 'mia-empty', personFields.mia)
    expect((await save(entry({ comment: '   ' }), person)).body).toMatchObject({ comment: null })
    expect(await stored(person)).toMatchObject([{ comment: null }])
  })

  test('[ENERGY-03, ENERGY-04] omitted comment and notes are stored as null', async () => {
    const person = await signIn(app, 'mia-short', personFields.mia)
    const response = await save({ sessionDate: today, emotionLevel: 6, moodType: 'pre' }, person)
    expect(response.status).toBe(201)
    expect(response.body).toMatchObject({ comment: null, notes: null })
    expect(await stored(person)).toMatchObject([{ comment: null, notes: null }])
  })

  test('[ENERGY-12, ENERGY-15] every entry stays unchanged, and no points are paid', async () => {
    const person = await signIn(app, 'mia-twice', personFields.mia)
    for (const facts of [{}, { emotionLevel: 2 }, { moodType: 'post' }]) await save(entry(facts), person)
    expect(await stored(person)).toHaveLength(3)
    await expect(
      app.database.query.updateTable('mood_entries').set({ emotionLevel: 1 }).execute(),
    ).rejects.toThrow('append-only')
    const user = await app.database.query
      .selectFrom('users')
      .select('quantumLovePoints')
      .where('id', '=', person.userId)
      .executeTakeFirstOrThrow()
    expect(user.quantumLovePoints).toBe(0)
  })

  test('[ENERGY-14] after midnight an entry for yesterday’s session is still accepted', async () => {
    const person = await signIn(app, 'mia-late', personFields.mia)
    app.clock.set(wall('2026-11-22 00:20'))
    try {
      expect((await save(entry({ moodType: 'post' }), person)).status).toBe(201)
      expect(await stored(person)).toMatchObject([{ sessionDate: today }])
    } finally {
      app.clock.set(wall('2026-11-21 12:00'))
    }
  })
})

describe('rejected requests store nothing', () => {
  test.each([
    ['a level of 0', { emotionLevel: 0 }, 'emotionLevel'],
    ['a level of 9', { emotionLevel: 9 }, 'emotionLevel'],
    ['half a level', { emotionLevel: 6.5 }, 'emotionLevel'],
    ['a level in words', { emotionLevel: '6' }, 'emotionLevel'],
    ['a level that is no number', { emotionLevel: null }, 'emotionLevel'],
    ['a diary of 501', { comment: 'x'.repeat(501) }, 'comment'],
    ['a diary of 251 hearts, 502 units', { comment: '💜'.repeat(251) }, 'comment'],
    ['a diary with NUL', { comment: 'a\u0000b' }, 'comment'],
    ['notes', { notes: 'x' }, 'notes'],
    ['another kind', { moodType: 'during' }, 'moodType'],
    ['a date that is none', { sessionDate: '2026-02-30' }, 'sessionDate'],
  ])('[ENERGY-07] %s', async (_, facts, path) => {
    const person = await signIn(app, `mia-${randomUUID()}`, personFields.mia)
    const response = await save(entry(facts), person)
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({ code: 'invalid', issues: [{ path }] })
    expect(await stored(person)).toEqual([])
  })

  test.each(['2026-11-19', '2026-11-22', '2025-11-21'])(
    '[ENERGY-13] an entry for %s',
    async (sessionDate) => {
      const response = await save(entry({ sessionDate }), people.mo)
      expect(response.status).toBe(400)
      expect(response.body).toMatchObject({ issues: [{ path: 'sessionDate' }] })
      expect(await stored(people.mo)).toEqual([])
    },
  )

  test('[API-23] unknown keys, such as userId, in the body or the query', async () => {
    expect((await save(entry({ userId: people.mia.userId }), people.mo)).status).toBe(400)
    expect((await save(entry({ createdAt: '2020-01-01' }), people.mo)).status).toBe(400)
    for (const path of ['/api/mood/analytics', '/api/mood/sessions'] as const) {
      expect((await request(app, `GET ${path}`, { as: people.mo })).status).toBe(200)
      expect((await request(app, `GET ${path}?userId=1`, { as: people.mo })).status).toBe(400)
    }
    expect(await stored(people.mo)).toEqual([])
  })

  test('[ENERGY-08] the database rejects a level outside 1 to 8', async () => {
    for (const emotionLevel of [0, 9]) {
      const insert = app.database.query.insertInto('mood_entries').values({
        userId: people.mo.userId,
        sessionDate: today,
        emotionLevel,
        moodType: 'pre',
        notes: null,
        comment: null,
        createdAt: wall('2026-11-21 12:00'),
      })
      await expect(insert.execute()).rejects.toThrow('mood_entries_emotionLevel_check')
    }
  })
})

test('lists the caller’s own entries only, oldest first, for admins too', async () => {
  const mine = await signIn(app, 'mia-list', personFields.mia)
  await save(entry({ sessionDate: '2026-11-21' }), mine)
  await save(entry({ sessionDate: '2026-11-20' }), mine)
  const list = await request(app, 'GET /api/mood/analytics', { as: mine })
  expect(list.body).toMatchObject([{ sessionDate: '2026-11-20' }, { sessionDate: '2026-11-21' }])
  expect((await request(app, 'GET /api/mood/analytics', { as: people.ada })).body).toEqual([])
  const ofDay = (date: string) => request(app, `GET /api/mood/analytics?date=${date}`, { as: mine })
  expect((await ofDay('2026-11-21')).body).toMatchObject([{ sessionDate: '2026-11-21', userId: mine.userId }])
  expect((await ofDay('2026-11-19')).body).toEqual([])
  expect(await ofDay('2026-11-31')).toMatchObject({ status: 400, body: { issues: [{ path: 'date' }] } })
})

test('[API-24] above the rate limit nothing is stored, and the response has Retry-After', async () => {
  const person = await signIn(app, 'mia-fast', personFields.mia)
  const responses = []
  for (let index = 0; index < 21; index += 1) responses.push(await save(entry(), person))
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(20)
  const last = responses.at(-1)
  expect(last?.status).toBe(429)
  expect(last?.body).toMatchObject({ code: 'rate_limited' })
  expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await stored(person)).toHaveLength(20)
  app.clock.advance(3_000)
  expect((await save(entry(), person)).status).toBe(201)
})
