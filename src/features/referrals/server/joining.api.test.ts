// Joining with a code: the referral and the 50 points, in the transaction of the registration.
import { expect, test } from 'vitest'
import { defaultTestTime } from '#test/clock.ts'
import { wall } from '#test/community-days.ts'
import { makeReferralCode } from '#test/data/referral-factories.ts'
import { raceUncommittedChange } from '#test/database/lock-race.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'

const app = await openTestApp({ isUnlimited: true })
const mia = await signIn(app, 'mia-joining', personFields.mia)
const code = await makeReferralCode(app, mia)

let count = 0
const newcomer = () => {
  count += 1
  return signIn(app, `una-joining-${count}`, personFields.una)
}
const register = (as: TestUser, referralCode?: unknown) =>
  request(app, 'POST /api/auth/register', {
    as,
    body: { email: as.email, name: 'Una Newcomer', firebaseUid: as.uid, referralCode },
  })

/** Registers a new member; returns their points, ledger and referrals. */
async function joined(referralCode?: unknown) {
  const una = await newcomer()
  const { status, body } = await register(una, referralCode)
  expect(status).toBe(201)
  const { id } = body as { id: number }
  return { una, id, ...(await outcome(id)) }
}

async function outcome(userId: number) {
  const { query } = app.database
  const user = query.selectFrom('users').select('quantumLovePoints').where('id', '=', userId)
  const ledger = query.selectFrom('quantum_love_transactions').selectAll().where('userId', '=', userId)
  const referrals = query.selectFrom('referrals').selectAll().where('referredId', '=', userId)
  return {
    points: (await user.executeTakeFirstOrThrow()).quantumLovePoints,
    ledger: await ledger.execute(),
    referrals: await referrals.execute(),
  }
}

const nothing = { points: 0, ledger: [], referrals: [] }

test('[PTS-01] a valid code creates a pending referral, and 50 points for the friend only', async () => {
  const before = await outcome(mia.userId)
  const { id, points, ledger, referrals } = await joined(code)
  expect(points).toBe(50)
  expect(referrals).toMatchObject([
    {
      referrerId: mia.userId,
      referredId: id,
      referralCode: code,
      status: 'pending',
      rewardGiven: false,
      completedAt: null,
      joinedFrom: '127.0.0.1',
    },
  ])
  expect(ledger).toMatchObject([
    { amount: 50, type: 'join', referralId: referrals[0]?.id, eventKey: `join:u${id}` },
  ])
  expect(await outcome(mia.userId)).toEqual(before)
})

test('[REF-05, PTS-01] the code’s case and surrounding spaces don’t matter', async () => {
  for (const written of [code.toLowerCase(), ` ${code}\n`, `${code.slice(0, 3)} ${code.slice(3)}`]) {
    const { points, referrals } = await joined(written)
    expect(points).toBe(50)
    expect(referrals).toMatchObject([{ referralCode: code, referrerId: mia.userId }])
  }
})

test('[AUTH-22, PTS-03] an unknown code doesn’t block joining, and gives no points and no referral', async () => {
  const others = [
    'ZZZZZZZZ',
    'true',
    '0012',
    '1e5',
    '',
    '   ',
    'x'.repeat(2_000),
    '\u0000',
    '🌊',
    7,
    true,
    null,
    [code],
  ]
  for (const other of [undefined, ...others]) {
    const { id: _id, una: _una, ...found } = await joined(other)
    expect([other, found]).toEqual([other, nothing])
  }
})

test('[AUTH-22, PTS-03] neither does the code of a banned or deleted member', async () => {
  const bea = await signIn(app, 'bea-joining', personFields.bea)
  const gone = await signIn(app, 'gone-joining', { name: 'Gone' })
  const codes = [await makeReferralCode(app, bea), await makeReferralCode(app, gone)]
  const deleted = { deletedAt: new Date(app.clock.now()) }
  await app.database.query.updateTable('users').set(deleted).where('id', '=', gone.userId).execute()
  for (const other of codes) expect(await joined(other)).toMatchObject(nothing)
})

test('[AUTH-22] a referrer banned at that moment gets no referral', async () => {
  const mo = await signIn(app, 'mo-banned', personFields.mo)
  const moCode = await makeReferralCode(app, mo)
  const una = await newcomer()
  const outcomeOf = await raceUncommittedChange(
    app,
    (tx) =>
      tx
        .updateTable('users')
        .set({ isBanned: true, bannedAt: new Date(app.clock.now()), bannedReason: 'Unkind words' })
        .where('id', '=', mo.userId)
        .execute(),
    () => register(una, moCode),
  )
  expect(outcomeOf).toMatchObject({ status: 'fulfilled', value: { status: 201 } })
  const [row] = await app.database.query
    .selectFrom('users')
    .select('id')
    .where('firebaseUid', '=', una.uid)
    .execute()
  expect(await outcome(row?.id ?? 0)).toEqual(nothing)
})

test('[AUTH-20, PTS-04] registering again, with the same or another code, changes nothing', async () => {
  const moCode = await makeReferralCode(app, await signIn(app, 'mo-again', personFields.mo))
  const { una, id, ...before } = await joined(code)
  for (const again of [code, moCode, undefined, code]) {
    expect((await register(una, again)).status).toBe(200)
  }
  expect(await outcome(id)).toEqual(before)

  const { una: alone, id: aloneId } = await joined()
  expect((await register(alone, code)).status).toBe(200)
  expect(await outcome(aloneId)).toEqual(nothing)
})

test('[PTS-01] a failed registration leaves neither a referral nor points', async () => {
  const una = await newcomer()
  const owner = await newcomer()
  await register(owner)
  await app.database.query
    .updateTable('sessions')
    .set({ email: owner.email })
    .where('uid', '=', una.uid)
    .execute()
  const counts = async () => [
    (await app.database.query.selectFrom('referrals').select('id').execute()).length,
    (await app.database.query.selectFrom('quantum_love_transactions').select('id').execute()).length,
    (await app.database.query.selectFrom('referral_codes').select('code').execute()).length,
  ]
  const before = await counts()
  expect(await register(una, code)).toMatchObject({ status: 409, body: { code: 'email_taken' } })
  expect(await counts()).toEqual(before)
})

/** The addresses that a member's friends joined from, oldest first. */
const addressesOf = ({ userId }: TestUser) =>
  app.database.query
    .selectFrom('referrals')
    .select(({ ref }) => ref('joinedFrom').as('from'))
    .where('referrerId', '=', userId)
    .orderBy('id')
    .execute()

test('[PTS-01, T15] joining erases the join addresses of the referrer’s older friends', async () => {
  const [ruth, rob] = [await signIn(app, 'ruth', { name: 'Ruth' }), await signIn(app, 'rob', { name: 'Rob' })]
  const [ruths, robs] = [await makeReferralCode(app, ruth), await makeReferralCode(app, rob)]
  const kept = { from: '127.0.0.1' }
  // The last moment before the period of flags, and its first.
  for (const moment of [wall('2026-10-22 23:59:59.999'), wall('2026-10-23 00:00')]) {
    app.clock.set(moment)
    await joined(ruths)
    await joined(robs)
  }
  app.clock.set(defaultTestTime)
  await joined()
  expect(await addressesOf(ruth)).toEqual([kept, kept])
  await joined(ruths)
  expect(await addressesOf(ruth)).toEqual([{ from: null }, kept, kept])
  expect(await addressesOf(rob)).toEqual([kept, kept])
})
