// The server is killed before every statement of point-paying calls, and at random: each call is all or nothing.
import 'temporal-polyfill/global'
import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { creditTime, startVisit } from '#features/meditation/server/visits.ts'
import { addDays } from '#shared/day.ts'
import { startTestApp, type TestApp } from '#test/app.ts'
import { createTestClock } from '#test/clock.ts'
import { testDays } from '#test/community-days.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { makeReferralCode, makeReferral } from '#test/data/referral-factories.ts'
import { findViolations } from '#test/database/invariants.ts'
import {
  isBackgroundStatement,
  startStatementProxy,
  type StatementProxy,
  type Verdict,
} from '#test/database/statement-proxy.ts'
import {
  freePort,
  createDataDir,
  startServerProcess,
  type ServerProcess,
} from '#test/nodes/server-process.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { createSeededRandom } from '#test/seeded-random.ts'

/** Servers started in advance: enough for a test of every stop, more than a single one needs. */
const startedAhead = process.env['TEST_FULL'] === undefined ? 0 : 2
const roundsAtRandom = 20
const writesPerRound = 9
/** A little less than all statements of the calls together. */
const statementsPerRound = 100
const latestKillMs = 5
const sittingMs = 200_000
/** More than 80 % of three minutes. */
const sitting = { duration: 150 }

/** The test's own app inserts members and reads the results; the killed servers are processes beside it. */
let app: TestApp
let ada: TestUser
let dataDir = ''
let removeDataDir = async () => {}
const readyTargets: Promise<KillTarget>[] = []
const killTargets = new Set<KillTarget>()

/** A server to be killed, whose statements all go through its own proxy. */
interface KillTarget {
  server: ServerProcess
  proxy: StatementProxy
}

test.beforeAll(async () => {
  test.setTimeout(60_000)
  app = await startTestApp()
  ;({ dataDir, remove: removeDataDir } = await createDataDir())
  app.clock.set(Date.now())
  const today = app.calendar.today()
  // Tomorrow's in case midnight passes during the test.
  for (const day of [addDays(today, -1), today, addDays(today, 1)]) await makeMeditation(app, { day })
  ada = await signIn(app, 'ada', personFields.ada)
  // Scheduled jobs run here, so that no killed server scenarios them: their statements would count as a call's own.
  app.app.startScheduledJobs()
  await app.app.jobs.whenIdle()
})

test.afterAll(async () => {
  await Promise.allSettled(readyTargets)
  for (const target of killTargets) await killServer(target)
  await app.close()
  await removeDataDir()
})

async function startKillTarget(): Promise<KillTarget> {
  const proxy = await startStatementProxy(app.databaseUrl)
  const server = await startServerProcess({
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    DATABASE_URL: proxy.url,
    LIMITS_EXEMPT: '127.0.0.0/8',
    LOG_LEVEL: 'silent',
  })
  const target = { server, proxy }
  killTargets.add(target)
  return target
}

/** A server that is ready; more of them start in the background. */
function nextKillTarget(): Promise<KillTarget> {
  while (readyTargets.length <= startedAhead) readyTargets.push(startKillTarget())
  return readyTargets.shift() ?? startKillTarget()
}

/** Kills the server if it still scenarios, and waits until the database has closed its connections. */
async function killServer(target: KillTarget): Promise<void> {
  const { server, proxy } = target
  await server.stop('SIGKILL')
  await proxy.whenDrained()
  await proxy.close()
  killTargets.delete(target)
}

/** One call that pays points, for members of its own. */
interface Write {
  send: (url: string) => Promise<number>
  /** Reads its effects from the database. */
  readState: () => Promise<unknown>
  before: unknown
  after: unknown
}

const createMember = (facts: { name: string; registered?: boolean } = personFields.mia) =>
  signIn(app, randomUUID(), facts)

/** Starts a session in the past; the first report then completes it. */
async function startPastSession({ userId }: TestUser): Promise<number> {
  const clock = createTestClock(app.clock.now() - sittingMs)
  const day = testDays.dayOf(clock.now())
  const { visit } = await startVisit({ database: app.database, clock, roomClock: clock }, userId, day)
  return visit.id
}

function sendCall(
  as: TestUser,
  call: `${'PUT' | 'POST'} /${string}`,
  body: object,
  headers: Record<string, string> = {},
): Write['send'] {
  const [method = '', path = ''] = call.split(' ')
  return async (url) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { origin: url, cookie: as.cookie, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    await response.arrayBuffer()
    return response.status
  }
}

async function ledgerRows(userId: number): Promise<string[]> {
  const rows = await app.database.query
    .selectFrom('quantum_love_transactions')
    .select(['type', 'amount'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(({ type, amount }) => `${type} ${amount}`)
}

async function referralStatuses(friendId: number): Promise<string[]> {
  const rows = await app.database.query
    .selectFrom('referrals')
    .select('status')
    .where('referredId', '=', friendId)
    .orderBy('id')
    .execute()
  return rows.map(({ status }) => status)
}

async function completeSession(): Promise<Write> {
  const [friend, ruth] = [await createMember(), await createMember()]
  await makeReferral(app, ruth, friend)
  const visitId = await startPastSession(friend)
  const isCompleted = async () => {
    const session = app.database.query.selectFrom('meditation_sessions').select('completed')
    return (await session.where('id', '=', visitId).executeTakeFirst())?.completed
  }
  return {
    send: sendCall(friend, `PUT /api/session/${visitId}`, sitting),
    readState: async () => [
      await isCompleted(),
      await referralStatuses(friend.userId),
      await ledgerRows(friend.userId),
      await ledgerRows(ruth.userId),
    ],
    before: [false, ['pending'], ['join 50'], []],
    after: [true, ['completed'], ['join 50', 'first-session 25'], ['reward 100']],
  }
}

async function registerFriend(): Promise<Write> {
  const [una, ruth] = [await createMember(personFields.una), await createMember()]
  const referralCode = await makeReferralCode(app, ruth)
  return {
    send: sendCall(una, 'POST /api/auth/register', {
      email: una.email,
      name: 'Una Newcomer',
      firebaseUid: una.uid,
      referralCode,
    }),
    readState: async () => {
      const users = app.database.query.selectFrom('users').select('id').where('firebaseUid', '=', una.uid)
      const user = await users.executeTakeFirst()
      return user ? [await referralStatuses(user.id), await ledgerRows(user.id)] : 'nobody'
    },
    before: 'nobody',
    after: [['pending'], ['join 50']],
  }
}

/** A sitting friend is moved away from a referrer who was already paid: this takes the most statements. */
async function creditReferral(): Promise<Write> {
  const [friend, ruth, rob] = [await createMember(), await createMember(), await createMember()]
  await makeReferral(app, ruth, friend)
  const { userId } = friend
  await creditTime(app, {
    userId,
    visitId: await startPastSession(friend),
    report: sitting,
    isGoodbye: false,
  })
  const body = { referreeId: userId, referrerId: rob.userId, referralCode: await makeReferralCode(app, rob) }
  const key = { 'idempotency-key': randomUUID() }
  const rewarded = ['reward 100']
  const friends = ['join 50', 'first-session 25']
  return {
    send: sendCall(ada, 'POST /api/admin/referral/manual-attribute', body, key),
    readState: async () => [
      await referralStatuses(userId),
      await ledgerRows(userId),
      await ledgerRows(ruth.userId),
      await ledgerRows(rob.userId),
    ],
    before: [['completed'], friends, rewarded, []],
    after: [['superseded', 'completed'], friends, [...rewarded, 'reversal -100'], rewarded],
  }
}

let seriesCount = 0

/** One schedule row becomes three, all or none (I10). */
async function repeatSchedule(): Promise<Write> {
  const { query } = app.database
  seriesCount += 1
  const date = addDays(app.calendar.today(), 30 * seriesCount)
  const template = await query.selectFrom('meditation_templates').select('id').executeTakeFirstOrThrow()
  const facts = { date, templateId: template.id, scheduledTime: '06:30' }
  const { id, version } = await query
    .insertInto('schedules')
    .values({ ...facts, createdAt: new Date(app.clock.now()) })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
  const series = { ...facts, isActive: true, repeatWeeks: 1, repeatCount: 3, version }
  const repeat = sendCall(ada, `PUT /api/admin/schedules/${id}`, series)
  const days = [date, addDays(date, 7), addDays(date, 14)]
  return {
    // Once repeated, the row has another version.
    send: async (url) => {
      const status = await repeat(url)
      return status === 409 ? 204 : status
    },
    readState: async () => {
      const rows = await query.selectFrom('schedules').select('date').where('date', 'in', days).execute()
      return rows.map((row) => row.date).toSorted()
    },
    before: [date],
    after: days,
  }
}

const scenarios = [completeSession, registerFriend, creditReferral]

async function prepareWrite(scenario: () => Promise<Write>): Promise<Write> {
  app.clock.set(Date.now())
  const write = await scenario()
  expect(await write.readState()).toEqual(write.before)
  return write
}

/** The statements of a call, in order. */
async function statementsOf({ server, proxy }: KillTarget, write: Write): Promise<string[]> {
  const statements: string[] = []
  proxy.intercept((statement) => {
    if (!isBackgroundStatement(statement)) statements.push(statement)
    return 'pass'
  })
  expect(await write.send(server.url)).toBeLessThan(300)
  expect(await write.readState()).toEqual(write.after)
  return statements
}

/** Where a call is stopped: at which of its statements, and whether the database still receives that one. */
interface StopPoint {
  at: number
  verdict: Exclude<Verdict, 'pass'>
}

/** Makes a call and returns once it is stopped there; `outcome` is the caller's final result. */
async function stopAt(
  { server, proxy }: KillTarget,
  write: Write,
  { at, verdict }: StopPoint,
  statements: readonly string[],
): Promise<{ outcome: Promise<unknown> }> {
  let count = 0
  const isStopped = new Promise<void>((resolve) => {
    proxy.intercept((statement) => {
      // On a slow machine a statement of another task may come between those of the call.
      if (!statements.includes(statement)) return 'pass'
      count += 1
      if (count !== at) return 'pass'
      resolve()
      return verdict
    })
  })
  const outcome = write.send(server.url).catch((error: unknown) => error)
  await isStopped
  return { outcome }
}

/** How a call is stopped: at one of its statements, or, as 0, with its commit done but not acknowledged. */
type Stop = number

/**
 * Kills the server while several calls are stopped, once for each stop that `choose` picks from those possible. Then
 * every call was all or nothing, and its repetition completes it.
 */
async function crashAtStops(
  choose: (stops: readonly Stop[], commit: number) => readonly Stop[],
): Promise<void> {
  let target = await nextKillTarget()
  const runs: { scenario: () => Promise<Write>; statements: string[]; commit: number }[] = []
  for (const scenario of [...scenarios, repeatSchedule]) {
    const statements = await statementsOf(target, await prepareWrite(scenario))
    // Up to the last commit, which pays; earlier commits may belong to batched reports.
    const commit = statements.lastIndexOf('commit') + 1
    expect(commit, statements.join('\n')).toBeGreaterThan(0)
    runs.push({ scenario, statements, commit })
  }
  const maxStatements = Math.max(...runs.map(({ statements }) => statements.length))
  const stops = Array.from({ length: maxStatements + 1 }, (_, at) => at)
  for (const at of choose(stops, Math.min(...runs.map(({ commit }) => commit)))) {
    const stoppedCalls: { write: Write; isPaid: boolean; outcome: Promise<unknown>; description: string }[] =
      []
    // Several calls stop side by side, each at the same statement number, and die together.
    for (const { scenario, statements, commit } of runs) {
      if (at > statements.length) continue
      const write = await prepareWrite(scenario)
      const stop: StopPoint = at === 0 ? { at: commit, verdict: 'deafen' } : { at, verdict: 'hold' }
      const { outcome } = await stopAt(target, write, stop, statements)
      const description = `${scenario.name}: ${stop.verdict} ${stop.at}, ${statements[stop.at - 1]}`
      stoppedCalls.push({ write, isPaid: at === 0 || at > commit, outcome, description })
    }
    await killServer(target)
    expect(await findViolations(app.database.query)).toEqual([])
    target = await nextKillTarget()
    for (const { write, isPaid, outcome, description } of stoppedCalls) {
      const response = await outcome
      // Some statements after the commit are of the background: the response may have left before.
      if (!isPaid || typeof response !== 'number') expect(response, description).toBeInstanceOf(Error)
      expect(await write.readState(), description).toEqual(isPaid ? write.after : write.before)
      for (let attempt = 0; attempt < 2; attempt += 1) {
        expect(await write.send(target.server.url), description).toBeLessThan(300)
        expect(await write.readState(), description).toEqual(write.after)
      }
    }
  }
  readyTargets.unshift(Promise.resolve(target))
}

test('[I03] [F02] [F03] a crash before the commit or its acknowledgment pays once, and replaces once @full', async () => {
  await crashAtStops((stops, commit) => stops.filter((at) => at === 0 || at === commit))
})

test('[I03] [F02] [F03] a crash before each statement or the commit acknowledgment pays once, and replaces once @full', async () => {
  test.setTimeout(120_000)
  await crashAtStops((stops) => stops)
})

test(`[PTS-05] [I03] [F02] after ${roundsAtRandom} random crashes under load, points are paid exactly for completed work @full`, async () => {
  test.setTimeout(240_000)
  const random = createSeededRandom(5)
  const seen = { before: 0, after: 0 }
  let target = await nextKillTarget()
  for (let round = 0; round < roundsAtRandom; round += 1) {
    const writes: Write[] = []
    for (let turn = 0; turn < writesPerRound; turn += 1)
      writes.push(await prepareWrite(scenarios[turn % 3] ?? completeSession))
    const responses = await killAtRandom(target, writes, random)
    await killServer(target)
    expect(await findViolations(app.database.query)).toEqual([])
    for (const [index, write] of writes.entries()) {
      const user = await write.readState()
      expect([write.before, write.after]).toContainEqual(user)
      const isPaid = JSON.stringify(user) === JSON.stringify(write.after)
      seen[isPaid ? 'after' : 'before'] += 1
      // A confirmed change is never lost.
      if (responses[index]?.status === 'fulfilled') expect(isPaid).toBe(true)
    }
    target = await nextKillTarget()
    const { url } = target.server
    await Promise.all(writes.map(async (write) => expect(await write.send(url)).toBeLessThan(300)))
    for (const write of writes) expect(await write.readState()).toEqual(write.after)
  }
  readyTargets.unshift(Promise.resolve(target))
  expect(Math.min(seen.before, seen.after), JSON.stringify(seen)).toBeGreaterThan(roundsAtRandom / 4)
})

/** Kills during the calls: a moment after a random statement, wherever the other calls are. */
function killAtRandom({ server, proxy }: KillTarget, writes: readonly Write[], random: () => number) {
  const at = Math.ceil(random() * statementsPerRound)
  const delayMs = random() * latestKillMs
  let count = 0
  proxy.intercept(() => {
    count += 1
    if (count === at) setTimeout(() => server.child.kill('SIGKILL'), delayMs)
    return 'pass'
  })
  return Promise.allSettled(writes.map((write) => write.send(server.url)))
}
