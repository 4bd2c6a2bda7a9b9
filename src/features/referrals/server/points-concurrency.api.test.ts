// Points under concurrency: each event is paid once, each friend credited once, without deadlocks.
import { randomBytes, randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Account } from '#features/auth/contract.ts'
import { insertUser } from '#features/auth/server/sql/users.ts'
import { firstCompletedAt } from '#features/meditation/server/service.ts'
import { creditTime, startVisit } from '#features/meditation/server/visits.ts'
import { applyBan } from '#features/moderation/server/bans.ts'
import type { Executor } from '#server/db/database.ts'
import type { TestApp } from '#test/app.ts'
import { wall } from '#test/community-days.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { makeReferralCode, makeReferral } from '#test/data/referral-factories.ts'
import { findViolations } from '#test/database/invariants.ts'
import { raceUncommittedChange, countLockWaiters } from '#test/database/lock-race.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { request, type TestResponse } from '#test/request.ts'
import { codeBytes, encodeReferralCode } from '../codes.ts'
import { attributeReferral } from './attribution.ts'
import { ensureReferralCode, recordReferralJoin } from './service.ts'

const yesterday = '2026-11-20'
const today = '2026-11-21'
/** Shortly after midnight in Chicago, with yesterday's room still open: two sessions are possible at once. */
const moment = wall('2026-11-21 00:05')
const enoughSeconds = 144
let friend: TestUser
let ruth: TestUser
let rob: TestUser

type Deps = Pick<TestApp, 'database' | 'clock'>

const app = await openTestApp({ isUnlimited: true })
await makeMeditation(app, { day: yesterday })
await makeMeditation(app, { day: today })
const ada = await signIn(app, 'ada', personFields.ada)
beforeEach(async () => {
  app.clock.set(moment)
  friend = await someone('Finn Friend')
  ruth = await someone('Ruth Referrer')
  rob = await someone('Rob Referrer')
})

const someone = (name: string) => signIn(app, randomUUID(), { name })

/** A member without a sign-in. */
async function member(): Promise<{ userId: number }> {
  const facts = { firebaseUid: null, profilePicture: null, profileCompleted: false }
  const roles = { isAdmin: false, isGardenAngel: false, createdAt: new Date(app.clock.now()) }
  const email = `${randomUUID()}@example.org`
  return { userId: await insertUser(app.database.query, { name: 'Member', email, ...facts, ...roles }) }
}
const members = (count: number) => Promise.all(Array.from({ length: count }, member))

async function open({ userId }: { userId: number }, day = today): Promise<number> {
  return (await startVisit(app.app.platform, userId, day)).visit.id
}

/** Sends the report that completes a session. */
const complete = (deps: Deps, { userId }: { userId: number }, visitId: number) =>
  creditTime(deps, { userId, visitId, report: { duration: enoughSeconds }, isGoodbye: false })
const completeByCall = (as: TestUser, id: number) =>
  request(app, `PUT /api/session/${id}`, { as, body: { duration: enoughSeconds } })

/** The input of a manual attribution; creates the referrer's code. */
const attributionInputFor = async (referree: { userId: number }, referrer: { userId: number }) => ({
  adminId: ada.userId,
  referreeId: referree.userId,
  referrerId: referrer.userId,
  referralCode: await makeReferralCode(app, referrer),
  now: new Date(app.clock.now()),
})
const creditByCall = async (referree: TestUser, referrer: TestUser) => {
  const { adminId: _, now: __, ...body } = await attributionInputFor(referree, referrer)
  return request(app, 'POST /api/admin/referral/manual-attribute', { as: ada, body })
}

/** Dependencies that run inside an open transaction. */
const inside = (tx: Executor): Deps => ({
  clock: app.clock,
  database: { ...app.database, transaction: (work) => work(tx as Parameters<typeof work>[0]) },
})

async function ledgerOf({ userId }: { userId: number }): Promise<string[]> {
  const rows = await app.database.query
    .selectFrom('quantum_love_transactions')
    .select(['type', 'amount'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(({ type, amount }) => `${type} ${amount}`)
}

const statusesOf = ({ userId }: { userId: number }) =>
  app.database.query
    .selectFrom('referrals')
    .select(['referrerId', 'status'])
    .where('referredId', '=', userId)
    .orderBy('id')
    .execute()

const times = <Result>(count: number, make: (index: number) => Result) =>
  Array.from({ length: count }, (_, index) => make(index))

const statusCodes = (responses: readonly TestResponse[]) =>
  responses.map(({ status }) => status).toSorted((a, b) => a - b)

describe('fifty concurrent requests', () => {
  test('[PTS-04] [I02] [T13] that complete two sessions of one friend pay 100 and 25 once', async () => {
    await makeReferral(app, ruth, friend)
    const sessions = [await open(friend, yesterday), await open(friend)]
    app.clock.advance(2 * enoughSeconds * 1_000)
    const responses = await Promise.all(times(50, (n) => completeByCall(friend, sessions[n % 2] ?? 0)))
    expect(responses.map(({ body }) => body)).toEqual(
      times(50, () => expect.objectContaining({ completed: true, duration: enoughSeconds }) as object),
    )
    expect(await ledgerOf(friend)).toEqual(['join 50', 'first-session 25'])
    expect(await ledgerOf(ruth)).toEqual(['reward 100'])
    expect(await findViolations(app.database.query)).toEqual([])
  })

  test('[PTS-01] [I04] [AUTH-20] that register one member with fifty codes create one referral and pay 50 once', async () => {
    const codes = await Promise.all((await members(50)).map((each) => makeReferralCode(app, each)))
    const una = await signIn(app, randomUUID(), personFields.una)
    const responses = await Promise.all(
      codes.map((referralCode) =>
        request(app, 'POST /api/auth/register', {
          as: una,
          body: { email: una.email, name: 'Una Newcomer', firebaseUid: una.uid, referralCode },
        }),
      ),
    )
    expect(statusCodes(responses)).toEqual([...times(49, () => 200), 201])
    const [id = 0] = responses.map(({ body }) => (body as Account).id)
    expect(await ledgerOf({ userId: id })).toEqual(['join 50'])
    expect(await statusesOf({ userId: id })).toEqual([
      { referrerId: expect.any(Number) as number, status: 'pending' },
    ])
  })
})

test('[REF-04] thirty members offered the same code at once get thirty codes', async () => {
  const people = await members(30)
  const taken = ['0000000Z', '000000ZZ']
  const given = await Promise.all(
    people.map(({ userId }) => {
      const proposals = [...taken]
      const makeCode = () => proposals.shift() ?? encodeReferralCode(randomBytes(codeBytes))
      return app.database.transaction((tx) => ensureReferralCode(tx, { userId, now: new Date(), makeCode }))
    }),
  )
  const codes = given.map(({ code }) => code)
  expect(new Set(codes).size).toBe(30)
  expect(codes).toEqual(expect.arrayContaining(taken))
})

describe('members who referred one another', () => {
  /** Expects `happen` to wait for the lowest id's lock while the other rows are still free. */
  async function expectInOrder(
    people: readonly { userId: number }[],
    action: () => Promise<unknown>,
  ): Promise<void> {
    const lockRow = (tx: Executor, id: number) =>
      tx.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().noWait().execute()
    const [first = 0, ...others] = people.map(({ userId }) => userId).toSorted((a, b) => a - b)
    let pending: Promise<unknown> = Promise.resolve()
    await app.database.transaction(async (tx) => {
      await lockRow(tx, first)
      pending = action()
      await expect.poll(() => countLockWaiters(app.database.query)).toBe(1)
      for (const id of others) await app.database.transaction((other) => lockRow(other, id))
    })
    await pending
  }

  test.each([
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ])('[I01] are locked in id order, in each direction of the invitations (%i %i %i)', async (...roles) => {
    const people = (await members(3)).toSorted((a, b) => a.userId - b.userId)
    const [invited = friend, former = ruth, next = rob] = roles.map((role) => people[role] ?? friend)
    await makeReferral(app, former, invited)
    const visitId = await open(invited)
    app.clock.advance(enoughSeconds * 1_000)
    await expectInOrder([invited, former], () => complete(app, invited, visitId))
    const input = await attributionInputFor(invited, next)
    await expectInOrder([invited, former, next], () =>
      app.database.transaction((tx) => attributeReferral(tx, input, firstCompletedAt)),
    )
    expect(await ledgerOf(former)).toEqual(['reward 100', 'reversal -100'])
  })
})

describe('a first session concurrent with a manual attribution', () => {
  beforeEach(async () => {
    await makeReferralCode(app, ruth)
    await makeReferralCode(app, rob)
  })
  /** Opens a session that the next report completes. */
  async function readied(): Promise<number> {
    const id = await open(friend)
    app.clock.advance(enoughSeconds * 1_000)
    return id
  }

  test('[PTS-10] [PTS-04] attributed first, then completed: 25 for the friend and one 100 for the referrer', async () => {
    const id = await readied()
    const input = await attributionInputFor(friend, rob)
    await raceUncommittedChange(
      app,
      (tx) => attributeReferral(tx, input, firstCompletedAt),
      () => completeByCall(friend, id),
    )
    expect(await statusesOf(friend)).toEqual([{ referrerId: rob.userId, status: 'completed' }])
    expect(await ledgerOf(friend)).toEqual(['join 50', 'first-session 25'])
    expect(await ledgerOf(rob)).toEqual(['reward 100'])
  })

  test('[PTS-09] [PTS-04] completed first, then attributed: the same points', async () => {
    const id = await readied()
    await raceUncommittedChange(
      app,
      (tx) => complete(inside(tx), friend, id),
      () => creditByCall(friend, rob),
    )
    expect(await statusesOf(friend)).toEqual([{ referrerId: rob.userId, status: 'completed' }])
    expect(await ledgerOf(friend)).toEqual(['join 50', 'first-session 25'])
    expect(await ledgerOf(rob)).toEqual(['reward 100'])
  })

  test('[PTS-12] [PTS-04] reattributed first, then completed: only the new referrer is paid', async () => {
    await makeReferral(app, ruth, friend)
    const id = await readied()
    const input = await attributionInputFor(friend, rob)
    await raceUncommittedChange(
      app,
      (tx) => attributeReferral(tx, input, firstCompletedAt),
      () => completeByCall(friend, id),
    )
    expect(await statusesOf(friend)).toEqual([
      { referrerId: ruth.userId, status: 'superseded' },
      { referrerId: rob.userId, status: 'completed' },
    ])
    expect(await ledgerOf(friend)).toEqual(['join 50', 'first-session 25'])
    expect([await ledgerOf(ruth), await ledgerOf(rob)]).toEqual([[], ['reward 100']])
  })

  test('[PTS-12] [PTS-09] completed first, then reattributed: the new referrer is paid, and the former one’s reward is reversed', async () => {
    await makeReferral(app, ruth, friend)
    const id = await readied()
    await raceUncommittedChange(
      app,
      (tx) => complete(inside(tx), friend, id),
      () => creditByCall(friend, rob),
    )
    expect(await statusesOf(friend)).toEqual([
      { referrerId: ruth.userId, status: 'superseded' },
      { referrerId: rob.userId, status: 'completed' },
    ])
    expect(await ledgerOf(friend)).toEqual(['join 50', 'first-session 25'])
    expect([await ledgerOf(ruth), await ledgerOf(rob)]).toEqual([
      ['reward 100', 'reversal -100'],
      ['reward 100'],
    ])
  })
})

describe('a ban of the referrer', () => {
  const registered = async (tx: Executor, referralCode: string) => {
    const facts = { name: 'Una', firebaseUid: randomUUID(), email: `${randomUUID()}@example.org` }
    const now = new Date(app.clock.now())
    const row = await tx
      .insertInto('users')
      .values({ ...facts, createdAt: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordReferralJoin(tx, app.calendar.days(), { userId: row.id, referralCode, joinedFrom: null, now })
    return { userId: row.id }
  }
  const ban = () =>
    applyBan(app.app.platform, { moderatorId: ada.userId, userId: ruth.userId, reason: 'Unkind words' })

  test('[PTS-01] [I03] that comes second leaves the friend joined and all points unchanged', async () => {
    const code = await makeReferralCode(app, ruth)
    let una = { userId: 0 }
    await raceUncommittedChange(
      app,
      async (tx) => {
        una = await registered(tx, code)
      },
      ban,
    )
    expect(await ledgerOf(una)).toEqual(['join 50'])
    const id = await open(una)
    app.clock.advance(enoughSeconds * 1_000)
    await complete(app, una, id)
    expect(await ledgerOf(ruth)).toEqual(['reward 100'])
  })

  test('[PTS-13] that comes first rejects the attribution', async () => {
    const input = await attributionInputFor(friend, ruth)
    const facts = { isBanned: true, bannedAt: new Date(app.clock.now()), bannedReason: 'Unkind words' }
    const met = await raceUncommittedChange(
      app,
      (tx) => tx.updateTable('users').set(facts).where('id', '=', ruth.userId).execute(),
      () => app.database.transaction((tx) => attributeReferral(tx, input, firstCompletedAt)),
    )
    expect(met).toMatchObject({ reason: { errorResponse: { body: { code: 'referrer_banned' } } } })
    expect(await ledgerOf(friend)).toEqual([])
  })
})
