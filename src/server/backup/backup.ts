// Backup and restore: exports the whole database to one file and imports it into an empty database.
import type { Clock } from '../clock.ts'
import { withBaseline } from '../db/baseline.ts'
import { connectDatabase } from '../db/database.ts'
import { knownMigrations, migrate } from '../db/migrate.ts'
import {
  backupFormatVersion,
  createBackupHead,
  readBackupFile,
  writeBackupFile,
  type BackupEnd,
  type BackupHead,
  type BackupPart,
} from './file.ts'
import {
  openRestoreTarget,
  openDatabaseSnapshot,
  type BackupTable,
  type RestoreTarget,
  type DatabaseSnapshot,
} from './sql.ts'

interface BackupOptions {
  /** Database URL. */
  url: string
  file: string
  clock: Pick<Clock, 'now'>
}

/** No space, and a quota. */
const fullDiskCodes = new Set<unknown>(['ENOSPC', 'EDQUOT'])

/** Row count of each table. */
type RowCounts = BackupEnd['rows']

/**
 * Writes a consistent snapshot of the database to a file, also while the database is in use. Sessions, mailed
 * links and waiting mails are left out: a restore could reopen or send what was revoked later.
 */
export async function createBackup({ url, file, clock }: BackupOptions): Promise<RowCounts> {
  const snapshot = await openDatabaseSnapshot(url)
  try {
    return (await writeBackupFile(file, backupParts(snapshot, clock))).rows
  } catch (error) {
    throw describeFullDisk(error, file)
  } finally {
    await snapshot.close()
  }
}

/** A sentence with the remedy, if an error is that of a full disk; else the error. */
export function describeFullDisk(cause: unknown, file: string): unknown {
  if (!(cause instanceof Error) || !('code' in cause) || !fullDiskCodes.has(cause.code)) return cause
  return new Error(
    `No space is left for ${file}: delete old backups there, or write it to another disk. The incomplete file was deleted.`,
    { cause },
  )
}

async function* backupParts(
  { migrations, tables, read }: DatabaseSnapshot,
  clock: Pick<Clock, 'now'>,
): AsyncGenerator<Exclude<BackupPart, { type: 'end' }>, RowCounts> {
  const rows: RowCounts = {}
  yield {
    type: 'head',
    value: createBackupHead({ createdAt: new Date(clock.now()).toISOString(), migrations }),
  }
  for (const table of tables) {
    yield { type: 'table', value: { ...table, columns: [...table.columns] } }
    const chunks = read(table)
    for (;;) {
      const { done, value } = await chunks.next()
      if (done) {
        rows[table.name] = value
        break
      }
      yield { type: 'rows', value }
    }
  }
  return rows
}

/**
 * Restores a validated file into an empty database in one transaction, then migrates to the newest schema. The
 * migration lock keeps servers from starting meanwhile. Throws a one-sentence error, and rolls back, if the
 * database isn't empty.
 */
export async function restoreBackup(
  { end, migrations }: ValidatedBackup,
  { url, file, clock }: BackupOptions,
): Promise<RowCounts> {
  const target = await openRestoreTarget(url, migrations)
  let restored: RowCounts = {}
  try {
    const counts = await restoreTables(file, target)
    for (const [name, count] of Object.entries(end.rows)) {
      // A backup from before 2026-11-29 may claim 0 rows for a table that has some; the checksum covers them.
      if (count !== 0 && counts[name] !== count) throw new Error(`${file} changed during the restore.`)
    }
    await target.commit()
    restored = counts
  } finally {
    await target.close()
  }
  await migrateRestored(url, clock)
  return restored
}

/** A validated file. */
export interface ValidatedBackup {
  end: BackupEnd
  /** The files that create its tables. */
  migrations: Awaited<ReturnType<typeof knownMigrations>>
}

/** Reads the whole file before a restore starts; throws a one-sentence error if it is unusable. */
export async function validateBackup(file: string): Promise<ValidatedBackup> {
  let head: BackupHead | null = null
  let end: BackupEnd | null = null
  for await (const part of readBackupFile(file)) {
    if (part.type === 'head') head = part.value
    if (head && head.version > backupFormatVersion) {
      throw new Error('This backup was made by a newer version; restore it with that version.')
    }
    if (part.type === 'end') end = part.value
  }
  if (head === null || end === null) throw new Error(`${file} isn't a complete backup.`)
  const known = await knownMigrations()
  const applied = withBaseline(head.migrations, known)
  if (applied === null) {
    throw new Error(
      'This backup is older than migration 0065: restore it with commit 03dfc590, and start that once.',
    )
  }
  const unknown = applied.find(
    ({ name, sha256 }) => !known.some((file) => file.name === name && file.sha256 === sha256),
  )
  if (unknown) {
    throw new Error(
      `This backup was made by another version, which has migration ${unknown.name}; restore it with that version or a newer one.`,
    )
  }
  return { end, migrations: known.filter(({ name }) => applied.some((row) => row.name === name)) }
}

async function migrateRestored(url: string, clock: Pick<Clock, 'now'>): Promise<void> {
  const database = connectDatabase(url, { maxConnections: 1 })
  try {
    await migrate(database, { clock })
  } finally {
    await database.close()
  }
}

async function restoreTables(file: string, target: RestoreTarget): Promise<RowCounts> {
  const counts: RowCounts = {}
  const parts = readBackupFile(file)
  let next = await parts.next()
  while (!next.done) {
    if (next.value.type !== 'table') {
      next = await parts.next()
      continue
    }
    const table: BackupTable = next.value.value
    const rows = async function* (): AsyncGenerator<Buffer> {
      next = await parts.next()
      while (!next.done && next.value.type === 'rows') {
        yield next.value.value
        next = await parts.next()
      }
    }
    counts[table.name] = await target.write(table, rows())
  }
  return counts
}
