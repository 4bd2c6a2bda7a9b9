// Backup and restore: everything the community has written, as one file, and back into an empty database.
import {
  backupFormatVersion,
  createBackupHead,
  readBackupFile,
  writeBackupFile,
  type BackupEnd,
  type BackupHead,
  type BackupPart,
} from './backup-file.ts'
import type { Clock } from './clock.ts'
import { connectDatabase } from './db.ts'
import { knownMigrations, migrate } from './migrate.ts'
import {
  openRestoreTarget,
  openDatabaseSnapshot,
  type BackupTable,
  type RestoreTarget,
  type DatabaseSnapshot,
} from './sql-backup.ts'

interface BackupOptions {
  /** Of the database. */
  url: string
  file: string
  clock: Pick<Clock, 'now'>
}

/** How many rows each table had. */
type RowCounts = BackupEnd['rows']

/**
 * Writes one moment of the database to a file, also while it is in use. Who is signed in and links on their way are
 * left out: restored, they could be open again after they were ended.
 */
export async function createBackup({ url, file, clock }: BackupOptions): Promise<RowCounts> {
  const snapshot = await openDatabaseSnapshot(url)
  try {
    return (await writeBackupFile(file, backupParts(snapshot, clock))).rows
  } finally {
    await snapshot.close()
  }
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
 * Fills an empty database from a file that was checked, tables and rows in one transaction, and brings it to the newest
 * schema. Nobody else migrates meanwhile, so no server starts. Throws a sentence, with nothing of the file in the
 * database, when that isn't empty.
 */
export async function restoreBackup(
  { head, end }: ValidatedBackup,
  { url, file, clock }: BackupOptions,
): Promise<RowCounts> {
  const names = new Set(head.migrations.map(({ name }) => name))
  const migrations = (await knownMigrations()).filter(({ name }) => names.has(name))
  const filling = await openRestoreTarget(url, migrations)
  try {
    const found = await restoreTables(file, filling)
    for (const [name, count] of Object.entries(end.rows)) {
      if (found[name] !== count) throw new Error(`${file} was changed while it was read.`)
    }
    await filling.commit()
  } finally {
    await filling.close()
  }
  await migrateRestored(url, clock)
  return end.rows
}

/** What the ends of a whole file say. */
export interface ValidatedBackup {
  head: BackupHead
  end: BackupEnd
}

/** Reads a file from one end to the other before anything is done with it; throws a sentence when it can't be used. */
export async function validateBackup(file: string): Promise<ValidatedBackup> {
  let head: BackupHead | null = null
  let end: BackupEnd | null = null
  for await (const part of readBackupFile(file)) {
    if (part.type === 'head') head = part.value
    if (head && head.version > backupFormatVersion) {
      throw new Error('This backup was made by a newer version; restore it with that one.')
    }
    if (part.type === 'end') end = part.value
  }
  if (head === null || end === null) throw new Error(`${file} is no whole backup.`)
  const known = await knownMigrations()
  const unknown = head.migrations.find(
    ({ name, sha256 }) => !known.some((file) => file.name === name && file.sha256 === sha256),
  )
  if (unknown) {
    throw new Error(
      `This backup was made by another version, which has ${unknown.name}; restore it with that one or a newer one.`,
    )
  }
  return { head, end }
}

async function migrateRestored(url: string, clock: Pick<Clock, 'now'>): Promise<void> {
  const database = connectDatabase(url, { maxConnections: 1 })
  try {
    await migrate(database, { clock })
  } finally {
    await database.close()
  }
}

async function restoreTables(file: string, filling: RestoreTarget): Promise<RowCounts> {
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
    counts[table.name] = await filling.write(table, rows())
  }
  return counts
}
