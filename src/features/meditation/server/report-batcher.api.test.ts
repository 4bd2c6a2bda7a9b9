// Batched time reports: credited in few statements, each independent of the others' outcome.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { insertUser } from '#features/auth/server/sql/users.ts'
import { isAppError } from '#server/app-error.ts'
import { connectDatabase, type Database, type Executor } from '#server/db/database.ts'
import { defaultTestTime } from '#test/clock.ts'
import { closeAfterAll } from '#test/close-after-all.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { makeReferral } from '#test/data/referral-factories.ts'
import { startStatementProxy, type Verdict } from '#test/database/statement-proxy.ts'
import { openTestApp } from '#test/open-test-app.ts'
import type { VisitTimeReport } from '../visit-time.ts'
import { createReportBatcher, type SubmitTimeReport } from './report-batcher.ts'
import { lockClockForUpdate } from './sql.ts'
import { creditTime, startVisit } from './visits.ts'

/** The app's database through the proxy, on connections that no other test uses. */
let database: Database
let submitReport: SubmitTimeReport
let statements: string[] = []

interface Sitter {
  userId: number
  visitId: number
}

const app = await openTestApp()
await makeMeditation(app)
const proxy = closeAfterAll(await startStatementProxy(app.databaseUrl))
beforeEach(() => {
  app.clock.set(defaultTestTime)
  statements = []
  database = connectDatabase(proxy.url)
  submitReport = createReportBatcher({ ...app.app.platform, database })
  recordStatements(() => 'pass')
})
afterEach(() => database.close())

function recordStatements(verdict: (statement: string) => Verdict): void {
  proxy.intercept((statement) => {
    statements.push(statement)
    return verdict(statement)
  })
}

async function startSitter(): Promise<Sitter> {
  const facts = { firebaseUid: null, profilePicture: null, profileCompleted: false }
  const roles = { isAdmin: false, isGardenAngel: false, createdAt: new Date(app.clock.now()) }
  const email = `${randomUUID()}@example.org`
  const userId = await insertUser(app.database.query, { name: 'Sitter', email, ...facts, ...roles })
  const day = app.calendar.today()
  const { visit } = await startVisit(app.app.platform, userId, day)
  return { userId, visitId: visit.id }
}
/** Another visit of the same member. */
async function startSecondVisit({ userId, visitId }: Sitter): Promise<Sitter> {
  const { id } = await app.database.query
    .insertInto('meditation_sessions')
    .columns(['userId', 'sessionDate', 'startTime', 'endTime', 'templateId', 'createdAt'])
    .expression((from) =>
      from
        .selectFrom('meditation_sessions')
        .select(['userId', sql<string>`"sessionDate" - 1`.as('day')])
        .select(['startTime', 'endTime', 'templateId', 'createdAt'])
        .where('id', '=', visitId),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return { userId, visitId: id }
}
const startSitters = (count: number) => Promise.all(Array.from({ length: count }, startSitter))

const timeReport = (by: Sitter, seconds = 30, isGoodbye = false): VisitTimeReport => ({
  ...by,
  isGoodbye,
  report: { additionalDuration: seconds },
})

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0)
/** The number of committed transactions. */
const commits = () => statements.filter((statement) => statement === 'commit').length

/** The outcome of each report: the seconds of its visit, or the error code. */
const outcomes = async (reports: readonly VisitTimeReport[]) =>
  (await Promise.allSettled(reports.map(submitReport))).map((result) => {
    if (result.status === 'fulfilled') return result.value.duration
    if (!isAppError(result.reason)) throw result.reason
    return result.reason.errorResponse.body.code
  })

const visitsOf = (people: readonly Sitter[]) =>
  app.database.query
    .selectFrom('meditation_sessions')
    .selectAll()
    .where(
      'userId',
      'in',
      people.map(({ userId }) => userId),
    )
    .orderBy('id')
    .execute()
const secondsOf = async (people: readonly Sitter[]) =>
  (await visitsOf(people)).map(({ duration }) => duration)

const ban =
  ({ userId }: Sitter) =>
  (db: Executor) =>
    db
      .updateTable('users')
      .set({ isBanned: true, bannedAt: new Date(app.clock.now()), bannedReason: 'Unkind words' })
      .where('id', '=', userId)
      .execute()

const lockOwnClock =
  ({ userId }: Sitter) =>
  (tx: Executor) =>
    lockClockForUpdate(tx, userId, new Date(app.clock.now()))

test('[MED-22] of fifty members at once are credited to each of them, with the statements of two @full', async () => {
  const people = await startSitters(50)
  app.clock.advance(40_000)
  const reports = people.map((by, index) => timeReport(by, index % 40))
  const responses = await Promise.all(reports.map(submitReport))
  // The first runs at once; the others form a batch after it.
  expect(commits()).toBe(2)
  expect(statements.length).toBeLessThanOrEqual(2 * 5)
  expect(responses.map(({ duration }) => duration)).toEqual(people.map((_, index) => index % 40))
  const stored = new Map((await visitsOf(people)).map((row) => [row.id, row]))
  for (const response of responses) expect(stored.get(response.id)).toMatchObject(response)
  app.clock.advance(30_000)
  const again = await Promise.all(people.map((by) => submitReport(timeReport(by, 7_200))))
  expect(again.map(({ duration }) => duration)).toEqual(people.map(() => 70))
})

test('[REM-03] say in the same statement which visits are visible', async () => {
  const people = await startSitters(6)
  app.clock.advance(30_000)
  const nowMs = app.clock.now()
  const reports = people.map((by, index) => {
    const seconds = { additionalDuration: index }
    return { ...by, isGoodbye: false, report: index % 2 === 0 ? { ...seconds, isVisible: true } : seconds }
  })
  await Promise.all(reports.map(submitReport))
  expect(commits()).toBe(2)
  const rows = await visitsOf(people)
  expect(new Set(rows.map(({ duration }) => duration))).toEqual(new Set([0, 1, 2, 3, 4, 5]))
  for (const { duration, visibleAt } of rows)
    expect(Date.parse(visibleAt ?? '') === nowMs).toBe(duration % 2 === 0)
  const later = app.clock.now() + 30_000
  app.clock.set(later)
  // One tab is visible, the other isn't.
  const [one] = people
  if (!one) throw new Error('Too few.')
  const pages = [true, false].map((isVisible) => ({
    ...timeReport(one, 0),
    report: { additionalDuration: 0, isVisible },
  }))
  await Promise.all([...people.map((by) => timeReport(by, 0)), ...pages].map(submitReport))
  const [first] = await visitsOf([one])
  expect(Date.parse(first?.visibleAt ?? '')).toBe(later)
})

test('[I06, MED-23] of one member’s tabs in a batch share the same time, in two visits and by goodbyes', async () => {
  const [one, other] = [await startSitter(), await startSitter()]
  const second = await startSecondVisit(one)
  app.clock.advance(40_500)
  const reports = Array.from({ length: 20 }, (_, index) => [
    timeReport(index % 2 === 0 ? one : second, 3, index % 5 === 4),
    timeReport(other, 2),
  ]).flat()
  await Promise.all(reports.map(submitReport))
  expect(commits()).toBe(2)
  expect(sum(await secondsOf([one]))).toBe(40)
  expect(await secondsOf([other])).toEqual([40])
})

test('[I06, MED-23] on two nodes at once, batched and single, share it too @full', async () => {
  const people = await startSitters(20)
  const seconds = await Promise.all(people.map(startSecondVisit))
  const elsewhere = createReportBatcher({ ...app.app.platform, database })
  for (let round = 1; round <= 5; round += 1) {
    app.clock.advance(30_000)
    await Promise.all([
      ...people.map((by) => submitReport(timeReport(by, 7_200))),
      ...seconds.map((by) => elsewhere(timeReport(by, 7_200))),
      ...people.slice(0, 3).map((by) => creditTime({ ...app, database }, timeReport(by, 7_200))),
    ])
    expect(sum(await secondsOf(people))).toBe(people.length * 30 * round)
  }
})

describe('an exceptional report', () => {
  test('[I11, MED-30, T17] is rejected alone, and the others are credited', async () => {
    const [first, banned, ended, left, strange, ...others] = await startSitters(12)
    if (!first || !banned || !ended || !left || !strange) throw new Error('Too few.')
    await ban(banned)(app.database.query)
    await app.database.query
      .updateTable('meditation_sessions')
      .set({ isOpen: false })
      .where('id', 'in', [ended.visitId, left.visitId])
      .execute()
    app.clock.advance(30_000)
    const foreign = { ...strange, visitId: first.visitId }
    const nobodys = { userId: 2_000_000_000, visitId: first.visitId }
    expect(
      await outcomes([
        timeReport(first),
        timeReport(banned),
        timeReport(ended),
        timeReport(left, 5, true),
        timeReport(foreign),
        timeReport(nobodys),
        ...others.map((by) => timeReport(by)),
      ]),
    ).toEqual([30, 'banned', 'session_ended', 0, 'not_found', 'unauthenticated', ...others.map(() => 30)])
    expect(await secondsOf([banned, ended, left, strange])).toEqual([0, 0, 0, 0])
  })

  test('[MED-28, PTS-02] completes its visit and is rewarded, once, among others that continue', async () => {
    const [first, friend, ...others] = await startSitters(10)
    if (!first || !friend) throw new Error('Too few.')
    const ruth = await startSitter()
    await makeReferral(app, ruth, friend)
    app.clock.advance(150_000)
    const reports = [
      timeReport(first, 10),
      timeReport(friend, 144),
      timeReport(friend, 1),
      ...others.map((by) => timeReport(by, 10)),
    ]
    const responses = await outcomes(reports)
    expect(responses.filter((seconds) => seconds === 10)).toHaveLength(9)
    expect(await visitsOf([friend])).toMatchObject([{ duration: 145, completed: true }])
    const lines = app.database.query.selectFrom('quantum_love_transactions').select(['userId', 'amount'])
    expect(await lines.orderBy('amount').execute()).toEqual([
      { userId: friend.userId, amount: 25 },
      { userId: friend.userId, amount: 50 },
      { userId: ruth.userId, amount: 100 },
    ])
  })

  test.each([
    ['[I11] a ban', ban, 'banned'],
    ['another write of theirs', lockOwnClock, 30],
  ] as const)('%s in progress delays only its own member', async (_, change, outcome) => {
    const [first, held, ...others] = await startSitters(10)
    if (!first || !held) throw new Error('Too few.')
    app.clock.advance(30_000)
    const { credited, waited } = await app.database.transaction(async (tx) => {
      await change(held)(tx)
      const calls = [first, ...others].map((by) => outcomes([timeReport(by)]))
      const waited = { outcome: outcomes([timeReport(held)]) }
      const credited = await Promise.all(calls)
      expect(commits()).toBe(2)
      return { credited, waited }
    })
    expect(credited).toEqual([first, ...others].map(() => [30]))
    expect(await waited.outcome).toEqual([outcome])
    expect(await secondsOf([held])).toEqual([outcome === 30 ? 30 : 0])
  })
})

describe('when the batch fails', () => {
  test('repeatedly, it is logged once, and once more after a recovery', async () => {
    const by = await startSitter()
    let isBroken = true
    const errors: string[] = []
    submitReport = createReportBatcher({
      ...app.app.platform,
      log: { ...app.app.platform.log, error: (_: object, text: string) => errors.push(text) },
      database: {
        ...database,
        transaction: (work) =>
          isBroken ? Promise.reject(new Error('no such column')) : database.transaction(work),
      },
    })
    const fail = () => expect(submitReport(timeReport(by, 0))).rejects.toThrow('no such column')
    for (let round = 0; round < 3; round += 1) await fail()
    expect(errors).toHaveLength(1)
    isBroken = false
    await submitReport(timeReport(by, 0))
    isBroken = true
    await fail()
    expect(errors).toHaveLength(2)
  })

  const isSaving = (statement: string) =>
    statement.includes('with updated_clocks') && statement.includes('unnest')

  test.each([
    ['before the write', 'hold', isSaving],
    [
      'when it is committed and the response is lost',
      'deafen',
      (statement: string) => statement === 'commit',
    ],
  ] as const)('[I06] %s, each report is credited alone, once', async (_, verdict, isIt) => {
    const people = await startSitters(10)
    app.clock.advance(30_000)
    let isFirstDone = false
    let isCut = false
    recordStatements((statement) => {
      const isNow = isFirstDone && !isCut && isIt(statement)
      isFirstDone ||= statement === 'commit'
      isCut ||= isNow
      return isNow ? verdict : 'pass'
    })
    const responses = outcomes(people.map((by) => timeReport(by, 50)))
    await expect.poll(() => isCut).toBe(true)
    const isSaved = async () => (await secondsOf(people)).filter((seconds) => seconds === 30).length
    await expect.poll(isSaved).toBe(verdict === 'deafen' ? people.length : 1)
    proxy.cut()
    expect(await responses).toEqual(people.map(() => 30))
    expect(await secondsOf(people)).toEqual(people.map(() => 30))
    expect(statements.filter((statement) => statement === 'commit').length).toBeGreaterThan(people.length - 1)
  })
})
