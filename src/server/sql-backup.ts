// The SQL of backup and restore: one moment of all tables read, and an empty database filled, by COPY.
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import pg from 'pg'
import * as copyStreams from 'pg-copy-streams'
import { createMigrationsTableSql, migrationLockKey } from './migrate.ts'

/** A table as it stands in a backup. */
export interface BackupTable {
  name: string
  /** Those that are written, in their order. */
  columns: readonly string[]
  /** The column that numbers itself, and the last number it gave; null when there is none. */
  numbered: { column: string; last: number } | null
}

export interface BackupMigration {
  name: string
  sha256: string
}

export interface DatabaseSnapshot {
  migrations: BackupMigration[]
  /** In an order in which each comes after those that it refers to. */
  tables: BackupTable[]
  /** The rows of a table, as COPY writes them; answers how many there were. */
  read(table: BackupTable): AsyncGenerator<Buffer, number>
  close(): Promise<void>
}

export interface RestoreTarget {
  /** Writes what {@link DatabaseSnapshot.read} answered; answers how many rows there were. */
  write(table: BackupTable, rows: AsyncIterable<Buffer>): Promise<number>
  commit(): Promise<void>
  /** Undoes everything unless it is committed. */
  close(): Promise<void>
}

/**
 * What a backup leaves out: who is signed in (a session that was ended later would be open again), links on their way
 * (one that was used later would be good again), and what belongs to the running server.
 */
const excludedTables = [
  'sessions',
  'identity_sessions',
  'identity_verifications',
  'mailed_links',
  'first_admin_links',
  'session_changes',
]

const quoteIdentifier = (name: string): string => pg.escapeIdentifier(name)

async function connectForBackup(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'stillwater backup',
    // Both ends write and read values in the same way, whatever their servers are set to.
    options:
      '-c timezone=UTC -c datestyle=ISO -c bytea_output=hex -c extra_float_digits=1 -c statement_timeout=0 -c idle_in_transaction_session_timeout=0',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  })
  // What was under way is rejected as well.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Holds one moment of the whole database, whatever is written meanwhile. */
export async function openDatabaseSnapshot(url: string): Promise<DatabaseSnapshot> {
  const client = await connectForBackup(url)
  try {
    await client.query('begin isolation level repeatable read read only')
    const shapes = (await readTableShapes(client)).filter(({ name }) => !excludedTables.includes(name))
    const { rows: migrations } = await client.query<BackupMigration>(
      'select name, sha256 from migrations order by name',
    )
    const tables: BackupTable[] = []
    for (const { name, columns, numbered } of sortByReferences(shapes)) {
      // Numbers belong to no moment: read after it began, this is at least that of the newest row in it.
      const last = numbered === null ? 0 : await lastSequenceValue(client, name, numbered)
      tables.push({ name, columns, numbered: numbered === null ? null : { column: numbered, last } })
    }
    return {
      migrations,
      tables,
      async *read({ name, columns }) {
        const names = columns.map(quoteIdentifier).join(', ')
        const stream = client.query(copyStreams.to(`copy ${quoteIdentifier(name)} (${names}) to stdout`))
        for await (const chunk of stream) yield Buffer.from(chunk)
        return stream.rowCount
      },
      close: () => client.end(),
    }
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

/**
 * Begins to fill an empty database, whose tables it makes by some migrations, in their order; nobody else migrates before
 * it ends. Throws a sentence when the database holds anything.
 */
export async function openRestoreTarget(
  url: string,
  migrations: readonly (BackupMigration & { text: string })[],
): Promise<RestoreTarget> {
  const client = await connectForBackup(url)
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [migrationLockKey])
    await createEmptyTables(client, migrations)
  } catch (error) {
    await client.end()
    throw error
  }
  return {
    async write({ name, columns, numbered }, rows) {
      const table = quoteIdentifier(name)
      // What the rules of the table would count or note is in the backup, too.
      await client.query(`alter table ${table} disable trigger user`)
      await client.query(`delete from ${table}`)
      const stream = client.query(
        copyStreams.from(`copy ${table} (${columns.map(quoteIdentifier).join(', ')}) from stdin`),
      )
      const done = finished(stream)
      // An error that ends the stream is told by `done`.
      done.catch(() => undefined)
      for await (const chunk of rows) {
        if (stream.destroyed) break
        if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), done])
      }
      stream.end()
      await done
      await client.query(`alter table ${table} enable trigger user`)
      if (numbered !== null && numbered.last > 0) {
        await client.query('select setval(pg_get_serial_sequence($1, $2), $3)', [
          table,
          numbered.column,
          numbered.last,
        ])
      }
      return stream.rowCount
    },
    commit: async () => {
      await client.query('commit')
      await client.query('analyze')
    },
    close: () => client.end(),
  }
}

async function createEmptyTables(
  client: pg.Client,
  migrations: readonly (BackupMigration & { text: string })[],
): Promise<void> {
  const names = (await readTableShapes(client)).map(({ name }) => name)
  // A server that is at work writes nothing in between.
  for (const name of names)
    await client.query(`lock table ${quoteIdentifier(name)} in share row exclusive mode`)
  for (const name of names) {
    if (name === 'migrations') continue
    const { rowCount } = await client.query(`select from ${quoteIdentifier(name)} limit 1`)
    if (rowCount !== 0) {
      throw new Error('This database isn’t empty, and what is in it stays: restore into an empty one.')
    }
  }
  const { rows: applied } = names.includes('migrations')
    ? await client.query<BackupMigration>('select name, sha256 from migrations order by name')
    : { rows: [] }
  const isAnother = ({ name, sha256 }: BackupMigration, index: number): boolean =>
    migrations[index]?.name !== name || migrations[index].sha256 !== sha256
  if (applied.some(isAnother)) {
    throw new Error('This database has the tables of another version: restore into one that was just made.')
  }
  await client.query(createMigrationsTableSql)
  for (const { text } of migrations.slice(applied.length)) await client.query(text)
}

interface TableShape {
  name: string
  columns: string[]
  numbered: string | null
  refersTo: string[]
}

async function readTableShapes(client: pg.Client): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(`
    select relname as name,
      array(select attname::text from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
        order by attnum) as columns,
      (select attname::text from pg_attribute
        where attrelid = pg_class.oid and attidentity <> '' and not attisdropped) as numbered,
      array(select distinct confrelid::regclass::text from pg_constraint
        where contype = 'f' and conrelid = pg_class.oid and confrelid <> conrelid) as "refersTo"
    from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace
    order by relname`)
  return rows
}

/** Each after those that it refers to. */
function sortByReferences(shapes: readonly TableShape[]): TableShape[] {
  const ordered: TableShape[] = []
  const isReady = ({ refersTo }: TableShape): boolean =>
    refersTo.every((name) => ordered.some((shape) => shape.name === name))
  while (ordered.length < shapes.length) {
    const next = shapes.filter((shape) => !ordered.includes(shape) && isReady(shape))
    if (next.length === 0) throw new Error('Tables refer to each other in a circle: no order fills them.')
    ordered.push(...next)
  }
  return ordered
}

async function lastSequenceValue(client: pg.Client, table: string, column: string): Promise<number> {
  const { rows } = await client.query<{ last: string }>(
    'select coalesce(pg_sequence_last_value(pg_get_serial_sequence($1, $2)::regclass), 0) as last',
    [quoteIdentifier(table), column],
  )
  return Number(rows[0]?.last ?? 0)
}
