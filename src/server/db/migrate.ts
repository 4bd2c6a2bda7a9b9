// Migrations: runs the SQL files of migrations/ that the database has not seen, in order.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { sql, type Kysely } from 'kysely'
import { systemClock, type Clock } from '../clock.ts'
import { advisoryLockKeys } from '../postgres/advisory-locks.ts'
import { withBaseline, type AppliedMigration } from './baseline.ts'
import { codeOf, type Database, type Executor } from './database.ts'
import type { Tables } from './tables.ts'

interface Migration {
  name: string
  text: string
  sha256: string
  /** Its line `-- removes: …`: tables or columns that an older version may read; null without one. */
  removes: string | null
}

const migrationFilePattern = /^\d{4}-[a-z0-9]+(-[a-z0-9]+)*\.sql$/
const removesPattern = /^-- removes: (.+)$/m
/** The table of applied migrations. */
export const createMigrationsTableSql = `create table if not exists migrations (
  name text primary key,
  sha256 text not null,
  "appliedAt" timestamptz not null
)`
// Queries queue behind a migration that waits for a table lock, reads included: so it waits briefly, and retries.
const lockWaitMs = 2_000
const lockPauseMs = 1_000
const lockTriesMax = 200
const triesPerLine = 10
/** Lock timeout, or deadlock. */
const lockConflictCodes = new Set(['55P03', '40P01'])

const migrationsDirectory = new URL('./migrations/', import.meta.url)

/** The migrations of this version, in order. */
export function knownMigrations(): Promise<Migration[]> {
  return readMigrations(migrationsDirectory)
}

interface MigrateOptions {
  directory?: URL | string
  clock?: Pick<Clock, 'now'>
  /** Restricts the run to these: the tables of an older version. */
  only?: readonly string[]
  /** Called with the reason of a delay. */
  log?: (line: string) => void
  /** Tries per file when its tables are locked. */
  triesMax?: number
}

/**
 * Runs the pending migrations, each in its own transaction, and returns their names. Throws a one-sentence error
 * before any change if the files don't match the applied migrations. Retries for some minutes if a table is locked,
 * for example by a backup.
 */
export async function migrate(database: Database, options: MigrateOptions = {}): Promise<string[]> {
  const all = await readMigrations(options.directory ?? migrationsDirectory)
  const files = all.filter(({ name }) => options.only?.includes(name) ?? true)
  const clock = options.clock ?? systemClock
  return database.withoutTimeLimits(async (connection) => {
    // A session lock: released with the connection.
    await sql`select pg_advisory_lock(${advisoryLockKeys.migrations})`.execute(connection)
    const stored = await readApplied(connection)
    const applied = adoptBaseline(stored, files)
    const missing = findPending(files, applied)
    await storeBaseline(connection, stored, applied)
    for (const file of missing) await applyWithRetry(connection, file, { ...options, clock })
    return missing.map(({ name }) => name)
  })
}

/**
 * Whether a newer version has removed something from the database that this one may read. The line `-- removes: …` of
 * its migration is in the table of migrations.
 */
export async function hasUnknownRemoval(db: Executor, known: readonly Migration[]): Promise<boolean> {
  const row = await db
    .selectFrom('migrations')
    .select('name')
    .where('removes', 'is not', null)
    .where(
      'name',
      'not in',
      known.map(({ name }) => name),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The pending migrations; changes nothing. Throws as `migrate` does. */
export async function pendingMigrations({ query }: Pick<Database, 'query'>): Promise<Migration[]> {
  const { rows } = await sql<{ hasTable: boolean }>`
    select to_regclass('migrations') is not null as "hasTable"`.execute(query)
  const applied = rows[0]?.hasTable ? await appliedMigrations(query) : []
  const known = await knownMigrations()
  return findPending(known, adoptBaseline(applied, known))
}

async function readMigrations(directory: URL | string): Promise<Migration[]> {
  const folder = typeof directory === 'string' ? pathToFileURL(`${directory}/`) : directory
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const misnamed = names.find((name) => !migrationFilePattern.test(name))
  if (misnamed !== undefined)
    throw new Error(`Migration ${misnamed} must be named like 0002-what-it-does.sql.`)
  const duplicate = names.find((name, index) => names[index + 1]?.slice(0, 4) === name.slice(0, 4))
  if (duplicate !== undefined)
    throw new Error(`Another migration has the same number as ${duplicate}: numbers must be unique.`)
  return Promise.all(
    names.map(async (name) => {
      // A checkout on Windows may have CRLF line ends.
      const text = (await readFile(new URL(name, folder), 'utf8')).replaceAll('\r\n', '\n')
      const sha256 = createHash('sha256').update(text).digest('hex')
      return { name, text, sha256, removes: removesPattern.exec(text)?.[1] ?? null }
    }),
  )
}

async function readApplied(connection: Kysely<Tables>): Promise<AppliedMigration[]> {
  await sql.raw(createMigrationsTableSql).execute(connection)
  return appliedMigrations(connection)
}

function appliedMigrations(db: Executor): Promise<AppliedMigration[]> {
  return db.selectFrom('migrations').select(['name', 'sha256']).orderBy('name').execute()
}

function adoptBaseline(stored: AppliedMigration[], files: Migration[]): AppliedMigration[] {
  const applied = withBaseline(stored, files)
  if (applied !== null) return applied
  throw new Error(
    'This database is older than migration 0065: start commit 03dfc590 once, which brings it up to date.',
  )
}

/**
 * Replaces the rows that the baseline replaces, if there are any; it gets the time of the last. One statement, so that a
 * crash leaves the old rows or the new one.
 */
async function storeBaseline(
  connection: Kysely<Tables>,
  stored: AppliedMigration[],
  applied: AppliedMigration[],
): Promise<void> {
  const without = (rows: AppliedMigration[]) => (row: AppliedMigration) =>
    rows.every(({ name }) => name !== row.name)
  const baseline = applied.find(without(stored))
  if (baseline === undefined) return
  const replaced = stored.filter(without(applied)).map(({ name }) => name)
  await sql`
    with replaced as (delete from migrations where name = any (${replaced}) returning name, "appliedAt")
    insert into migrations (name, sha256, "appliedAt")
    select ${baseline.name}, ${baseline.sha256}, "appliedAt" from replaced order by name desc limit 1`.execute(
    connection,
  )
}

function findPending(files: Migration[], applied: AppliedMigration[]): Migration[] {
  for (const [index, { name, sha256 }] of applied.entries()) {
    const file = files.find((candidate) => candidate.name === name)
    if (file === undefined) {
      throw new Error(
        `The database has migration ${name}, which this version doesn't have: a newer version has used the database. ` +
          'Start that version, or restore a backup made by this one.',
      )
    }
    if (file.sha256 !== sha256) {
      throw new Error(
        `Migration ${name} was changed after it was applied: undo the change and add a new migration.`,
      )
    }
    const skipped = files[index]
    if (skipped !== undefined && skipped.name < name) {
      throw new Error(
        `Migration ${skipped.name} comes before ${name}, which is applied: give it a higher number.`,
      )
    }
  }
  return files.slice(applied.length)
}

async function applyWithRetry(
  connection: Kysely<Tables>,
  migration: Migration,
  { clock, log = () => undefined, triesMax = lockTriesMax }: MigrateOptions & { clock: Pick<Clock, 'now'> },
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await apply(connection, migration, new Date(clock.now()))
    } catch (cause) {
      const isLocked = lockConflictCodes.has(codeOf(cause))
      if (!isLocked || tries >= triesMax) {
        const reason = cause instanceof Error ? cause.message : String(cause)
        throw new Error(`Migration ${migration.name} failed and was rolled back: ${reason}`, { cause })
      }
      if (tries % triesPerLine === 1) {
        log(`Migration ${migration.name} is waiting for a table lock, possibly held by a backup.`)
      }
      await sleep(lockPauseMs)
    }
  }
}

async function apply(
  connection: Kysely<Tables>,
  { name, sha256, text, removes }: Migration,
  appliedAt: Date,
): Promise<void> {
  await connection.transaction().execute(async (transaction) => {
    await sql`set local lock_timeout = ${sql.lit(lockWaitMs)}`.execute(transaction)
    await sql.raw(text).execute(transaction)
    // The column is younger than the first migrations, which remove nothing.
    const removal = removes === null ? {} : { removes }
    await transaction
      .insertInto('migrations')
      .values({ name, sha256, appliedAt, ...removal })
      .execute()
  })
}
