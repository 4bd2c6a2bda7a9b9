// Manual attribution: payments, reversals, and errors without side effects.
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { VisitRecord } from '#features/meditation/contract.ts'
import type { Executor } from '#server/db/database.ts'
import { sittingIdleTimeoutMs } from '#shared/constants.ts'
import { msToTimestamp } from '#shared/day.ts'
import { defaultTestTime } from '#test/clock.ts'
import { wall } from '#test/community-days.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { makeReferralCode, makeReferral } from '#test/data/referral-factories.ts'
import { raceUncommittedChange, countLockWaiters } from '#test/database/lock-race.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'

const enoughSeconds = 144
let friend: TestUser
let ruth: TestUser
let rob: TestUser

const app = await openTestApp({ isUnlimited: true })
await makeMeditation(app)
const ada = await signIn(app, 'ada', personFields.ada)
beforeEach(async () => {
  app.clock.set(defaultTestTime)
  friend = await someone('Finn Friend')
  ruth = await someone('Ruth Referrer')
  rob = await someone('Rob Referrer')
})

const someone = (name: string) => signIn(app, randomUUID(), { name })
const send = (body: unknown, as = ada) =>
  request(app, 'POST /api/admin/referral/manual-attribute', { as, body })
const bodyFor = async (referrer: TestUser, referree = friend) => ({
  referreeId: referree.userId,
  referrerId: referrer.userId,
  referralCode: await makeReferralCode(app, referrer),
})
const credit = async (referrer: TestUser, referree = friend) => send(await bodyFor(referrer, referree))

async function start(as: TestUser): Promise<number> {
  const body = { sessionDate: '2026-11-21' }
  return ((await request(app, 'POST /api/session/start', { as, body })).body as VisitRecord).id
}
async function sit(as: TestUser): Promise<void> {
  const id = await start(as)
  app.clock.advance(enoughSeconds * 1_000)
  const report = { additionalDuration: enoughSeconds }
  expect((await request(app, `PUT /api/session/${id}`, { as, body: report })).status).toBe(200)
}

/** A member's ledger entries, oldest first, such as 'join 50'. */
async function ledgerOf({ userId }: TestUser): Promise<string[]> {
  const rows = await app.database.query
    .selectFrom('quantum_love_transactions')
    .select(['type', 'amount'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(({ type, amount }) => `${type} ${amount}`)
}

const pointsAt = async ({ userId }: TestUser) =>
  app.database.query
    .selectFrom('users')
    .select('quantumLovePoints')
    .where('id', '=', userId)
    .executeTakeFirst()

/** Every referral that brought a member, superseded ones included, oldest first. */
const referralsOf = ({ userId }: TestUser) =>
  app.database.query
    .selectFrom('referrals')
    .select(['referrerId', 'status', 'rewardGiven', 'completedAt'])
    .where('referredId', '=', userId)
    .orderBy('id')
    .execute()

const everything = () =>
  Promise.all([
    app.database.query.selectFrom('users').selectAll().orderBy('id').execute(),
    app.database.query.selectFrom('referral_codes').selectAll().orderBy('userId').execute(),
    app.database.query.selectFrom('referrals').selectAll().orderBy('id').execute(),
    app.database.query.selectFrom('quantum_love_transactions').selectAll().orderBy('id').execute(),
  ])

const pending = (referrer: TestUser) => ({
  referrerId: referrer.userId,
  status: 'pending',
  rewardGiven: true,
  completedAt: null,
})
const superseded = (referrer: TestUser) => ({
  referrerId: referrer.userId,
  status: 'superseded',
  rewardGiven: false,
})

describe('attributing a friend without a referrer', () => {
  test('[PTS-07] [PTS-08] returns both names and the referral, and pays 100 and 50 at once', async () => {
    const body = await bodyFor(ruth)
    const response = await send(body)
    expect(response.status).toBe(200)
    expect(response.body).toEqual({
      details: {
        referree: { id: friend.userId, name: 'Finn Friend' },
        referrer: { id: ruth.userId, name: 'Ruth Referrer' },
        referral: {
          id: expect.any(Number) as number,
          referrerId: ruth.userId,
          referredId: friend.userId,
          referralCode: body.referralCode,
          status: 'pending',
          rewardGiven: true,
          createdAt: defaultTestTime,
          completedAt: null,
        },
      },
    })
    expect(await ledgerOf(friend)).toEqual(['join 50'])
    expect(await ledgerOf(ruth)).toEqual(['reward 100'])
    expect(await pointsAt(ruth)).toEqual({ quantumLovePoints: 100 })
  })

  test('[PTS-10] pays 25 when the friend completes a session, and no second 100', async () => {
    await credit(ruth)
    await sit(friend)
    expect(await ledgerOf(friend)).toEqual(['join 50', 'first-session 25'])
    expect(await ledgerOf(ruth)).toEqual(['reward 100'])
    expect(await referralsOf(friend)).toEqual([
      { ...pending(ruth), status: 'completed', completedAt: wall('2026-11-21 12:02:24') },
    ])
  })

  test('[PTS-09] is complete as of an earlier completed session, and pays the 25 at once', async () => {
    await start(friend)
    app.clock.advance(2 * sittingIdleTimeoutMs)
    await sit(friend)
    const completedAt = msToTimestamp(app.clock.now())
    app.clock.advance(2 * sittingIdleTimeoutMs)
    await sit(friend)
    const createdAt = msToTimestamp(app.clock.now())
    expect((await credit(ruth)).body).toMatchObject({
      details: { referral: { status: 'completed', completedAt, createdAt } },
    })
    expect(await ledgerOf(friend)).toEqual(['join 50', 'first-session 25'])
    expect(await ledgerOf(ruth)).toEqual(['reward 100'])
    await sit(friend)
    expect(await ledgerOf(friend)).toEqual(['join 50', 'first-session 25'])
  })

  test('[PTS-07] accepts the code in lower case and with spaces, and stores it normalized', async () => {
    const body = await bodyFor(ruth)
    const typed = `\t ${body.referralCode.toLowerCase().replace(/^..../, '$& ')}\n`
    expect((await send({ ...body, referralCode: typed })).body).toMatchObject({
      details: { referral: { referralCode: body.referralCode } },
    })
  })

  test('[PTS-08] pays banned friends and those without a complete profile too', async () => {
    const ned = await signIn(app, randomUUID(), personFields.ned)
    const bea = await signIn(app, randomUUID(), personFields.bea)
    for (const each of [ned, bea]) {
      expect((await credit(ruth, each)).status).toBe(200)
      expect(await ledgerOf(each)).toEqual(['join 50'])
    }
    expect(await ledgerOf(ruth)).toEqual(['reward 100', 'reward 100'])
  })
})

describe('the administrator', () => {
  let eve: TestUser
  beforeEach(async () => {
    eve = await signIn(app, randomUUID(), personFields.ada)
  })

  test('[PTS-07] [I01] is locked together with the others, in id order', async () => {
    const body = await bodyFor(ruth)
    const lockRow = (tx: Executor, { userId }: TestUser) =>
      tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().noWait().execute()
    let crediting = Promise.resolve<unknown>(null)
    await app.database.transaction(async (tx) => {
      await lockRow(tx, friend)
      crediting = send(body, eve)
      await expect.poll(() => countLockWaiters(app.database.query)).toBe(1)
      await lockRow(tx, eve)
    })
    expect(await crediting).toMatchObject({ status: 200 })
  })

  test.each([
    ['who isn’t one any more', 403, { isAdmin: false }],
    ['who is banned', 403, { isBanned: true, bannedAt: defaultTestTime, bannedReason: 'Unkind words' }],
    ['who has left', 401, { deletedAt: defaultTestTime }],
  ])('[PTS-07] %s at that moment prevents the attribution', async (_who, status, facts) => {
    const body = await bodyFor(ruth)
    const met = await raceUncommittedChange(
      app,
      (tx) => tx.updateTable('users').set(facts).where('id', '=', eve.userId).execute(),
      () => send(body, eve),
    )
    expect(met).toMatchObject({ value: { status } })
    expect(await referralsOf(friend)).toEqual([])
  })
})

describe('attributing a friend to another referrer', () => {
  test('[PTS-12] [PTS-08] reverses the 100 with a ledger entry, pays the new referrer, and the friend no second 50', async () => {
    await makeReferral(app, ruth, friend)
    await sit(friend)
    await credit(rob)
    expect(await ledgerOf(ruth)).toEqual(['reward 100', 'reversal -100'])
    expect(await pointsAt(ruth)).toEqual({ quantumLovePoints: 0 })
    expect(await ledgerOf(rob)).toEqual(['reward 100'])
    expect(await ledgerOf(friend)).toEqual(['join 50', 'first-session 25'])
    expect(await referralsOf(friend)).toEqual([
      { ...superseded(ruth), completedAt: wall('2026-11-21 12:02:24') },
      { ...pending(rob), status: 'completed', completedAt: wall('2026-11-21 12:02:24') },
    ])
    const seen = await request(app, `GET /api/user/${ruth.userId}/quantum-love`, { as: ruth })
    expect(seen.body).toMatchObject({
      points: 0,
      transactions: [
        { type: 'reversal', amount: -100, description: 'A friend was credited to another member' },
        { type: 'reward', amount: 100 },
      ],
    })
    const listed = await request(app, `GET /api/user/${ruth.userId}/referrals`, { as: ruth })
    expect(listed.body).toEqual({ referrals: [] })
  })

  test('[PTS-12] reverses nothing that wasn’t paid', async () => {
    await makeReferral(app, ruth, friend)
    await credit(rob)
    expect(await ledgerOf(ruth)).toEqual([])
    expect(await ledgerOf(friend)).toEqual(['join 50'])
    expect(await referralsOf(friend)).toEqual([{ ...superseded(ruth), completedAt: null }, pending(rob)])
    await sit(friend)
    expect(await ledgerOf(friend)).toEqual(['join 50', 'first-session 25'])
    expect([await ledgerOf(ruth), await ledgerOf(rob)]).toEqual([[], ['reward 100']])
  })

  test('[PTS-12] repeated in both directions, leaves each member the points of the current attribution', async () => {
    await credit(ruth)
    await credit(rob)
    await sit(friend)
    await credit(ruth)
    await credit(rob)
    expect(await ledgerOf(ruth)).toEqual(['reward 100', 'reversal -100', 'reward 100', 'reversal -100'])
    expect(await ledgerOf(rob)).toEqual(['reward 100', 'reversal -100', 'reward 100'])
    expect(await ledgerOf(friend)).toEqual(['join 50', 'first-session 25'])
    expect(await referralsOf(friend)).toMatchObject([
      superseded(ruth),
      superseded(rob),
      superseded(ruth),
      { referrerId: rob.userId, status: 'completed', rewardGiven: true },
    ])
  })

  test('[PTS-12] reverses the reward of a former referrer who was banned or deleted since', async () => {
    const gone = await someone('Gone')
    const other = await someone('Other Friend')
    await credit(ruth)
    await credit(gone, other)
    await change(ruth, { isBanned: true, bannedAt: defaultTestTime, bannedReason: 'Unkind words' })
    await change(gone, { deletedAt: defaultTestTime })
    expect([(await credit(rob)).status, (await credit(rob, other)).status]).toEqual([200, 200])
    for (const each of [ruth, gone]) expect(await pointsAt(each)).toEqual({ quantumLovePoints: 0 })
  })

  test('[PTS-12] [I01] right after another attribution, locks the former referrer with the others, in id order', async () => {
    const eve = await signIn(app, randomUUID(), personFields.ada)
    const [toRuth, toRob] = [await bodyFor(ruth), await bodyFor(rob)]
    const waiters = (count: number) => expect.poll(() => countLockWaiters(app.database.query)).toBe(count)
    const lockRow = (tx: Executor, { userId }: TestUser) =>
      tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate()
    let crediting: Promise<unknown> = Promise.resolve()
    await app.database.transaction(async (tx) => {
      await lockRow(tx, ruth).execute()
      const first = send(toRuth)
      await waiters(1)
      const second = send(toRob, eve)
      await waiters(2)
      const betweenThem = app.database.transaction(async (between) => {
        await lockRow(between, ruth).execute()
        await waiters(1)
        await lockRow(between, rob).noWait().execute()
      })
      await waiters(3)
      crediting = Promise.all([first, second, betweenThem])
    })
    expect(await crediting).toMatchObject([{ status: 200 }, { status: 200 }, undefined])
    expect([await pointsAt(ruth), await pointsAt(rob)]).toEqual([
      { quantumLovePoints: 0 },
      { quantumLovePoints: 100 },
    ])
  })
})

const change = (person: TestUser, facts: object) =>
  app.database.query.updateTable('users').set(facts).where('id', '=', person.userId).execute()

describe('rejected attributions change nothing', () => {
  /** Requests the attribution and expects a field error. */
  async function expectRefusal(body: unknown, status: number, code: string, path: string): Promise<void> {
    const before = await everything()
    const response = await send(body)
    expect(response.status).toBe(status)
    expect(response.body).toMatchObject({ code, issues: [{ path, message: expect.any(String) as string }] })
    expect(await everything()).toEqual(before)
  }

  test('[PTS-11] to the current referrer, set by code or manually, pending or complete', async () => {
    await makeReferral(app, ruth, friend)
    const other = await someone('Other Friend')
    await credit(rob, other)
    await expectRefusal(await bodyFor(ruth), 409, 'already_referred', 'referrerId')
    await expectRefusal(await bodyFor(rob, other), 409, 'already_referred', 'referrerId')
    await sit(friend)
    await sit(other)
    await expectRefusal(await bodyFor(ruth), 409, 'already_referred', 'referrerId')
    await expectRefusal(await bodyFor(rob, other), 409, 'already_referred', 'referrerId')
  })

  test('[PTS-13, T14] to themselves', async () => {
    await expectRefusal(await bodyFor(ruth, ruth), 400, 'referral_to_self', 'referrerId')
    const code = await makeReferralCode(app, ada)
    const own = { referreeId: ada.userId, referrerId: ada.userId, referralCode: code }
    await expectRefusal(own, 400, 'referral_to_self', 'referrerId')
  })

  test('[PTS-13] [I05] to a member whom they referred; allowed once that member has another referrer', async () => {
    await makeReferral(app, friend, ruth)
    await expectRefusal(await bodyFor(ruth), 400, 'referral_cycle', 'referrerId')
    await sit(ruth)
    await expectRefusal(await bodyFor(ruth), 400, 'referral_cycle', 'referrerId')
    await credit(rob, ruth)
    expect((await credit(ruth)).status).toBe(200)
    await expectRefusal(await bodyFor(friend, ruth), 400, 'referral_cycle', 'referrerId')
  })

  test('[PTS-13] to a banned or deleted referrer', async () => {
    await change(ruth, { isBanned: true, bannedAt: defaultTestTime, bannedReason: 'Unkind words' })
    await change(rob, { deletedAt: defaultTestTime })
    await expectRefusal(await bodyFor(ruth), 400, 'referrer_banned', 'referrerId')
    await expectRefusal(await bodyFor(rob), 400, 'referrer_deleted', 'referrerId')
  })

  test('[PTS-13] with another member’s, the friend’s own, an unknown or an invalid code', async () => {
    const body = await bodyFor(ruth)
    const others = [
      await makeReferralCode(app, rob),
      await makeReferralCode(app, friend),
      'ZZZZZZZZ',
      '',
      ' ',
      '0012',
      'true',
    ]
    for (const referralCode of others) {
      await expectRefusal({ ...body, referralCode }, 400, 'referral_code_mismatch', 'referralCode')
    }
  })

  test('[PTS-07] with an unknown or deleted friend or referrer', async () => {
    const body = await bodyFor(ruth)
    const nobody = 2_000_000_000
    const gone = await someone('Gone')
    await change(gone, { deletedAt: defaultTestTime })
    const before = await everything()
    for (const change of [{ referreeId: nobody }, { referrerId: nobody }, { referreeId: gone.userId }]) {
      expect(await send({ ...body, ...change })).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
    expect(await everything()).toEqual(before)
  })

  test.each([
    ['referreeId', { referreeId: '1' }],
    ['referreeId', { referreeId: 0 }],
    ['referreeId', { referreeId: 1.5 }],
    ['referreeId', { referreeId: null }],
    ['referrerId', { referrerId: -1 }],
    ['referrerId', { referrerId: 2_147_483_648 }],
    ['referrerId', { referrerId: [1] }],
    ['referralCode', { referralCode: 12 }],
    ['referralCode', { referralCode: null }],
    ['referralCode', { referralCode: 'x'.repeat(201) }],
    ['referralCode', { referralCode: 'nul\u0000' }],
  ])('[PTS-07] an invalid %s, with a field error: %j', async (path, wrong) => {
    await expectRefusal({ ...(await bodyFor(ruth)), ...wrong }, 400, 'invalid', path)
  })

  test.each(['points', 'amount', 'status', 'rewardGiven'])('[PTS-07] an unknown field %s', async (field) => {
    const body = await bodyFor(ruth)
    const before = await everything()
    expect(await send({ ...body, [field]: 1 })).toMatchObject({ status: 400, body: { code: 'invalid' } })
    const { referralCode: _, ...partial } = body
    expect((await send(partial)).body).toMatchObject({ issues: [{ path: 'referralCode' }] })
    expect(await everything()).toEqual(before)
  })

  test('[PTS-07] by a member who isn’t an administrator', async () => {
    const gail = await signIn(app, randomUUID(), personFields.gail)
    const body = await bodyFor(ruth)
    const before = await everything()
    for (const person of [gail, ruth, friend]) expect((await send(body, person)).status).toBe(403)
    expect(await everything()).toEqual(before)
  })
})
