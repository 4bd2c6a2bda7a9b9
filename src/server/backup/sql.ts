// SQL of backup and restore: exports a snapshot of all tables, and fills an empty database, by COPY.
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import pg from 'pg'
import * as copyStreams from 'pg-copy-streams'
import { createMigrationsTableSql } from '../db/migrate.ts'
import { sessionOptions, withoutSessionLimits } from '../db/session-settings.ts'
import { advisoryLockKeys } from '../postgres/advisory-locks.ts'

/** A table in a backup. */
export interface BackupTable {
  name: string
  /** The exported columns, in order. */
  columns: readonly string[]
  /** The identity column and its last number; null without one. */
  numbered: { column: string; last: number } | null
}

export interface BackupMigration {
  name: string
  sha256: string
}

export interface DatabaseSnapshot {
  migrations: BackupMigration[]
  /** Ordered so that each table follows those it references. */
  tables: BackupTable[]
  /** Yields a table's rows in COPY format; returns their number. */
  read(table: BackupTable): AsyncGenerator<Buffer, number>
  close(): Promise<void>
}

export interface RestoreTarget {
  /** Writes the output of {@link DatabaseSnapshot.read}; returns the number of rows. */
  write(table: BackupTable, rows: AsyncIterable<Buffer>): Promise<number>
  commit(): Promise<void>
  /** Rolls back unless committed. */
  close(): Promise<void>
}

/**
 * Left out of a backup. A restore would reopen revoked sessions and revalidate used links. Browsers renew their push
 * subscriptions, which contain their keys. The rest is state of the running server.
 */
const excludedTables = [
  'sessions',
  'identity_sessions',
  'identity_verifications',
  'mailed_links',
  'first_admin_links',
  'mail_limits',
  'push_subscriptions',
  'gone_push_devices',
  'session_changes',
  'stream_segments',
  'stream_inits',
]

/** Rows of a table that are left out: a restore would send old mails again. */
const backedUpRows: Readonly<Record<string, string>> = {
  jobs: "kind not in ('mail', 'bulk-mail')",
}

const quoteIdentifier = (name: string): string => pg.escapeIdentifier(name)

async function connectForBackup(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'stillwater backup',
    options: sessionOptions,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  })
  // The pending query rejects as well.
  client.on('error', () => undefined)
  await client.connect()
  await client.query(withoutSessionLimits)
  return client
}

/** Opens a consistent snapshot of the whole database, unaffected by later writes. */
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
      // Sequences aren't transactional: read after the snapshot began, this is at least its highest number.
      const last = numbered === null ? 0 : await lastSequenceValue(client, name, numbered)
      tables.push({ name, columns, numbered: numbered === null ? null : { column: numbered, last } })
    }
    return {
      migrations,
      tables,
      async *read({ name, columns }) {
        const names = columns.map(quoteIdentifier).join(', ')
        const rows = `select ${names} from ${quoteIdentifier(name)} where ${backedUpRows[name] ?? 'true'}`
        const stream = client.query(copyStreams.to(`copy (${rows}) to stdout`))
        for await (const chunk of stream) yield Buffer.from(chunk)
        // The stream ends with the last row; the number of rows may come later, but before the next answer.
        await client.query('')
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
 * Prepares an empty database for a restore and creates its tables by the given migrations; holds the migration lock
 * until it commits or closes. Throws a one-sentence error if the database isn't empty.
 */
export async function openRestoreTarget(
  url: string,
  migrations: readonly (BackupMigration & { text: string })[],
): Promise<RestoreTarget> {
  const client = await connectForBackup(url)
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [advisoryLockKeys.migrations])
    await createEmptyTables(client, migrations)
  } catch (error) {
    await client.end()
    throw error
  }
  return {
    async write({ name, columns, numbered }, rows) {
      const table = quoteIdentifier(name)
      // The triggers' results are in the backup, too.
      await client.query(`alter table ${table} disable trigger user`)
      await client.query(`delete from ${table}`)
      const stream = client.query(
        copyStreams.from(`copy ${table} (${columns.map(quoteIdentifier).join(', ')}) from stdin`),
      )
      const done = finished(stream)
      // `done` reports an error that ends the stream.
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
  // Keeps a running server from writing meanwhile.
  for (const name of names)
    await client.query(`lock table ${quoteIdentifier(name)} in share row exclusive mode`)
  for (const name of names) {
    if (name === 'migrations') continue
    const { rowCount } = await client.query(`select from ${quoteIdentifier(name)} limit 1`)
    if (rowCount !== 0) {
      throw new Error('This database isn’t empty: restore into an empty one.')
    }
  }
  const { rows: applied } = names.includes('migrations')
    ? await client.query<BackupMigration>('select name, sha256 from migrations order by name')
    : { rows: [] }
  const isDifferent = ({ name, sha256 }: BackupMigration, index: number): boolean =>
    migrations[index]?.name !== name || migrations[index].sha256 !== sha256
  if (applied.some(isDifferent)) {
    throw new Error('This database has the tables of another version: restore into a new one.')
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

/** Sorts tables so that each follows those it references. */
function sortByReferences(shapes: readonly TableShape[]): TableShape[] {
  const ordered: TableShape[] = []
  const isReady = ({ refersTo }: TableShape): boolean =>
    refersTo.every((name) => ordered.some((shape) => shape.name === name))
  while (ordered.length < shapes.length) {
    const next = shapes.filter((shape) => !ordered.includes(shape) && isReady(shape))
    if (next.length === 0) throw new Error('Circular foreign keys: the tables have no insertion order.')
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
