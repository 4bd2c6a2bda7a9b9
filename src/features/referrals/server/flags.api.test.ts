// Referral flags over the real server: visible to administrators only, never blocking members.
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { insertUser } from '#features/auth/server/sql/users.ts'
import { insertPastVisits } from '#features/meditation/server/sql.ts'
import { parseRanges } from '#server/addresses/address-ranges.ts'
import { timestampToMs } from '#shared/day.ts'
import { minuteMs } from '#shared/durations.ts'
import { defaultTestTime } from '#test/clock.ts'
import { testDays, wall } from '#test/community-days.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { makeReferralCode } from '#test/data/referral-factories.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { referralsCalls, type ReferralFlag } from '../contract.ts'
import { rewardFirstSession, recordReferralJoin } from './service.ts'

const today = '2026-11-21'
let mia: TestUser
let code: string

const app = await openTestApp({ config: { trustedProxies: parseRanges('127.0.0.0/8') } })
const templateId = await makeMeditation(app)
const ada = await signIn(app, 'ada', personFields.ada)
beforeEach(async () => {
  app.clock.set(defaultTestTime)
  mia = await signIn(app, `mia-${randomUUID()}`, personFields.mia)
  code = await makeReferralCode(app, mia)
})

const fetchFlags = () => request(app, 'GET /api/admin/referral/flags', { as: ada })

/** The flags of one referrer: kind, day, count. */
async function flagsOf({ userId }: TestUser): Promise<[ReferralFlag['kind'], string, number][]> {
  const { flags } = referralsCalls.flags.response.parse((await fetchFlags()).body)
  return flags
    .filter(({ referrer }) => referrer.id === userId)
    .map(({ kind, day, count }) => [kind, day, count])
}

/** Registers a new member with a code, from an address as reported by the last trusted proxy. */
async function register(referralCode: string, address: string): Promise<TestUser> {
  const person = await signIn(app, randomUUID(), { name: 'Nobody New', registered: false })
  const { status, body } = await request(app, 'POST /api/auth/register', {
    as: person,
    headers: { 'x-forwarded-for': address },
    body: { email: person.email, name: person.name, firebaseUid: person.uid, referralCode },
  })
  expect(status).toBe(201)
  return { ...person, userId: (body as { id: number }).id }
}

interface FriendsInput {
  joinedAt: string
  /** The address that the friends join from. */
  from?: string
  /** When the friends complete a session, if they do. */
  satAt?: string
}

/**
 * Inserts friends who joined with mia's code, without sign-ins and optionally with a session. Returns their ids.
 */
async function insertFriends(count: number, { joinedAt, from, satAt }: FriendsInput): Promise<number[]> {
  const createdAt = new Date(timestampToMs(joinedAt))
  return app.database.transaction(async (tx) => {
    const ids: number[] = []
    for (let one = 0; one < count; one += 1) {
      const userId = await insertUser(tx, {
        name: 'A Friend',
        email: `${randomUUID()}@example.org`,
        firebaseUid: null,
        profilePicture: null,
        profileCompleted: false,
        isAdmin: false,
        isGardenAngel: false,
        createdAt,
      })
      await recordReferralJoin(tx, app.calendar.days(), {
        userId,
        referralCode: code,
        joinedFrom: from ?? null,
        now: createdAt,
      })
      ids.push(userId)
      if (satAt === undefined) continue
      const now = new Date(timestampToMs(satAt))
      const startTime = new Date(now.getTime() - 3 * minuteMs)
      const sessionDate = testDays.dayOf(startTime.getTime())
      const sitting = { sessionDate, templateId, seconds: 180, completed: true, isSample: false }
      await insertPastVisits(tx, [{ userId, startTime, ...sitting }])
      await rewardFirstSession(tx, { userId, now })
    }
    return ids
  })
}

test('[PTS-01] addresses of one household count as one, even with different IPv6 interface parts @full', async () => {
  for (const half of [':1', ':2:3', 'ffff::', 'abcd:1:2:3']) await register(code, `2001:db8:7:1:${half}`)
  expect(await flagsOf(mia)).toEqual([['same-address', today, 4]])
  const mo = await signIn(app, `mo-${randomUUID()}`, personFields.mo)
  const code2 = await makeReferralCode(app, mo)
  for (const household of ['8:1', '8:1', '8:1', '8:2', '8:2', '8:2']) {
    await register(code2, `2001:db8:${household}::1`)
  }
  expect(await flagsOf(mo)).toEqual([])
  // The same address, also in IPv4-mapped form; a forged entry on the left has no effect.
  for (const address of ['203.0.113.9', '::ffff:203.0.113.9', '198.51.100.1, 203.0.113.9']) {
    await register(code2, address)
  }
  expect(await flagsOf(mo)).toEqual([])
  await register(code2, '192.0.2.44, 203.0.113.9')
  expect(await flagsOf(mo)).toEqual([['same-address', today, 4]])
})

const morning = wall('2026-11-21 09:00')

test('[T15] three friends from one address are not flagged, a fourth is', async () => {
  await insertFriends(3, { joinedAt: morning, from: '203.0.113.20' })
  await insertFriends(3, { joinedAt: morning, from: '203.0.113.21' })
  await insertFriends(30, { joinedAt: morning })
  expect(await flagsOf(mia)).toEqual([])
  await insertFriends(1, { joinedAt: morning, from: '203.0.113.20' })
  expect(await flagsOf(mia)).toEqual([['same-address', today, 4]])
  // Of several groups on one day, the flag reports the largest.
  await insertFriends(2, { joinedAt: morning, from: '203.0.113.21' })
  expect(await flagsOf(mia)).toEqual([['same-address', today, 5]])
})

test('[T15] ten rewards a day are not flagged, an eleventh is', async () => {
  await insertFriends(10, { joinedAt: morning, satAt: defaultTestTime })
  expect(await flagsOf(mia)).toEqual([])
  await insertFriends(1, { joinedAt: morning, satAt: defaultTestTime })
  expect(await flagsOf(mia)).toEqual([['many-rewards', today, 11]])
})

test('days are Chicago days', async () => {
  const [lastMinute, firstMinute] = [wall('2026-11-19 23:59'), wall('2026-11-20 00:01')]
  const joinedAt = wall('2026-11-18 06:00')
  await insertFriends(10, { joinedAt, satAt: lastMinute })
  await insertFriends(10, { joinedAt, satAt: firstMinute })
  await insertFriends(3, { joinedAt: lastMinute, from: '203.0.113.30' })
  await insertFriends(3, { joinedAt: firstMinute, from: '203.0.113.30' })
  expect(await flagsOf(mia)).toEqual([])
  await insertFriends(1, { joinedAt, satAt: lastMinute })
  await insertFriends(1, { joinedAt: firstMinute, from: '203.0.113.30' })
  expect(await flagsOf(mia)).toEqual([
    ['same-address', '2026-11-20', 4],
    ['many-rewards', '2026-11-19', 11],
  ])
})

test.each([
  ['25', '2026-11-01', wall('2026-11-01 00:01'), wall('2026-11-01 23:59'), wall('2026-11-02 00:01')],
  ['23', '2026-03-08', wall('2026-03-08 00:01'), wall('2026-03-08 23:59'), wall('2026-03-09 00:01')],
])('a day of %s hours counts as one day', async (_hours, day, first, last, next) => {
  app.clock.set(next)
  const from = '203.0.113.40'
  await insertFriends(2, { joinedAt: first, from })
  await insertFriends(1, { joinedAt: last, from })
  await insertFriends(2, { joinedAt: next, from })
  expect(await flagsOf(mia)).toEqual([])
  await insertFriends(1, { joinedAt: last, from })
  expect(await flagsOf(mia)).toEqual([['same-address', day, 4]])
})

test('flags cover thirty days including today @full', async () => {
  const joinedAt = wall('2026-10-20 07:00')
  const [before, since] = [wall('2026-10-22 23:59:59.999'), wall('2026-10-23 00:00')]
  await insertFriends(11, { joinedAt, satAt: before })
  await insertFriends(4, { joinedAt: before, from: '203.0.113.50' })
  expect(await flagsOf(mia)).toEqual([])
  await insertFriends(11, { joinedAt, satAt: since })
  await insertFriends(4, { joinedAt: since, from: '203.0.113.50' })
  expect(await flagsOf(mia)).toEqual([
    ['many-rewards', '2026-10-23', 11],
    ['same-address', '2026-10-23', 4],
  ])
  app.clock.set(wall('2026-11-21 23:59:59.999'))
  expect(await flagsOf(mia)).toHaveLength(2)
  app.clock.set(wall('2026-11-22 00:00'))
  expect(await flagsOf(mia)).toEqual([])
})

const credit = async (to: TestUser, referralCode: string, referreeIds: readonly number[]) => {
  for (const referreeId of referreeIds) {
    const body = { referreeId, referrerId: to.userId, referralCode }
    const response = await request(app, 'POST /api/admin/referral/manual-attribute', { as: ada, body })
    expect(response.status).toBe(200)
  }
}

test('[PTS-12] superseded referrals stay flagged; manual attributions have no address @full', async () => {
  const friends = await insertFriends(11, { joinedAt: morning, from: '203.0.113.60', satAt: defaultTestTime })
  const asBefore = [
    ['many-rewards', today, 11],
    ['same-address', today, 11],
  ]
  expect(await flagsOf(mia)).toEqual(asBefore)
  const mo = await signIn(app, `mo-${randomUUID()}`, personFields.mo)
  const moCode = await makeReferralCode(app, mo)
  await credit(mo, moCode, friends.slice(0, 10))
  expect(await flagsOf(mia)).toEqual(asBefore)
  expect(await flagsOf(mo)).toEqual([])
  // Rewards by manual attribution count too.
  await credit(mo, moCode, friends.slice(10))
  expect(await flagsOf(mo)).toEqual([['many-rewards', today, 11]])
})
