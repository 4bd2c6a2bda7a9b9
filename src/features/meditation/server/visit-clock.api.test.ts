// Credit never exceeds the wall clock: parallel claims, many visits, hostile and unlucky sequences.
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { wall } from '#test/community-days.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { createSeededRandom } from '#test/seeded-random.ts'
import type { VisitRecord } from '../contract.ts'

const yesterday = '2026-11-20'
const today = '2026-11-21'
/**
 * Shortly after midnight in Chicago, with yesterday's room still open: a member can sit in two visits at once.
 */
const moment = wall('2026-11-21 00:05')
let mia: TestUser

const app = await openTestApp({ isUnlimited: true })
await makeMeditation(app, { day: yesterday, duration: 600 })
await makeMeditation(app, { day: today, duration: 3 })
beforeEach(async () => {
  app.clock.set(moment)
  mia = await signIn(app, `mia-${randomUUID()}`, personFields.mia)
})

async function start(sessionDate = today): Promise<number> {
  const { body } = await request(app, 'POST /api/session/start', { as: mia, body: { sessionDate } })
  return (body as VisitRecord).id
}
const report = (id: number, body: object) => request(app, `PUT /api/session/${id}`, { as: mia, body })
const leave = (id: number, seconds: number) =>
  request(app, `POST /api/session/${id}`, { as: mia, body: { additionalDuration: seconds } })
const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0)

async function credited(): Promise<number> {
  const rows = await app.database.query
    .selectFrom('meditation_sessions')
    .select('duration')
    .where('userId', '=', mia.userId)
    .execute()
  return sum(rows.map(({ duration }) => duration))
}

async function lastCreditMs(): Promise<number> {
  const { lastCreditAt } = await app.database.query
    .selectFrom('meditation_clocks')
    .select('lastCreditAt')
    .where('userId', '=', mia.userId)
    .executeTakeFirstOrThrow()
  return Temporal.Instant.from(lastCreditAt).epochMilliseconds
}

describe('nights with a clock change', () => {
  test.each([
    ['F13', '2027-03-14', wall('2027-03-14 01:30')],
    ['F14', '2026-11-01', wall('2026-11-01 01:00')],
  ])('[I06] [%s] an hour over the change of %s counts once, on one day', async (_, day, from) => {
    await makeMeditation(app, { day, duration: 90 })
    app.clock.set(from)
    mia = await signIn(app, `mia-${randomUUID()}`, personFields.mia)
    const id = await start(day)
    for (let minute = 1; minute <= 60; minute += 1) {
      app.clock.advance(60_000)
      expect((await report(id, { additionalDuration: 60 })).status).toBe(200)
    }
    await report(id, { additionalDuration: 3_600 })
    expect(await credited()).toBe(3_600)
    const row = app.database.query.selectFrom('meditation_sessions').select('sessionDate')
    expect(await row.where('id', '=', id).execute()).toEqual([{ sessionDate: day }])
  })
})

describe('concurrent claims', () => {
  test('[I06, T16] fifty after ten seconds are credited ten seconds in total', async () => {
    const id = await start()
    app.clock.advance(10_000)
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => report(id, { additionalDuration: 10 })),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(50)
    expect(await credited()).toBe(10)
  })

  test('[I06, MED-23] to visits of two days, by totals, deltas and goodbyes, share the same time', async () => {
    const rows = [await start(yesterday), await start(today)]
    app.clock.advance(40_000)
    await Promise.all(
      rows.flatMap((id) => [
        ...Array.from({ length: 10 }, () => report(id, { additionalDuration: 30 })),
        ...Array.from({ length: 10 }, () => report(id, { duration: 40 })),
        ...Array.from({ length: 5 }, () => leave(id, 40)),
      ]),
    )
    expect(await credited()).toBe(40)
  })

  test('[F23] the last report and the goodbye, in any order, are both credited and nothing more', async () => {
    const id = await start()
    let truth = 0
    for (let round = 0; round < 10; round += 1) {
      app.clock.advance(35_000)
      truth += 35
      await Promise.all([report(id, { additionalDuration: 30 }), leave(id, 5)])
      expect(await credited()).toBe(truth)
      app.clock.advance(1_000)
      await start()
    }
  })
})

test('[F16] a server clock that steps back an hour adds no credit and blocks no member', async () => {
  app.clock.set(wall('2026-11-21 12:00'))
  const id = await start()
  app.clock.advance(60_000)
  await report(id, { additionalDuration: 60 })
  app.clock.advance(-60 * 60_000)
  expect((await report(id, { additionalDuration: 30 })).body).toMatchObject({ duration: 60 })
  app.clock.advance(30_000)
  expect((await report(id, { additionalDuration: 30 })).body).toMatchObject({ duration: 90 })
  expect(await start()).toBe(id)
  app.clock.advance(30_000)
  expect((await report(id, { duration: 120 })).body).toMatchObject({ duration: 120 })
})

const seeds = process.env['TEST_FULL'] === undefined ? [1] : [1, 2, 3, 4]
describe.each(seeds)('any requests, in random order %i', (seed) => {
  test('[I06, MED-23] no period is credited more than its length @full', async () => {
    const chance = createSeededRandom(seed)
    const below = (most: number) => Math.floor(chance() * most)
    const rows = [await start(yesterday), await start(today)]
    const startedMs = app.clock.now()
    const seen = [{ atMs: startedMs, total: 0, creditedToMs: startedMs }]
    for (let step = 0; step < 60; step += 1) {
      app.clock.advance(chance() < 0.1 ? below(40 * 60_000) : below(45_000))
      await Promise.all(
        Array.from({ length: 1 + below(4) }, () => {
          const id = rows[below(2)] ?? 0
          const seconds = chance() < 0.3 ? 7_200 : below(60)
          if (chance() < 0.2) return start(chance() < 0.5 ? yesterday : today)
          if (chance() < 0.3) return leave(id, seconds)
          return report(id, chance() < 0.3 ? { duration: seconds } : { additionalDuration: seconds })
        }),
      )
      seen.push({ atMs: app.clock.now(), total: await credited(), creditedToMs: await lastCreditMs() })
    }
    for (const [index, from] of seen.entries()) {
      expect(from.creditedToMs).toBeLessThanOrEqual(from.atMs)
      for (const to of seen.slice(index + 1)) {
        // All earlier credit lies before `creditedToMs`, so later credit fits into the time since then.
        expect((to.total - from.total) * 1_000).toBeLessThanOrEqual(to.creditedToMs - from.creditedToMs)
      }
    }
    expect(seen.at(-1)?.total).toBeGreaterThan(0)
  })

  test('[F22] with goodbyes lost, repeated and out of order, a visit has at most 30 seconds less than its real time @full', async () => {
    const chance = createSeededRandom(100 + seed)
    let truth = 0
    let before = 0
    for (let visit = 0; visit < 25; visit += 1) {
      const id = await start()
      const sat = 1 + Math.floor(chance() * 100)
      const beats = Math.floor(sat / 30)
      const isLost = chance() < 0.3
      const overtakes = chance() < 0.3 && beats > 0
      for (let beat = 1; beat <= beats; beat += 1) {
        app.clock.advance(30_000)
        if (beat < beats || !overtakes) await report(id, { additionalDuration: 30 })
      }
      app.clock.advance((sat % 30) * 1_000)
      if (!isLost) await leave(id, sat % 30)
      if (overtakes) await report(id, { additionalDuration: 30 })
      truth += sat
      app.clock.advance(Math.floor(chance() * 20_000))
      if (!isLost && chance() < 0.3) await leave(id, sat % 30)
      const now = await credited()
      expect(now).toBeLessThanOrEqual(truth)
      expect(now - before).toBeGreaterThanOrEqual(sat - 30)
      before = now
      app.clock.advance(Math.floor(chance() * 5 * 60_000))
    }
  })
})
