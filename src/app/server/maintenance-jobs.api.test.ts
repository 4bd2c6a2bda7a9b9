// Maintenance jobs delete expired data, never earlier, and run on one node at a time.
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { connectDatabase } from '#server/db/database.ts'
import { createClockSanityCheck } from '#server/jobs/clock-sanity-check.ts'
import { createJobQueue } from '#server/jobs/job-queue.ts'
import { startScheduledJobs, type ScheduledJob } from '#server/jobs/scheduled-jobs.ts'
import { counters } from '#server/metrics/counters.ts'
import { msToTimestamp } from '#shared/day.ts'
import { dayMs } from '#shared/durations.ts'
import { makeMessage } from '#test/data/factories.ts'
import { makeReferral } from '#test/data/referral-factories.ts'
import { countLockWaiters } from '#test/database/lock-race.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn, signInPeople, type TestUser } from '#test/people/people.ts'
import { createMaintenanceJobs } from './maintenance-jobs.ts'

const app = await openTestApp({ isUnlimited: true })
const people = await signInPeople(app)

/** The time `days` days ago. */
const daysAgo = (days: number) => new Date(app.clock.now() - days * dayMs)
const count = async (rows: ReturnType<typeof sql>) =>
  Number(
    (await sql<{ count: number }>`select count(*) from (${rows}) found`.execute(app.database.query)).rows[0]
      ?.count,
  )

/** Runs every job now, whenever it last ran. */
async function runMaintenance(): Promise<void> {
  await app.database.query.deleteFrom('jobs').execute()
  const queue = startNode(createMaintenanceJobs(app.app.platform, app.app.modules))
  await queue.whenIdle()
  await queue.close()
}

/** Runs scheduled jobs as one more node. */
function startNode(
  jobs: readonly ScheduledJob[],
  log = app.app.platform.log,
  isClockSane?: () => Promise<boolean>,
) {
  const platform = { ...app.app.platform, log }
  const queue = createJobQueue(platform)
  startScheduledJobs(queue, platform, jobs, isClockSane)
  return queue
}

const scheduledRows = () =>
  app.database.query
    .selectFrom('jobs')
    .select(['key', 'attempts', 'lockedUntil'])
    .where('kind', '=', 'scheduled')
    .where('dueAt', '<=', new Date(app.clock.now()).toISOString())
    .execute()

describe('data retention', () => {
  test('[CHAT-06] a message and its likes are deleted on the 91st day, not earlier', async () => {
    const [remaining, old] = [
      await makeMessage(app, people.mia, { text: 'Kept', day: '2026-08-23' }),
      await makeMessage(app, people.mia, { text: 'Old', day: '2026-08-22' }),
    ]
    const deleted = await makeMessage(app, people.mia, { text: 'Deleted and old', day: '2026-08-22' })
    const likes = [remaining, old].map((messageId) => ({
      messageId,
      userId: people.mo.userId,
      createdAt: daysAgo(91),
    }))
    await app.database.query.insertInto('message_likes').values(likes).execute()
    await deleteMessage(deleted, 91)
    await runMaintenance()
    const left = (await messages()).map(({ id }) => id)
    expect(left).toContain(remaining)
    expect(left).not.toContain(old)
    expect(left).not.toContain(deleted)
    expect(await count(sql`select from message_likes`)).toBe(1)
  })

  test('[COM-16] the community’s days of chat apply at the next run, on nodes that haven’t read them yet', async () => {
    const [remaining, old] = [
      await makeMessage(app, people.mia, { text: 'Recent', day: '2026-10-07' }),
      await makeMessage(app, people.mia, { text: 'Old', day: '2026-10-06' }),
    ]
    await runMaintenance()
    expect((await messages()).map(({ id }) => id)).toContain(old)
    const setDays = (chatDays: number) =>
      app.database.query.updateTable('community_settings').set({ chatDays }).execute()
    await setDays(45)
    await runMaintenance()
    await setDays(90)
    const left = (await messages()).map(({ id }) => id)
    expect(left).toContain(remaining)
    expect(left).not.toContain(old)
  })

  test('[CHAT-06] the text of a deleted message is erased after 30 days, its row stays', async () => {
    const day = '2026-10-20'
    const [today, lately, past] = [
      await makeMessage(app, people.mia),
      await makeMessage(app, people.mia, { day }),
      await makeMessage(app, people.mia, { day }),
    ]
    await deleteMessage(today, 0)
    await deleteMessage(lately, 29)
    await deleteMessage(past, 31)
    const active = await makeMessage(app, people.mia, { text: 'Still said', day })
    await runMaintenance()
    const texts = new Map((await messages()).map(({ id, message }) => [id, message]))
    const left = [today, lately, past, active].map((id) => texts.get(id))
    expect(left).toEqual(['Good morning', 'Good morning', '', 'Still said'])
  })

  test('sessions are deleted 30 days after they end; those ended by a ban, only after they expire', async () => {
    const session = async (
      name: string,
      days: { expired: number; used?: number; revoked?: number; by?: 'sign-out' | 'ban' },
    ) =>
      app.database.query
        .insertInto('sessions')
        .values({
          tokenHash: Buffer.from(name),
          provider: 'builtin',
          uid: name,
          email: '',
          name,
          emailVerified: true,
          remembered: days.used === undefined,
          createdAt: daysAgo(80),
          lastUsedAt: daysAgo(days.used ?? 80),
          expiresAt: daysAgo(days.expired),
          ip: '203.0.113.7',
          ...(days.revoked === undefined
            ? {}
            : { revokedAt: daysAgo(days.revoked), revokedBy: days.by ?? 'sign-out' }),
        })
        .execute()
    await session('expired long ago', { expired: 31 })
    await session('expired lately', { expired: 29 })
    await session('left long ago', { expired: 1, revoked: 31 })
    await session('left lately', { expired: 1, revoked: 29 })
    await session('unused for long', { expired: 1, used: 30.6 })
    await session('unused lately', { expired: 1, used: 30.4 })
    await session('banned, in time', { expired: -1, revoked: 31, by: 'ban' })
    await runMaintenance()
    const left = await app.database.query
      .selectFrom('sessions')
      .select('name')
      .where('email', '=', '')
      .orderBy('name')
      .execute()
    expect(left.map(({ name }) => name)).toEqual([
      'banned, in time',
      'expired lately',
      'left lately',
      'unused lately',
    ])
  })

  test('IP addresses are erased: sign-ins after 90 days, joins after 30, bans after 180', async () => {
    const { query } = app.database
    const lastSeen = async (person: TestUser, days: number) =>
      query
        .updateTable('users')
        .set({ lastLogin: daysAgo(days) })
        .where('id', '=', person.userId)
        .execute()
    await lastSeen(people.mia, 91)
    await lastSeen(people.mo, 89)
    const friends = [
      await signIn(app, 'friend-1', personFields.mo),
      await signIn(app, 'friend-2', personFields.mo),
    ]
    for (const [index, friend] of friends.entries()) {
      await makeReferral(app, people.gail, friend)
      await query
        .updateTable('referrals')
        .set({ joinedFrom: '203.0.113.7', createdAt: daysAgo(index === 0 ? 32 : 28) })
        .where('referredId', '=', friend.userId)
        .execute()
    }
    const ban = { reason: 'Floods', bannedBy: people.ada.userId }
    await query
      .insertInto('ip_bans')
      .values([
        { ...ban, ipAddress: '203.0.113.1', bannedAt: daysAgo(200), isActive: true, expiresAt: null },
        { ...ban, ipAddress: '203.0.113.2', bannedAt: daysAgo(181), isActive: false, expiresAt: null },
        { ...ban, ipAddress: '203.0.113.3', bannedAt: daysAgo(200), isActive: true, expiresAt: daysAgo(181) },
        { ...ban, ipAddress: '203.0.113.4', bannedAt: daysAgo(200), isActive: true, expiresAt: daysAgo(179) },
      ])
      .execute()
    await runMaintenance()
    const addressOf = async ({ userId }: TestUser) =>
      (await query.selectFrom('users').select('lastLoginIp').where('id', '=', userId).executeTakeFirst())
        ?.lastLoginIp
    expect([await addressOf(people.mia), await addressOf(people.mo)]).toEqual([null, '127.0.0.1'])
    const joined = await query.selectFrom('referrals').select('joinedFrom').orderBy('id').execute()
    expect(joined.map(({ joinedFrom }) => joinedFrom)).toEqual([null, '203.0.113.7'])
    const bans = await sql<{
      address: string
    }>`select host("ipAddress") as address from ip_bans order by id`.execute(query)
    expect(bans.rows.map(({ address }) => address)).toEqual(['203.0.113.1', '203.0.113.4'])
  })

  test('[T25] audit log entries lose details of members and addresses after 180 days; the action stays', async () => {
    const line = async (action: string, targetType: string, days: number) => {
      const { id } = await app.database.query
        .insertInto('activities')
        .values({
          actorId: people.ada.userId,
          action,
          targetType,
          targetId: 1,
          label: targetType === 'user' ? null : '203.0.113.7',
          before: JSON.stringify({ name: 'Before' }),
          after: JSON.stringify({ name: 'After' }),
          createdAt: daysAgo(days),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    }
    const [old, recent, template] = [
      await line('user.update', 'user', 181),
      await line('ip-ban.create', 'ip-ban', 179),
      await line('template.update', 'template', 181),
    ]
    await runMaintenance()
    const lines = await app.database.query
      .selectFrom('activities')
      .select(['id', 'action', 'before', 'label'])
      .orderBy('id')
      .execute()
    expect(lines).toEqual([
      { id: old, action: 'user.update', before: null, label: null },
      { id: recent, action: 'ip-ban.create', before: { name: 'Before' }, label: '203.0.113.7' },
      { id: template, action: 'template.update', before: { name: 'Before' }, label: '203.0.113.7' },
    ])
  })

  test('idempotency keys, mailed links and provider leftovers are deleted once they expire', async () => {
    const { query } = app.database
    const key = { userId: people.mia.userId, call: 'POST /api/mood/entry', inputHash: Buffer.alloc(32) }
    await query
      .insertInto('idempotency_keys')
      .values([
        { ...key, key: 'old', createdAt: daysAgo(1) },
        { ...key, key: 'kept', createdAt: daysAgo(0.9) },
      ])
      .execute()
    const link = { purpose: 'reset', uid: 'somebody', email: '', createdAt: daysAgo(2) } as const
    await query
      .insertInto('mailed_links')
      .values([
        { ...link, tokenHash: Buffer.from('old'), expiresAt: daysAgo(0) },
        { ...link, tokenHash: Buffer.from('kept'), expiresAt: daysAgo(-1) },
      ])
      .execute()
    await sql`insert into identity_verifications values ('old', 'x', 'y', ${daysAgo(1)}, ${daysAgo(2)}, ${daysAgo(2)})`.execute(
      query,
    )
    await runMaintenance()
    expect(await query.selectFrom('idempotency_keys').select('key').execute()).toEqual([{ key: 'kept' }])
    const links = await query.selectFrom('mailed_links').select('tokenHash').execute()
    expect(links.map(({ tokenHash }) => tokenHash.toString())).toEqual(['kept'])
    expect(await count(sql`select from identity_verifications`)).toBe(0)
  })

  test('outbox mails are deleted after 30 days', async () => {
    const folder = join(app.config.dataDir, 'outbox')
    await mkdir(folder, { recursive: true })
    for (const days of [31, 29]) {
      const name = `${msToTimestamp(daysAgo(days).getTime()).replaceAll(':', '-')}-000001-abcdef.eml`
      await writeFile(join(folder, name), 'To: mia@example.org\r\n\r\n')
    }
    await runMaintenance()
    expect((await readdir(folder)).map((name) => name.slice(0, 10))).toEqual([
      msToTimestamp(daysAgo(29).getTime()).slice(0, 10),
    ])
  })
})

describe('the jobs', () => {
  test('run at startup and every hour, on one node, in batches', async () => {
    const done: string[] = []
    let parts = 3
    const job = (who: string): ScheduledJob => ({
      name: 'trial',
      everyMs: 3_600_000,
      work: async () => {
        done.push(who)
        parts -= 1
        return parts > 0
      },
    })
    const nodes = ['one', 'other'].map((who) => startNode([job(who)]))
    const idle = () => Promise.all(nodes.map((node) => node.whenIdle()))
    await idle()
    expect(done).toHaveLength(3)
    expect(new Set(done).size).toBe(1)
    app.clock.advance(3_600_000)
    await idle()
    expect(done).toHaveLength(4)
    for (const node of nodes) await node.close()
    app.clock.advance(3_600_000)
    await idle()
    expect(done).toHaveLength(4)
  })

  test('that fail are logged and retried, without blocking other jobs', async () => {
    const { platform } = app.app
    const errors: object[] = []
    const log = { ...platform.log, error: (what: object) => void errors.push(what) }
    const done: string[] = []
    let isBroken = true
    const node = startNode(
      [
        {
          name: 'broken',
          everyMs: dayMs,
          work: async () => {
            if (isBroken) throw new Error('The lake is frozen.')
            done.push('mended')
            return false
          },
        },
        { name: 'whole', everyMs: dayMs, work: async () => done.push('whole') === 0 },
      ],
      log,
    )
    await node.whenIdle()
    expect(errors).toMatchObject([{ job: 'broken', err: { message: 'The lake is frozen.' } }])
    isBroken = false
    app.clock.advance(3_600_000)
    await node.whenIdle()
    expect(done).toEqual(['whole', 'mended'])
    await node.close()
  })

  test('that are stopped between two chunks continue at the next start, without counting as failed', async () => {
    await app.database.query.deleteFrom('jobs').execute()
    const done: string[] = []
    const failures = counters.scheduledJobFailures
    const first = startNode([{ name: 'long', everyMs: dayMs, work: async () => done.push('chunk') > 0 }])
    await expect.poll(() => done.length).toBeGreaterThan(0)
    await first.close()
    expect(await scheduledRows()).toEqual([{ key: 'long', attempts: 0, lockedUntil: null }])
    const next = startNode([{ name: 'long', everyMs: dayMs, work: async () => done.push('rest') === 0 }])
    await next.whenIdle()
    await next.close()
    expect(done.at(-1)).toBe('rest')
    expect(await scheduledRows()).toEqual([])
    expect(counters.scheduledJobFailures).toBe(failures)
  })

  test('on the files of a node run on every node, at their interval', async () => {
    const done: string[] = []
    const job = (who: string): ScheduledJob => ({
      name: 'files',
      everyMs: 2 * 3_600_000,
      isPerNode: true,
      work: async () => done.push(who) === 0,
    })
    const nodes = ['one', 'other'].map((who) => startNode([job(who)]))
    const ranByHour: number[] = []
    for (let hour = 0; hour < 5; hour += 1) {
      await Promise.all(nodes.map((node) => node.whenIdle()))
      ranByHour.push(done.length)
      app.clock.advance(3_600_000)
    }
    expect(ranByHour).toEqual([2, 2, 4, 4, 6])
    for (const node of nodes) await node.close()
  })

  test('that run long are aborted at shutdown, without counting as failed', async () => {
    const { platform } = app.app
    const errors: object[] = []
    const log = { ...platform.log, error: (what: object) => void errors.push(what) }
    await app.database.query.deleteFrom('jobs').execute()
    const jobs = createMaintenanceJobs(platform, app.app.modules).filter(({ name }) => name === 'comparison')
    const other = connectDatabase(app.databaseUrl, { maxConnections: 1 })
    await other.query.transaction().execute(async (tx) => {
      // The consistency check reads this table, so it is blocked until the shutdown is over.
      await sql`lock table quantum_love_transactions in access exclusive mode`.execute(tx)
      const node = startNode(jobs, log)
      await expect.poll(() => countLockWaiters(app.database.query), { timeout: 10_000 }).toBe(1)
      await node.close()
      await node.whenIdle()
    })
    await other.close()
    expect(errors).toEqual([])
    expect(await scheduledRows()).toEqual([{ key: 'comparison', attempts: 0, lockedUntil: null }])
  })

  test('pause while the clock differs from the database’s, and for a day after a long downtime', async () => {
    const { platform } = app.app
    const logged: object[] = []
    const record = (what: object) => void logged.push(what)
    let isAheadMs = 0
    const clock = { ...platform.clock, now: () => Date.now() + isAheadMs }
    const isRight = createClockSanityCheck({
      database: app.database,
      clock,
      log: { ...platform.log, error: record, warn: record },
    })
    await app.database.query.deleteFrom('jobs').execute()
    expect(await isRight()).toBe(true)
    for (const hours of [2, -2]) {
      isAheadMs = hours * 3_600_000
      expect(await isRight()).toBe(false)
    }
    isAheadMs = 0
    expect(logged).toMatchObject([{ event: 'clock' }, { event: 'clock' }])
    const setLastRun = (days: number) => {
      const startedAt = new Date(Date.now() - days * dayMs)
      const row = { kind: 'scheduled', key: `${days} days ago`, payload: '{}' }
      return app.database.query
        .insertInto('jobs')
        .values({ ...row, createdAt: startedAt, dueAt: startedAt, startedAt })
        .execute()
    }
    await setLastRun(46)
    const polls: boolean[] = []
    for (let poll = 0; poll < 26; poll += 1) polls.push(await isRight())
    expect(polls).toEqual([...Array.from({ length: 24 }, () => false), true, true])
    expect(logged.at(-1)).toEqual({ event: 'clock', restedDays: 46 })
    await setLastRun(44)
    expect(await isRight()).toBe(true)
    const done: string[] = []
    const work = async () => done.push('work') === 0
    const failures = counters.scheduledJobFailures
    const node = startNode([{ name: 'trial', everyMs: dayMs, work }], platform.log, async () => false)
    await node.whenIdle()
    await node.close()
    expect([done, counters.scheduledJobFailures - failures]).toEqual([[], 1])
  })

  test('[I01] [I25] compare stored totals with their rows, and log the number of mismatches', async () => {
    const { platform } = app.app
    const errors: object[] = []
    const log = { ...platform.log, error: (what: object) => void errors.push(what) }
    const compare = async () => {
      const jobs = createMaintenanceJobs({ ...platform, log }, app.app.modules).filter(
        ({ name }) => name === 'comparison',
      )
      for (const { work } of jobs) await work(new Date(app.clock.now()), new AbortController().signal)
    }
    await compare()
    expect(errors).toEqual([])
    const points = (quantumLovePoints: number) =>
      app.database.query
        .updateTable('users')
        .set({ quantumLovePoints })
        .where('id', '=', people.ned.userId)
        .execute()
    await points(7)
    await compare()
    expect(errors).toEqual([{ event: 'points-mismatch', points: 1, members: 0 }])
    await points(0)
    const seconds = (more: number) =>
      app.database.query
        .updateTable('member_times')
        .set((row) => ({ seconds: row('seconds', '+', more) }))
        .where('userId', '=', people.ned.userId)
        .execute()
    await seconds(60)
    await compare()
    expect(errors.slice(1)).toEqual([{ event: 'points-mismatch', points: 0, members: 1 }])
    await seconds(-60)
  })
})

function messages() {
  return app.database.query.selectFrom('chat_messages').select(['id', 'message']).orderBy('id').execute()
}

/** Soft-deletes a message as a moderator did `days` days ago. */
async function deleteMessage(id: number, days: number): Promise<void> {
  await app.database.query
    .updateTable('chat_messages')
    .set({ deletedAt: daysAgo(days), deletedBy: people.gail.userId })
    .where('id', '=', id)
    .execute()
}
