// Demo seed: the content of the demo member's own screens.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { listEntries } from '#features/energy/server/sql.ts'
import { buildHistory, isComplete, summarizeHistory } from '#features/history/history.ts'
import { findIsKnownMember, secondsByDay } from '#features/meditation/server/service.ts'
import { casesCalls } from '#features/moderation/cases-contract.ts'
import { findJoinCodes } from '#features/referrals/codes.ts'
import { referralsCalls } from '#features/referrals/contract.ts'
import { addDays, timestampToMs } from '#shared/day.ts'
import { startTestApp } from '#test/app.ts'
import { testDays } from '#test/community-days.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { cookieOf, signInAgain } from '#test/people/account.ts'
import { request } from '#test/request.ts'
import { createDemoPassword, demoPasswordWarning, readDemoPassword } from './demo-accounts.ts'
import { joinedAtMs, seedDemo } from './seed-demo.ts'

const today = '2026-11-21'

const password = 'a quiet lake at dawn'
const seed = () => seedDemo(app.app.platform, app.app.identity.accounts, () => password)

const app = await openTestApp()
await seed()
const member = await app.database.query
  .selectFrom('users')
  .select('id')
  .where('email', '=', 'member@example.com')
  .executeTakeFirstOrThrow()
const memberId = member.id

test('[OPS-14] the member has three weeks of entries up to yesterday, slowly rising, with dips and gaps', async () => {
  const times = await secondsByDay(app.database.query, memberId)
  const days = buildHistory(await listEntries(app.database.query, memberId), times)
  expect([days[0]?.sessionDate, days.at(-1)?.sessionDate]).toEqual([addDays(today, -21), addDays(today, -1)])
  expect(days).toHaveLength(19)
  expect(days.filter((day) => !isComplete(day))).toHaveLength(2)
  expect(days.filter(({ improvement }) => improvement !== null && improvement < 0)).toHaveLength(2)
  expect(days.some(({ isSample }) => isSample)).toBe(false)
  expect(summarizeHistory(days.slice(-6)).averageImprovement).toBeGreaterThan(
    summarizeHistory(days.slice(0, 6)).averageImprovement ?? 9,
  )
})

test('[OPS-14] every day with entries has a sitting, one day has only a sitting, and most are complete', async () => {
  const { query } = app.database
  const times = await secondsByDay(query, memberId)
  const days = buildHistory(await listEntries(query, memberId), times)
  for (const { timeSpent } of days) expect([timeSpent >= 8, timeSpent <= 40]).toEqual([true, true])
  expect(times).toHaveLength(days.length + 1)
  const rows = await query
    .selectFrom('meditation_sessions')
    .selectAll()
    .where('userId', '=', memberId)
    .execute()
  expect(rows.some(({ isOpen, isSample }) => isOpen || isSample)).toBe(false)
  expect(rows.filter(({ completed }) => !completed)).toMatchObject([{ sessionDate: addDays(today, -7) }])
})

test('[OPS-15] a later start with another DEMO_PASSWORD leaves accounts and file as they are, and warns', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'stillwater-demo-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  expect(createDemoPassword({ dataDir, demoPassword: password })).toBe(password)
  const later = { dataDir, demoPassword: 'another lake at dawn' }
  const start = () => seedDemo(app.app.platform, app.app.identity.accounts, () => createDemoPassword(later))
  expect(await start()).toBe(false)
  expect(readDemoPassword(later)).toBe(password)
  expect(demoPasswordWarning(later)).toContain('DEMO_PASSWORD has no effect')
  expect(demoPasswordWarning({ dataDir, demoPassword: password })).toBeNull()
  expect(demoPasswordWarning({ dataDir, demoPassword: null })).toBeNull()
  expect((await signInAgain(app, 'member@example.com', password)).status).toBe(200)
})

const idOf = async (name: string) => {
  const users = app.database.query.selectFrom('users').select('id').where('name', '=', name)
  return (await users.executeTakeFirstOrThrow()).id
}

test('[OPS-14] the member was referred, invited four friends, and has the points for that', async () => {
  const { query } = app.database
  const account = await signInAgain(app, 'member@example.com', password)
  const headers = { cookie: cookieOf(account) }
  const read = async (call: string) =>
    (await request(app, `GET /api/user/${memberId}/${call}`, { headers })).body

  expect(await read('referral-code')).toEqual({ referralCode: 'MAYA2026' })
  const { points, transactions } = referralsCalls.pointsOf.response.parse(await read('quantum-love'))
  expect(points).toBe(375)
  expect(
    transactions.map(({ amount, type, createdAt }) => [
      amount,
      type,
      testDays.dayOf(timestampToMs(createdAt)),
    ]),
  ).toEqual([
    [100, 'reward', addDays(today, -4)],
    [100, 'reward', addDays(today, -9)],
    [100, 'reward', addDays(today, -17)],
    [25, 'first-session', addDays(today, -21)],
    [50, 'join', addDays(today, -22)],
  ])
  expect(await read('referrals')).toMatchObject({
    referrals: [
      { referredId: await idOf('Ravi Kapoor'), status: 'pending', rewardGiven: false },
      { referredId: await idOf('Mei Tanaka'), status: 'completed', rewardGiven: true },
      { referredId: await idOf('Tobias Berg'), status: 'completed', rewardGiven: true },
      { referredId: await idOf('Ana Ribeiro'), status: 'completed', rewardGiven: true },
    ],
  })
  const all = await query.selectFrom('users').select(['name', 'quantumLovePoints']).execute()
  expect(Object.fromEntries(all.map(({ name, quantumLovePoints }) => [name, quantumLovePoints]))).toEqual({
    'Ada Lindqvist': 0,
    'Lena Oduya': 100,
    'Maya Andersen': 375,
    'Ana Ribeiro': 75,
    'Tobias Berg': 75,
    'Mei Tanaka': 75,
    'Ravi Kapoor': 50,
  })
})

test('[OPS-14, REF-04] every member has a referral code, and events are in order', async () => {
  const { query } = app.database
  const users = await query
    .selectFrom('users')
    .leftJoin('referral_codes', 'referral_codes.userId', 'users.id')
    .select(['users.id', 'users.createdAt', 'code', 'referral_codes.createdAt as codedAt'])
    .execute()
  for (const { code, createdAt, codedAt } of users) {
    expect(findJoinCodes(code ?? '')).toEqual([code])
    expect(codedAt).toBe(createdAt)
  }
  const joinedAt = new Map(users.map(({ id, createdAt }) => [id, createdAt]))
  const referrals = await query.selectFrom('referrals').selectAll().execute()
  expect(referrals).toHaveLength(5)
  for (const { referrerId, referredId, createdAt, completedAt } of referrals) {
    expect(createdAt).toBe(joinedAt.get(referredId))
    expect(String(joinedAt.get(referrerId)) < createdAt).toBe(true)
    const first = await query
      .selectFrom('meditation_sessions')
      .select(['startTime', 'endTime'])
      .where('userId', '=', referredId)
      .where('completed', '=', true)
      .orderBy('startTime')
      .executeTakeFirst()
    expect(completedAt).toBe(first?.endTime ?? null)
    expect(first === undefined || createdAt < first.startTime).toBe(true)
  }
})

test('[OPS-14] the garden angel finds two open cases, and one that was decided', async () => {
  const headers = { cookie: cookieOf(await signInAgain(app, 'angel@example.com', password)) }
  const read = async (state: string) => {
    const { body } = await request(app, `GET /api/moderation/cases?state=${state}`, { headers })
    return casesCalls.cases.response.parse(body).cases
  }
  expect(await read('open')).toMatchObject([
    { member: { name: 'Tobias Berg' }, reports: [{ reason: 'worrying' }], decision: null },
    { member: { name: 'Mei Tanaka' }, reports: [{ reason: 'selling' }], decision: null },
  ])
  expect(await read('decided')).toMatchObject([
    { member: { name: 'Tobias Berg' }, decision: { action: 'remind', by: { name: 'Lena Oduya' } } },
  ])
})

test('[OPS-14] no message or entry precedes its author’s joining', async () => {
  const { query } = app.database
  const early = await query
    .selectFrom('users')
    .leftJoin('chat_messages', 'chat_messages.userId', 'users.id')
    .leftJoin('meditation_sessions', 'meditation_sessions.userId', 'users.id')
    .select('users.name')
    .where(({ eb, or, ref }) =>
      or([
        eb('chat_messages.timestamp', '<', ref('users.createdAt')),
        eb('meditation_sessions.startTime', '<', ref('users.createdAt')),
      ]),
    )
    .execute()
  expect(early).toEqual([])
  // The first start may come half a minute after midnight.
  const midnightMs = testDays.startMs(today)
  expect(joinedAtMs(testDays, 'Ravi Kapoor', midnightMs + 30_000)).toBe(midnightMs)
})

test('[OPS-14] [PULSE-15] the accounts that can sign in are known members, also where addresses are confirmed', async () => {
  const config = { smtpUrl: 'smtp://mail.example.org:587', firebase: null }
  for (const name of ['Ada Lindqvist', 'Lena Oduya', 'Maya Andersen']) {
    const member = { userId: await idOf(name), day: today }
    expect(await findIsKnownMember(app.database.query, config, member)).toBe(true)
  }
})

test('[OPS-14] seeding again changes nothing', async () => {
  const state = async () => [
    await secondsByDay(app.database.query, memberId),
    await app.database.query.selectFrom('users').select(['id', 'quantumLovePoints']).execute(),
    await app.database.query.selectFrom('referrals').select('id').execute(),
  ]
  const before = await state()
  expect(await seed()).toBe(false)
  expect(await state()).toEqual(before)
})

test('[OPS-14] with an external identity provider, the content is the same and demo accounts can’t sign in @full', async () => {
  const other = await startTestApp()
  try {
    expect(await seedDemo(other.app.platform, null, () => password)).toBe(true)
    const users = await other.database.query.selectFrom('users').select(['email', 'firebaseUid']).execute()
    expect(users.length).toBeGreaterThan(3)
    expect(users.filter(({ firebaseUid }) => firebaseUid !== null)).toEqual([])
    expect((await signInAgain(other, 'admin@example.com', password)).status).toBe(401)
  } finally {
    await other.close()
  }
})
