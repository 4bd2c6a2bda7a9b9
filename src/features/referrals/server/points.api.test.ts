// Points over the real server: payments, access, and attempted misuse of the ledger.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { VisitRecord } from '#features/meditation/contract.ts'
import { defaultTestTime } from '#test/clock.ts'
import { wall } from '#test/community-days.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { makeReferralCode, makeReferral } from '#test/data/referral-factories.ts'
import { findViolations } from '#test/database/invariants.ts'
import { raceUncommittedChange } from '#test/database/lock-race.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signIn, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { Referral, Transaction } from '../contract.ts'
import { rewardFirstSession } from './service.ts'

const today = '2026-11-21'
const tomorrow = '2026-11-22'
/** 80 % of the three minutes. */
const enoughSeconds = 135
let referrer: TestUser
let friend: TestUser

const app = await openTestApp({ isUnlimited: true })
await makeMeditation(app)
await makeMeditation(app, { day: tomorrow })
beforeEach(async () => {
  app.clock.set(defaultTestTime)
  referrer = await someone('Ruth Referrer')
  friend = await someone('Finn Friend')
})

const someone = (name: string, facts: object = {}) => signIn(app, randomUUID(), { name, ...facts })

async function start(as: TestUser, sessionDate = today): Promise<number> {
  const { body } = await request(app, 'POST /api/session/start', { as, body: { sessionDate } })
  return (body as VisitRecord).id
}
const report = (as: TestUser, id: number, seconds: number) =>
  request(app, `PUT /api/session/${id}`, { as, body: { additionalDuration: seconds } })

/** Completes a day's meditation. */
async function sit(as: TestUser, day = today): Promise<void> {
  const id = await start(as, day)
  app.clock.advance(enoughSeconds * 1_000)
  expect((await report(as, id, enoughSeconds)).body).toMatchObject({ completed: true })
}

async function pointsOf(
  { userId }: TestUser,
  as = friend,
): Promise<{ points: number; transactions: Transaction[] }> {
  const { body } = await request(app, `GET /api/user/${userId}/quantum-love`, { as })
  return body as { points: number; transactions: Transaction[] }
}
const amountsOf = async (person: TestUser) =>
  (await pointsOf(person, person)).transactions.map(({ type, amount }) => [type, amount])

async function referralsOf({ userId }: TestUser, as = referrer): Promise<Referral[]> {
  const { body } = await request(app, `GET /api/user/${userId}/referrals`, { as })
  return (body as { referrals: Referral[] }).referrals
}
const change = (person: TestUser, facts: object) =>
  app.database.query.updateTable('users').set(facts).where('id', '=', person.userId).execute()
const ban = (person: TestUser) =>
  change(person, { isBanned: true, bannedAt: defaultTestTime, bannedReason: 'Unkind words' })

const linesOf = (userId: number) =>
  app.database.query
    .selectFrom('quantum_love_transactions')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()

describe('the first session completed by a friend', () => {
  test('[PTS-02] [PTS-06] pays 100 and 25 and completes the referral, with the same timestamp', async () => {
    await makeReferral(app, referrer, friend)
    const [before] = await referralsOf(referrer)
    await sit(friend)
    const completedAt = wall('2026-11-21 12:02:15')
    expect(await referralsOf(referrer)).toEqual([
      { ...before, status: 'completed', completedAt, rewardGiven: true },
    ])
    const line = { id: expect.any(Number) as number, referralId: before?.id }
    expect(await pointsOf(friend)).toEqual({
      points: 75,
      transactions: [
        {
          ...line,
          userId: friend.userId,
          amount: 25,
          type: 'first-session',
          description: 'Completed a first meditation',
          createdAt: completedAt,
        },
        {
          ...line,
          userId: friend.userId,
          amount: 50,
          type: 'join',
          description: 'Joined through a friend',
          createdAt: defaultTestTime,
        },
      ],
    })
    expect(await pointsOf(referrer, referrer)).toEqual({
      points: 100,
      transactions: [
        {
          ...line,
          userId: referrer.userId,
          amount: 100,
          type: 'reward',
          description: 'A friend completed a first meditation',
          createdAt: completedAt,
        },
      ],
    })
  })

  test('[PTS-02] pays nothing before the session is complete', async () => {
    await makeReferral(app, referrer, friend)
    const id = await start(friend)
    app.clock.advance(enoughSeconds * 1_000)
    await report(friend, id, enoughSeconds - 1)
    expect(await amountsOf(referrer)).toEqual([])
    await report(friend, id, 1)
    expect(await amountsOf(referrer)).toEqual([['reward', 100]])
  })

  test('[PTS-02] [MED-27] also pays if the unload beacon completes it', async () => {
    await makeReferral(app, referrer, friend)
    const id = await start(friend)
    app.clock.advance(enoughSeconds * 1_000)
    const body = { additionalDuration: enoughSeconds }
    expect((await request(app, `POST /api/session/${id}`, { as: friend, body })).status).toBe(204)
    expect(await amountsOf(friend)).toEqual([
      ['first-session', 25],
      ['join', 50],
    ])
  })

  test('[PTS-04] pays once: more time, another session and the next day pay nothing', async () => {
    await makeReferral(app, referrer, friend)
    await sit(friend)
    const paid = [await amountsOf(friend), await amountsOf(referrer)]
    const again = await start(friend)
    app.clock.advance(30_000)
    await report(friend, again, 30)
    app.clock.advance(3 * 3_600_000)
    await sit(friend)
    app.clock.set(wall('2026-11-22 12:00'))
    await sit(friend, tomorrow)
    expect([await amountsOf(friend), await amountsOf(referrer)]).toEqual(paid)
  })

  test('[PTS-03] pays no one if the member has no referrer', async () => {
    await sit(friend)
    expect(await pointsOf(friend)).toEqual({ points: 0, transactions: [] })
  })

  test('[PTS-02] [PTS-05] pays a referrer who was banned or deleted since', async () => {
    const gone = await someone('Gone')
    const other = await someone('Other Friend')
    await makeReferral(app, referrer, friend)
    await makeReferral(app, gone, other)
    await ban(referrer)
    await change(gone, { deletedAt: defaultTestTime })
    await sit(friend)
    await sit(other)
    for (const { userId } of [referrer, gone]) {
      expect(await linesOf(userId)).toMatchObject([{ type: 'reward', amount: 100 }])
    }
  })

  test('[PTS-02] excludes sample data', async () => {
    const ada = await someone('Ada Adler', { isAdmin: true })
    await makeReferral(app, referrer, ada)
    expect((await request(app, 'POST /api/mood/sample-data', { as: ada })).status).toBe(201)
    const samples = await app.database.query
      .selectFrom('meditation_sessions')
      .select('completed')
      .where('userId', '=', ada.userId)
      .execute()
    expect(samples.length).toBeGreaterThan(10)
    expect(await amountsOf(ada)).toEqual([['join', 50]])
    expect(await amountsOf(referrer)).toEqual([])
  })
})

describe('the ledger', () => {
  const ledger = () => app.database.query.selectFrom('quantum_love_transactions').selectAll().execute()

  test('[PTS-06] can’t be updated, deleted or truncated, and pays no event twice', async () => {
    await makeReferral(app, referrer, friend)
    const before = await ledger()
    const [line] = before
    if (!line) throw new Error('There is no line.')
    for (const statement of [
      sql`update quantum_love_transactions set amount = 1000`,
      sql`update quantum_love_transactions set description = 'Nothing'`,
      sql`delete from quantum_love_transactions where id = ${line.id}`,
      sql`truncate quantum_love_transactions cascade`,
    ]) {
      await expect(statement.execute(app.database.query)).rejects.toThrow(
        'quantum_love_transactions is append-only',
      )
    }
    const { id: _, ...same } = line
    const insert = (values: object) =>
      app.database.query
        .insertInto('quantum_love_transactions')
        .values({ ...same, ...values })
        .execute()
    await expect(insert({})).rejects.toThrow('quantum_love_once_per_event')
    await expect(insert({ eventKey: 'other', amount: 0 })).rejects.toThrow('amount_check')
    await expect(insert({ eventKey: 'other', type: sql`'gift'` })).rejects.toThrow('type_check')
    expect(await ledger()).toEqual(before)
  })

  test('[PTS-06] [REF-12] determines the points, and a mismatch is detected and repaired', async () => {
    await makeReferral(app, referrer, friend)
    await sit(friend)
    for (const person of [friend, referrer]) {
      const { points, transactions } = await pointsOf(person, person)
      expect(points).toBe(transactions.reduce((all, { amount }) => all + amount, 0))
    }
    await change(friend, { quantumLovePoints: 7 })
    const lost = { userId: friend.userId, counted: 7, earned: 75 }
    expect(await findViolations(app.database.query)).toEqual([
      expect.stringMatching(`not the sum of its ledger rows: .*"userId": ${friend.userId}`),
    ])
    const { rows } = await sql`select * from quantum_love_astray`.execute(app.database.query)
    expect(rows).toEqual([lost])
    const recount = () => sql`select recount_quantum_love() as mended`.execute(app.database.query)
    expect((await recount()).rows).toEqual([{ mended: 1 }])
    expect((await pointsOf(friend)).points).toBe(75)
    expect((await recount()).rows).toEqual([{ mended: 0 }])
  })

  test('[PTS-06] payments during a repair aren’t lost', async () => {
    await makeReferral(app, referrer, friend)
    await change(friend, { quantumLovePoints: 7 })
    const met = await raceUncommittedChange(
      app,
      (tx) => rewardFirstSession(tx, { userId: friend.userId, now: new Date(app.clock.now()) }),
      () => sql`select recount_quantum_love() as mended`.execute(app.database.query),
    )
    expect(met).toMatchObject({ value: { rows: [{ mended: 1 }] } })
    expect((await pointsOf(friend)).points).toBe(75)
    expect(await findViolations(app.database.query)).toEqual([])
  })
})

describe('a referral', () => {
  test('[PTS-14] has one of four statuses, one referrer at a time, and two different members', async () => {
    await makeReferral(app, referrer, friend)
    const [made] = await referralsOf(referrer)
    if (!made) throw new Error('There is no referral.')
    const set = (facts: object) =>
      app.database.query.updateTable('referrals').set(facts).where('id', '=', made.id).execute()
    await expect(set({ status: sql`'paid'` })).rejects.toThrow('status_check')
    await expect(set({ status: 'completed' })).rejects.toThrow('completed_has_time')
    await expect(set({ completedAt: defaultTestTime })).rejects.toThrow('completed_has_time')
    const other = await someone('Other')
    const insert = async (pair: { referrer: TestUser; friend: TestUser }, owner = pair.referrer) =>
      app.database.query
        .insertInto('referrals')
        .values({
          referrerId: pair.referrer.userId,
          referredId: pair.friend.userId,
          referralCode: await makeReferralCode(app, owner),
          createdAt: defaultTestTime,
        })
        .execute()
    await expect(insert({ referrer: other, friend })).rejects.toThrow('referrals_one_live')
    await expect(insert({ referrer: friend, friend: referrer })).rejects.toThrow('referrals_no_cycle')
    await expect(insert({ referrer, friend: referrer })).rejects.toThrow('referrals_not_to_self')
    await expect(insert({ referrer, friend: other }, friend)).rejects.toThrow('referrals_code_is_referrers')
    expect(await referralsOf(referrer)).toEqual([made])
  })

  test('[REF-13] [REF-16] is listed newest first, unless it was superseded or voided', async () => {
    const friends = [friend, await someone('Two'), await someone('Three'), await someone('Four')]
    for (const each of friends) await makeReferral(app, referrer, each)
    await sit(friend)
    const set = (person: TestUser | undefined, status: 'superseded' | 'void') =>
      app.database.query
        .updateTable('referrals')
        .set({ status })
        .where('referredId', '=', person?.userId ?? 0)
        .execute()
    await set(friends[1], 'superseded')
    await set(friends[2], 'void')
    const listed = (await referralsOf(referrer)).map(({ referredId, status }) => [referredId, status])
    expect(listed).toEqual([
      [friends[3]?.userId, 'pending'],
      [friend.userId, 'completed'],
    ])
  })

  test('[REF-13] [REF-12] doesn’t exist for members who invited no one, nor do points', async () => {
    expect(await referralsOf(referrer)).toEqual([])
    expect(await pointsOf(referrer, referrer)).toEqual({ points: 0, transactions: [] })
  })

  test('[REF-19] codes, referrals and points are readable by their member and by administrators only', async () => {
    await makeReferral(app, referrer, friend)
    const ada = await someone('Ada Adler', { isAdmin: true })
    for (const what of ['referral-code', 'referrals', 'quantum-love']) {
      const path = `GET /api/user/${referrer.userId}/${what}` as const
      const own = await request(app, path, { as: referrer })
      expect(own.status).toBe(200)
      expect((await request(app, path, { as: ada })).body).toEqual(own.body)
      const refused = await request(app, path, { as: friend })
      expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } })
      expect(Object.keys(refused.body as object)).not.toContain('referralCode')
    }
  })
})
