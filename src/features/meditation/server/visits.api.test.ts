// A member's time in a sitting through the real server: starts, reports, goodbyes and errors.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { minuteMs } from '#shared/durations.ts'
import { startTestApp, type TestApp } from '#test/app.ts'
import { createTestClock, defaultTestTime } from '#test/clock.ts'
import { wall } from '#test/community-days.ts'
import { makeKnownMembers, makeMeditation } from '#test/data/factories.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signInBuiltinMember } from '#test/people/account.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { request, type TestResponse } from '#test/request.ts'
import type { VisitRecord } from '../contract.ts'
import { findIsKnownMember } from './service.ts'

const today = '2026-11-21'
const yesterday = '2026-11-20'
let mia: TestUser

const app = await openTestApp({ isUnlimited: true })
await makeMeditation(app)
await makeMeditation(app, { day: yesterday })
beforeEach(async () => {
  app.clock.set(defaultTestTime)
  mia = await signIn(app, `mia-${randomUUID()}`, personFields.mia)
})

const start = (as = mia, sessionDate = today) =>
  request(app, 'POST /api/session/start', { as, body: { sessionDate } })
const report = (id: number | string, body: unknown, as = mia) =>
  request(app, `PUT /api/session/${id}`, { as, body })
const leave = (id: number | string, body: unknown, as = mia) =>
  request(app, `POST /api/session/${id}`, { as, body })
const read = (id: number | string, as = mia) => request(app, `GET /api/session/${id}`, { as })
const recordOf = ({ body }: TestResponse) => body as VisitRecord
const opened = async (as = mia) => recordOf(await start(as)).id
const spent = async (id: number, as = mia) => recordOf(await read(id, as)).duration

/** Sits for `seconds`, in reports of 30. */
async function sit(id: number, seconds: number): Promise<VisitRecord> {
  let response: TestResponse | null = null
  for (let left = seconds; left > 0; left -= 30) {
    app.clock.advance(Math.min(30, left) * 1_000)
    response = await report(id, { additionalDuration: Math.min(30, left) })
  }
  if (!response) throw new Error('Nothing was sat.')
  return recordOf(response)
}

const stored = () =>
  Promise.all([
    app.database.query
      .selectFrom('meditation_sessions')
      .selectAll()
      .where('userId', '=', mia.userId)
      .orderBy('id')
      .execute(),
    app.database.query
      .selectFrom('meditation_clocks')
      .selectAll()
      .where('userId', '=', mia.userId)
      .executeTakeFirst(),
  ])

describe('a start', () => {
  test('[MED-19, DATA-11] returns 201 with a new visit, and 200 with the same while it is open', async () => {
    const first = await start()
    expect(first.status).toBe(201)
    const [[row]] = await stored()
    expect(first.body).toEqual({
      id: row?.id,
      userId: mia.userId,
      sessionDate: today,
      startTime: wall('2026-11-21 12:00'),
      endTime: wall('2026-11-21 12:00'),
      duration: 0,
      templateId: row?.templateId,
      completed: false,
      createdAt: wall('2026-11-21 12:00'),
      isReturn: false,
    })
    app.clock.advance(30_000)
    const again = await start()
    expect(again.status).toBe(200)
    expect(again.body).toEqual(first.body)
  })

  test('[API-23] with another key, such as userId, is rejected and opens no visit', async () => {
    const mo = await signIn(app, `mo-${randomUUID()}`, personFields.mo)
    for (const more of [{ userId: mia.userId }, { userId: mo.userId }, { completed: true }]) {
      const body = { sessionDate: today, ...more }
      expect(await request(app, 'POST /api/session/start', { as: mo, body })).toMatchObject({
        status: 400,
        body: { code: 'invalid' },
      })
    }
    const visits = app.database.query.selectFrom('meditation_sessions').select('id')
    expect(await visits.where('userId', 'in', [mia.userId, mo.userId]).execute()).toEqual([])
  })

  test('[I07] sent fifty times concurrently opens one visit', async () => {
    const responses = await Promise.all(Array.from({ length: 50 }, () => start()))
    expect(new Set(responses.map((response) => recordOf(response).id)).size).toBe(1)
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(49)
    expect((await stored())[0]).toHaveLength(1)
  })

  test('[MED-20] after more than two idle hours ends the visit and opens a new one', async () => {
    const id = await opened()
    await sit(id, 30)
    app.clock.advance(120 * minuteMs)
    expect(recordOf(await start()).id).toBe(id)
    app.clock.advance(1)
    const next = await start()
    expect(next.status).toBe(201)
    expect(recordOf(next)).toMatchObject({ duration: 0, sessionDate: today })
    expect(recordOf(next).id).not.toBe(id)
    expect((await report(id, { additionalDuration: 1 })).body).toMatchObject({ code: 'session_ended' })
    expect(await spent(id)).toBe(30)
  })

  test('[MED-29] [I26] [F15] uses yesterday while its room is open, and today for any other date', async () => {
    const dayOf = async (sessionDate: string) => recordOf(await start(mia, sessionDate)).sessionDate
    expect(await dayOf(yesterday)).toBe(today)
    expect(await dayOf('2026-11-22')).toBe(today)
    expect(await dayOf('2019-01-01')).toBe(today)
    // Midnight in Chicago, three minutes of meditation, and fifteen more.
    app.clock.set(wall('2026-11-21 00:17:59.999'))
    expect(await dayOf(yesterday)).toBe(yesterday)
    expect(await dayOf(today)).toBe(today)
    app.clock.set(wall('2026-11-21 00:18'))
    expect(await dayOf(yesterday)).toBe(today)
  })

  test('[MED-19] [LIVE-16] uses the day that began on another node, whose clock is slightly ahead @full', async () => {
    // Back by more than the accepted clock skew, so that this node returns to yesterday.
    app.clock.set(wall('2026-11-20 23:50'))
    expect(recordOf(await start()).sessionDate).toBe(yesterday)
    app.clock.set(wall('2026-11-20 23:59:59'))
    const late = await startTestApp({ peerOf: app, clock: createTestClock(wall('2026-11-20 23:59:39')) })
    const begin = async (sessionDate: string) =>
      recordOf(await request(late, 'POST /api/session/start', { as: mia, body: { sessionDate } })).sessionDate
    const shown = async () => (await request(late, 'GET /api/meditation/today', { as: mia })).body
    expect([await begin(today), await shown()]).toMatchObject([yesterday, { date: yesterday }])
    app.clock.advance(1_000)
    expect([await begin(today), await shown()]).toMatchObject([today, { date: today }])
    expect(await begin(yesterday)).toBe(yesterday)
    await late.close()
  })

  test('[MED-21] before midnight creates a visit that keeps its date', async () => {
    app.clock.set(wall('2026-11-20 23:59:50'))
    const id = recordOf(await start(mia, yesterday)).id
    const after = await sit(id, 60)
    expect(after).toMatchObject({ id, sessionDate: yesterday, duration: 60 })
  })

  test('[MED-32] on a day without a meditation is rejected with no_meditation, and nothing is stored', async () => {
    app.clock.set(wall('2026-11-25 12:00'))
    for (const sessionDate of ['2026-11-25', '2026-11-24', today]) {
      const response = await start(mia, sessionDate)
      expect(response.status).toBe(409)
      expect(response.body).toMatchObject({
        code: 'no_meditation',
        message: 'There’s no meditation scheduled for today.',
      })
    }
    expect(await stored()).toEqual([[], undefined])
  })
})

describe('a report', () => {
  test('[MED-22, MED-17] of a delta adds, of a total raises and never lowers, and GET returns the sum', async () => {
    const id = await opened()
    app.clock.advance(100_000)
    expect((await report(id, { additionalDuration: 30 })).body).toMatchObject({ id, duration: 30 })
    expect((await report(id, { duration: 50 })).body).toMatchObject({ duration: 50 })
    expect((await report(id, { duration: 20 })).body).toMatchObject({ duration: 50 })
    expect((await report(id, { additionalDuration: 0 })).body).toMatchObject({ duration: 50 })
    expect((await read(id)).body).toMatchObject({ id, duration: 50 })
  })

  test('[MED-31] with credit sets the end time, and one without doesn’t', async () => {
    const id = await opened()
    app.clock.advance(10_000)
    expect((await report(id, { additionalDuration: 10 })).body).toMatchObject({
      endTime: wall('2026-11-21 12:00:10'),
    })
    app.clock.advance(500)
    expect((await report(id, { additionalDuration: 10 })).body).toMatchObject({
      duration: 10,
      endTime: wall('2026-11-21 12:00:10'),
    })
  })

  test('[MED-25] after an unobserved gap is credited up to the meditation’s length plus ten minutes', async () => {
    const id = await opened()
    app.clock.advance(70 * minuteMs)
    expect((await report(id, { duration: 4_200 })).body).toMatchObject({ duration: 13 * 60 })
    expect((await report(id, { additionalDuration: 4_200 })).body).toMatchObject({ duration: 13 * 60 })
  })

  test('[MED-24, I08] is credited up to 7200 seconds per visit, which the database enforces too', async () => {
    const id = await opened()
    for (let index = 0; index < 13; index += 1) {
      app.clock.advance(10 * minuteMs)
      await report(id, { additionalDuration: 600 })
    }
    expect(await spent(id)).toBe(7_200)
    for (const duration of [7_201, -1]) {
      const update = app.database.query.updateTable('meditation_sessions').set({ duration })
      await expect(update.execute()).rejects.toThrow('meditation_sessions_duration_check')
    }
  })

  test('[MED-26] never includes the time between two visits, with or without a goodbye', async () => {
    const id = await opened()
    app.clock.advance(10_000)
    await leave(id, { additionalDuration: 10 })
    app.clock.advance(60_000)
    expect(await opened()).toBe(id)
    expect((await report(id, { additionalDuration: 7_200 })).body).toMatchObject({ duration: 10 })
    app.clock.advance(2 * minuteMs + 1)
    expect(await opened()).toBe(id)
    expect((await report(id, { duration: 7_200 })).body).toMatchObject({ duration: 10 })
  })

  test('[MED-26, MED-16] after a premature goodbye continues: the page was only hidden', async () => {
    const id = await opened()
    app.clock.advance(10_000)
    await leave(id, { additionalDuration: 10 })
    app.clock.advance(20_000)
    expect((await report(id, { duration: 30 })).body).toMatchObject({ duration: 30 })
  })

  test('[MED-23] from a second tab that opens and closes takes nothing from the first @full', async () => {
    const id = await opened()
    for (let round = 1; round <= 10; round += 1) {
      app.clock.advance(25_000)
      await opened()
      app.clock.advance(1_000)
      await leave(id, { additionalDuration: 1 })
      app.clock.advance(4_000)
      expect((await report(id, { additionalDuration: 30 })).body).toMatchObject({ duration: round * 30 })
    }
  })

  test('[MED-28, T18] completes the visit at 80 % and not a second before; it stays completed', async () => {
    const id = await opened()
    // The sample video is shorter than its template's three minutes.
    expect(await sit(id, 134)).toMatchObject({ duration: 134, completed: false })
    expect(await sit(id, 1)).toMatchObject({ duration: 135, completed: true })
    expect(await sit(id, 30)).toMatchObject({ duration: 165, completed: true })
    expect(recordOf(await start())).toMatchObject({ id, completed: true })
  })

  test('[MED-28] a template without a length counts as five minutes', async () => {
    app.clock.set(wall('2026-12-01 12:00'))
    await makeMeditation(app, { duration: 0, mediaSeconds: null })
    const id = await opened()
    expect(await sit(id, 239)).toMatchObject({ completed: false })
    expect(await sit(id, 1)).toMatchObject({ completed: true })
  })
})

describe('a goodbye', () => {
  test('[MED-27, MED-15] returns an empty 204 and is credited, also as a browser’s beacon', async () => {
    const id = await opened()
    app.clock.advance(20_000)
    const response = await leave(id, { additionalDuration: 5 })
    expect(response).toMatchObject({ status: 204, body: null })
    const headers = { 'content-type': 'text/plain;charset=UTF-8' }
    const beacon = await request(app, `POST /api/session/${await opened()}`, {
      as: mia,
      headers,
      body: { additionalDuration: 5 },
    })
    expect(beacon.status).toBe(204)
    expect(await spent(id)).toBe(10)
  })

  test('[MED-27, T17] to an ended visit changes nothing; a report to one gets an error', async () => {
    const id = await opened()
    await sit(id, 30)
    app.clock.advance(121 * minuteMs)
    await opened()
    const before = await stored()
    app.clock.advance(10_000)
    expect((await leave(id, { additionalDuration: 5 })).status).toBe(204)
    const rejected = await report(id, { additionalDuration: 5 })
    expect(rejected.status).toBe(409)
    expect(rejected.body).toMatchObject({ code: 'session_ended', message: 'This visit has ended.' })
    expect(await stored()).toEqual(before)
  })
})

describe('a rejected request changes nothing', () => {
  test('[MED-30, T17] reading, reporting and leaving another member’s visit, or an unknown one', async () => {
    const id = await opened()
    const mo = await signIn(app, `mo-${randomUUID()}`, personFields.mo)
    app.clock.advance(10_000)
    const before = await stored()
    for (const target of [id, 2_000_000_000]) {
      expect((await read(target, mo)).status).toBe(404)
      for (const response of [
        await report(target, { additionalDuration: 5 }, mo),
        await leave(target, { additionalDuration: 5 }, mo),
      ]) {
        expect(response.status).toBe(404)
        expect(response.body).toMatchObject({ code: 'not_found' })
      }
    }
    expect(await stored()).toEqual(before)
  })

  test.each(['0', '-1', '1e3', '1.5', '2147483648', '99999999999999999999', 'abc', '%201', 'NaN'])(
    '[T17] the id %s',
    async (id) => {
      for (const response of [
        await read(id),
        await report(id, { additionalDuration: 1 }),
        await leave(id, { additionalDuration: 1 }),
      ]) {
        expect(response.status).toBe(400)
        expect(response.body).toMatchObject({ code: 'invalid', issues: [{ path: 'id' }] })
      }
    },
  )

  test.each([
    '{"additionalDuration":-1}',
    '{"additionalDuration":NaN}',
    '{"additionalDuration":1e308}',
    '{"additionalDuration":9007199254740992}',
    '{"additionalDuration":"30"}',
    '{"additionalDuration":1.5}',
    '{"additionalDuration":null}',
    '{"additionalDuration":[30]}',
    '{"additionalDuration":true}',
    '{"duration":-1}',
    '{"duration":1e308}',
    '{"duration":"30"}',
    '{"additionalDuration":30,"duration":30}',
    '{"additionalDuration":30,"completed":true}',
    '{"additionalDuration":30,"userId":1}',
    '{}',
    '[]',
    '30',
    'null',
    '"30"',
    '',
  ])('[T16] a report of %s', async (body) => {
    const id = await opened()
    app.clock.advance(60_000)
    const before = await stored()
    for (const response of [await report(id, body), await leave(id, body)]) {
      expect(response.status).toBe(400)
      expect(response.body).toMatchObject({ code: 'invalid' })
    }
    expect(await stored()).toEqual(before)
  })

  test('[T16] a goodbye beyond a visit’s maximum, or of a total', async () => {
    const id = await opened()
    app.clock.advance(60_000)
    const before = await stored()
    for (const body of [{ additionalDuration: 7_201 }, { duration: 30 }]) {
      expect((await leave(id, body)).status).toBe(400)
    }
    expect(await stored()).toEqual(before)
  })

  test('[I11] any request of a banned member, also one in progress during the ban', async () => {
    const id = await opened()
    app.clock.advance(60_000)
    const before = await stored()
    const calls: Promise<TestResponse>[] = []
    await app.database.transaction(async (tx) => {
      await tx
        .updateTable('users')
        .set({ isBanned: true, bannedAt: new Date(app.clock.now()), bannedReason: 'Unkind words' })
        .where('id', '=', mia.userId)
        .execute()
      calls.push(start(), report(id, { additionalDuration: 5 }), leave(id, { additionalDuration: 5 }))
      // They passed the guard before the ban was committed, and wait for its lock now.
      await expect.poll(() => waitingForLocks(app)).toBe(3)
    })
    for (const response of await Promise.all(calls)) {
      expect(response.status).toBe(403)
      expect(response.body).toMatchObject({ code: 'banned', reason: 'Unkind words' })
    }
    expect(await stored()).toEqual(before)
  })
})

/** The number of statements that wait for a lock. */
async function waitingForLocks({ database }: TestApp): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`.execute(database.query)
  return rows[0]?.count ?? 0
}

describe('a known member', () => {
  type MailConfig = Parameters<typeof findIsKnownMember>[1]
  const outbox: MailConfig = { smtpUrl: null, firebase: null }
  const smtp: MailConfig = { ...outbox, smtpUrl: 'smtp://mail.example.org:587' }
  const firebaseProject = {
    projectId: 'sit',
    apiKey: 'key',
    authDomain: 'sit',
    emulatorHost: null,
    serviceAccount: null,
  }
  const firebase: MailConfig = { ...outbox, firebase: firebaseProject }
  const isKnown = ({ userId }: TestUser, day = today, config = outbox) =>
    findIsKnownMember(app.database.query, config, { userId, day })

  test('[PULSE-15] has completed a meditation, on an earlier community day', async () => {
    const id = await opened()
    await sit(id, 90)
    expect(await isKnown(mia, '2026-11-22')).toBe(false)
    expect(await sit(id, 60)).toMatchObject({ completed: true })
    expect(await isKnown(mia)).toBe(false)
    expect(await isKnown(mia, '2026-11-22')).toBe(true)
  })

  test('[PULSE-15] has a confirmed address where one can be confirmed: here, at Google or at Firebase', async () => {
    const key = randomUUID()
    const confirmed = await signInBuiltinMember(app, `confirmed-${key}`)
    const unconfirmed = await signInBuiltinMember(app, `unconfirmed-${key}`, false)
    const ofGoogle = await signIn(app, `google-${key}`, personFields.mia)
    const ofFirebase = await signIn(app, `firebase-${key}`, personFields.mia)
    const createdAt = new Date(app.clock.now())
    const identity = ({ uid, email }: TestUser) => ({ subject: uid, uid, email, createdAt })
    await app.database.query
      .insertInto('outside_identities')
      .values([
        { ...identity(ofGoogle), provider: 'google', emailVerified: true },
        { ...identity(ofFirebase), provider: 'firebase', emailVerified: false },
      ])
      .execute()
    const members = [confirmed, unconfirmed, ofGoogle, ofFirebase]
    expect(await Promise.all(members.map((member) => isKnown(member, today, smtp)))).toEqual([
      false,
      false,
      false,
      false,
    ])
    await makeKnownMembers(app, members)
    const known = (config: MailConfig) => Promise.all(members.map((member) => isKnown(member, today, config)))
    expect(await known(outbox)).toEqual([true, true, true, true])
    expect(await known(smtp)).toEqual([true, false, true, false])
    // Firebase sends its own mails.
    expect(await known(firebase)).toEqual([true, false, true, false])
  })
})
