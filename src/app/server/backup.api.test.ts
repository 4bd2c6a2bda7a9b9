// Backup and restore of a live database: every row of every table, also during writes, all or nothing.
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { createBackup, describeFullDisk, validateBackup, restoreBackup } from '#server/backup/backup.ts'
import type { Database } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { advisoryLockKeys } from '#server/postgres/advisory-locks.ts'
import { startTestApp } from '#test/app.ts'
import { makeMessage } from '#test/data/factories.ts'
import { migrateBeforeBaseline } from '#test/database/before-baseline.ts'
import { readCatalog } from '#test/database/catalog.ts'
import { createTestDatabase, type TestDatabase } from '#test/database/database.ts'
import { dumpRows } from '#test/database/dump-rows.ts'
import { findViolations } from '#test/database/invariants.ts'
import { raceUncommittedChange } from '#test/database/lock-race.ts'
import { startStatementProxy } from '#test/database/statement-proxy.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { seedDemo } from './seed-demo.ts'

const password = 'a quiet lake at dawn'
/** Sessions and pending links are not backed up. */
const leftOut = [
  'sessions',
  'identity_sessions',
  'identity_verifications',
  'mailed_links',
  'first_admin_links',
  'mail_limits',
  'session_changes',
  'push_subscriptions',
  'gone_push_devices',
  'stream_segments',
  'stream_inits',
]

const folder = await mkdtemp(join(tmpdir(), 'stillwater-backup-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const app = await openTestApp()
const databases: TestDatabase[] = []
afterAll(async () => {
  for (const { drop } of databases) await drop()
})
const file = join(folder, 'all.backup')
const { platform, identity } = app.app
await seedDemo(platform, identity.accounts, () => password)
const mia = await signIn(app, 'mia', personFields.mia)
const ada = await signIn(app, 'ada', personFields.ada)
await makeMessage(app, mia, { text: 'tab\t, back\\slash, \\. and \n a new line, ünïcode 🌊' })
await request(app, `PUT /api/admin/users/${mia.userId}/time-spent`, { as: ada, body: { timeSpent: 77 } })
await request(app, `PUT /api/admin/users/${mia.userId}/ban`, { as: ada, body: { reason: 'Unkind words' } })
await request(app, 'POST /api/admin/ip-bans', {
  as: ada,
  body: { ipAddress: '198.41.0.4', reason: 'Flood' },
})
await insertJob('scheduled')
const before = await dumpRows(app.database.query, leftOut)
// Waiting mails are not backed up either.
await insertJob('mail')
await createBackup({ url: app.databaseUrl, file, clock: app.clock })

/** Inserts a job that isn't due. */
async function insertJob(kind: string): Promise<void> {
  const createdAt = new Date(app.clock.now())
  const dueAt = new Date(app.clock.now() + 3_600_000)
  await app.database.query
    .insertInto('jobs')
    .values({ kind, key: 'waits', payload: '{}', createdAt, dueAt })
    .execute()
}

async function emptyDatabase(): Promise<TestDatabase> {
  const created = await createTestDatabase('empty')
  databases.push(created)
  return created
}
const restoreTo = async ({ url }: TestDatabase, from = file) =>
  restoreBackup(await validateBackup(from), { url, file: from, clock: app.clock })

describe('a backup', () => {
  test('[OPS-05] [F25] restores every row of every table, and the app works with it', async () => {
    const target = await emptyDatabase()
    const rows = await restoreTo(target)
    expect(await dumpRows(target.database.query, leftOut)).toEqual(before)
    expect(await findViolations(target.database.query)).toEqual([])
    expect(rows).toEqual(
      Object.fromEntries(Object.entries(before).map(([name, found]) => [name, found.length])),
    )
    // The test data has rows in each of these tables.
    for (const name of [
      'users',
      'chat_messages',
      'mood_entries',
      'media_files',
      'identity_accounts',
      'activities',
      'jobs',
    ])
      expect({ name, count: before[name]?.length }).not.toEqual({ name, count: 0 })

    const restored = await startTestApp({ peerOf: app, databaseUrl: target.url })
    try {
      const signedIn = await request(restored, 'POST /api/identity/sign-in/email', {
        body: { email: 'member@example.com', password },
      })
      expect(signedIn.status).toBe(200)
      const cookie = signedIn.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
      const as = { name: '', email: '', uid: '', userId: 0, cookie }
      expect((await request(restored, 'GET /api/mood/analytics', { as })).status).toBe(200)
      const picture = await target.database.query
        .selectFrom('media_files')
        .select('sha256')
        .executeTakeFirstOrThrow()
      expect((await request(restored, `GET /media/${picture.sha256}.jpg`)).status).toBe(200)
      const { rows: last } = await sql<{ id: number }>`select max(id) as id from chat_messages`.execute(
        target.database.query,
      )
      const nova = await signIn(restored, 'nova', personFields.mo)
      expect(await makeMessage(restored, nova)).toBeGreaterThan(last[0]?.id ?? 0)
      // The triggers are enabled again.
      await expect(sql`delete from activities`.execute(target.database.query)).rejects.toThrow('append-only')
    } finally {
      await restored.close()
    }
  })

  test('[OPS-05] [F25] counts every row when the number of a table comes later than its rows', async () => {
    const proxy = await startStatementProxy(app.databaseUrl)
    try {
      proxy.splitCopies()
      const rows = await createBackup({
        url: proxy.url,
        file: join(folder, 'split.backup'),
        clock: app.clock,
      })
      expect(rows).toEqual((await validateBackup(file)).end.rows)
    } finally {
      await proxy.close()
    }
  })

  test('[OPS-05] names the remedy for a full disk', () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    const error = describeFullDisk(full, 'today.backup')
    expect(String(error)).toBe(
      'Error: No space is left for today.backup: delete old backups there, or write it to another disk. The incomplete file was deleted.',
    )
    const other = new Error('EACCES')
    expect(describeFullDisk(other, 'today.backup')).toBe(other)
  })

  test('[OPS-05] is a consistent snapshot during concurrent writes @full', async () => {
    const writer = await signIn(app, 'writer', personFields.mo)
    let isDone = false
    const writing = (async () => {
      while (!isDone) {
        // Rows of two tables that must be consistent with each other.
        await app.database.transaction(async (tx) => {
          const { userId } = writer
          const message = { userId, message: 'hm', sessionDate: '2026-11-21', timestamp: new Date() }
          const { id } = await tx
            .insertInto('chat_messages')
            .values(message)
            .returning('id')
            .executeTakeFirstOrThrow()
          await tx
            .insertInto('message_likes')
            .values({ messageId: id, userId, createdAt: new Date() })
            .execute()
        })
      }
    })()
    const during = join(folder, 'during.backup')
    const saidBy = async ({ query }: Database) =>
      (await query.selectFrom('chat_messages').select('id').where('userId', '=', writer.userId).execute())
        .length
    let [before, after] = [0, 0]
    try {
      await expect.poll(async () => (before = await saidBy(app.database))).toBeGreaterThan(0)
      await createBackup({ url: app.databaseUrl, file: during, clock: app.clock })
      after = await saidBy(app.database)
    } finally {
      isDone = true
      await writing
    }
    const target = await emptyDatabase()
    await restoreTo(target, during)
    const restored = await saidBy(target.database)
    expect(restored).toBeGreaterThanOrEqual(before)
    // Writes continued during the backup.
    expect(restored).toBeLessThan(after)
    const { rows } = await sql<{ id: number }>`
      select chat_messages.id from chat_messages left join message_likes on "messageId" = chat_messages.id
      where chat_messages."userId" = ${writer.userId} and message_likes.id is null`.execute(
      target.database.query,
    )
    expect(rows).toEqual([])
    expect(await findViolations(target.database.query)).toEqual([])
  })

  test('[OPS-05] is readable by its owner only, and contains no sessions', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const plain = gunzipSync(await readFile(file)).toString('latin1')
    expect(plain).not.toContain('"name":"sessions"')
    const hashes = await app.database.query.selectFrom('sessions').select('tokenHash').execute()
    expect(hashes.length).toBeGreaterThan(0)
    for (const { tokenHash } of hashes) expect(plain).not.toContain(tokenHash.toString('hex'))
  })
})

describe('a restore', () => {
  test('[OPS-05] refuses a database that isn’t empty', async () => {
    const rowsBefore = await dumpRows(app.database.query)
    await expect(restoreTo({ ...app, url: app.databaseUrl, drop: async () => {} })).rejects.toThrow(
      'isn’t empty',
    )
    expect(await dumpRows(app.database.query)).toEqual(rowsBefore)
  })

  test('[OPS-05] [F25] restores a backup that claims no rows for a table that has some', async () => {
    const checked = await validateBackup(file)
    const { rows } = checked.end
    const end = { ...checked.end, rows: { ...rows, users: 0 } }
    const { url } = await emptyDatabase()
    expect(await restoreBackup({ ...checked, end }, { url, file, clock: app.clock })).toEqual(rows)
  })

  test('[OPS-05] waits for a running migration, and keeps its rows', async () => {
    const target = await emptyDatabase()
    const settled = await raceUncommittedChange(
      { databaseUrl: target.url, database: target.database },
      async (tx) => {
        await sql`create table seeds (name text)`.execute(tx)
        await sql`insert into seeds values ('meanwhile')`.execute(tx)
        await sql`select pg_advisory_xact_lock(${advisoryLockKeys.migrations})`.execute(tx)
      },
      () => restoreTo(target),
    )
    expect(settled).toMatchObject({
      status: 'rejected',
      reason: { message: expect.stringContaining('isn’t empty') as unknown },
    })
  })

  test('[OPS-05] refuses a truncated, modified or missing file', async () => {
    const whole = await readFile(file)
    const plain = gunzipSync(whole)
    const changed = Buffer.from(plain)
    changed[plain.length >> 1] = (changed[plain.length >> 1] ?? 0) ^ 1
    const bad = {
      'cut off': whole.subarray(0, whole.length - 100),
      'cut off between two records': gzipSync(plain.subarray(0, plain.lastIndexOf('{"rows"') - 5)),
      'a bit changed': gzipSync(changed),
      'no backup': Buffer.from('not a backup'),
      empty: Buffer.alloc(0),
    }
    for (const [what, content] of Object.entries(bad)) {
      const path = join(folder, 'bad.backup')
      await writeFile(path, content)
      const outcome = await validateBackup(path).then(() => 'taken', String)
      expect(`${what}: ${outcome}`).toContain("isn't a complete backup")
    }
    await expect(validateBackup(join(folder, 'nothing'))).rejects.toThrow("can't be read")
  })

  test('[OPS-05] [OPS-48] restores a backup from before the baseline, and refuses an older one', async () => {
    const old = await emptyDatabase()
    const oldFile = join(folder, 'before-baseline.backup')
    await migrateBeforeBaseline(old.database, '0064')
    await createBackup({ url: old.url, file: oldFile, clock: app.clock })
    await expect(validateBackup(oldFile)).rejects.toThrow('This backup is older than migration 0065')

    await migrateBeforeBaseline(old.database, '0065')
    await sql`insert into users (name, "createdAt") values ('Mia', '2026-11-20Z')`.execute(old.database.query)
    await createBackup({ url: old.url, file: oldFile, clock: app.clock })
    const target = await emptyDatabase()
    await restoreTo(target, oldFile)
    await migrate(old.database, { clock: app.clock })
    const [restored, migrated] = [await dumpRows(target.database.query), await dumpRows(old.database.query)]
    expect(restored['users']).toHaveLength(1)
    expect(restored).toEqual({ ...migrated, session_changes: [] })
    expect(await readCatalog(target.database.query)).toEqual(await readCatalog(old.database.query))
  })

  test('[OPS-05] restores and migrates a backup of an older version, and refuses one of a newer version @full', async () => {
    const names = (
      await app.database.query.selectFrom('migrations').select('name').orderBy('name').execute()
    ).map(({ name }) => name)
    const old = await emptyDatabase()
    await migrate(old.database, { clock: app.clock, only: names.slice(0, 4) })
    await sql`insert into seeds (name, "appliedAt") values ('old', '2026-01-01Z')`.execute(old.database.query)
    const oldFile = join(folder, 'old.backup')
    await createBackup({ url: old.url, file: oldFile, clock: app.clock })
    const target = await emptyDatabase()
    // A backup of the newest version fails halfway first; it must leave nothing behind.
    const checked = await validateBackup(file)
    const { users } = checked.end.rows
    const rows = { ...checked.end.rows, users: (users ?? 0) + 1 }
    const failing = restoreBackup(
      { ...checked, end: { ...checked.end, rows } },
      { url: target.url, file, clock: app.clock },
    )
    await expect(failing).rejects.toThrow('changed during the restore')
    await restoreTo(target, oldFile)
    const { query } = target.database
    expect(await query.selectFrom('seeds').select('name').execute()).toEqual([{ name: 'old' }])
    expect(
      (await query.selectFrom('migrations').select('name').orderBy('name').execute()).map(({ name }) => name),
    ).toEqual(names)

    await sql`insert into migrations (name, sha256, "appliedAt") values ('9999-later.sql', 'x', now())`.execute(
      old.database.query,
    )
    await createBackup({ url: old.url, file: oldFile, clock: app.clock })
    await expect(validateBackup(oldFile)).rejects.toThrow('9999-later.sql')
  })
})
