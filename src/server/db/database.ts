// Database access: the server in DATABASE_URL or the bundled one, its transactions and time limits.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts'
import { columnTypes } from './columns.ts'
import { createPool } from './pool.ts'
import { sessionOptions, withoutSessionLimits } from './session-settings.ts'
import type { Tables } from './tables.ts'

/** What functions in a sql.ts receive: the pool, or their caller's transaction. */
export type Executor = Kysely<Tables> | Transaction<Tables>

export interface Database {
  /** Runs single statements on any connection of the pool. */
  query: Kysely<Tables>
  /**
   * Commits `work`, or rolls back if it throws. `work` runs up to three times on serialization conflicts, so it
   * must have no effects outside the database.
   */
  transaction: <T>(work: (transaction: Transaction<Tables>) => Promise<T>) => Promise<T>
  /** Whether the database responds; resolves within two seconds unless the pool is stuck. */
  isAlive: () => Promise<boolean>
  /**
   * For work that takes minutes, such as a migration: a separate connection without time limits. `signal` cancels
   * the running statement.
   */
  withoutTimeLimits: <T>(work: (connection: Kysely<Tables>) => Promise<T>, signal?: AbortSignal) => Promise<T>
  /** Waits for running statements, then closes all connections. */
  close: () => Promise<void>
}

export interface OpenDatabase {
  database: Database
  url: string
  /** Whether the server is the bundled one. */
  embedded: boolean
  /** Whether this call created the database; always false with DATABASE_URL. */
  isNew: boolean
  /** Closes the connections and stops the bundled server. */
  close: () => Promise<void>
}

interface ConnectOptions {
  maxConnections?: number
  /** How long a statement waits for a connection, in milliseconds. */
  poolWaitMs?: number
  log?: (line: string) => void
  /** The `application_name` in `pg_stat_activity`. */
  applicationName?: string
}

const defaultMaxConnections = 20
const defaultPoolWaitMs = 2_000
const statementTimeoutMs = 5_000
// For a server that no longer responds; otherwise its own statement timeout comes first.
const queryTimeoutMs = 6_000
const idleInTransactionTimeoutMs = 15_000
const idleTimeoutMs = 30_000
const transactionAttempts = 4
const retryPauseMs = 20
const conflictCodes = new Set(['40001', '40P01'])
// Starting, stopping, overloaded, out of disk or memory, read-only, canceled by a limit, or disconnected.
const unavailableCodes =
  /^(08...|25006|53...|58030|57014|57P0[1-5]|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/
// The driver gives these errors no code.
const unavailableMessages =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error)/
const poolerMessages = /unsupported startup parameter/
const embeddedDatabaseName = 'stillwater'
/** Prefix of the `application_name` of a server's connections; the server id follows. */
export const serverNamePrefix = 'stillwater server '
const connectRetryMs = 500
// One log line every five seconds.
const triesPerLine = 10

/** Whether the app's database can exist: the bundled one after its first start, a named one always. */
export function hasDatabase(location: { databaseUrl: string | null; dataDir: string }): boolean {
  return location.databaseUrl !== null || existsSync(path.join(location.dataDir, 'postgres/cluster'))
}

/** Opens the app's database: at `databaseUrl`, else on the bundled server with its data below `dataDir`. */
export async function openDatabase(config: {
  databaseUrl: string | null
  dataDir: string
  log?: (line: string) => void
  /** How long to wait for the database in DATABASE_URL, as when all services start together; none by default. */
  maxWaitMs?: number
  /** Servers only: the id that `connectedServers` reports. */
  serverId?: string
}): Promise<OpenDatabase> {
  const { log = () => undefined, maxWaitMs = 0, serverId } = config
  const options = { log, ...(serverId === undefined ? {} : { applicationName: serverNamePrefix + serverId }) }
  if (config.databaseUrl !== null) return openExternalDatabase(config.databaseUrl, options, maxWaitMs)
  const server = await startEmbeddedPostgres({ dataDir: path.join(config.dataDir, 'postgres'), log })
  try {
    const isNew = await createDatabase(server.url, embeddedDatabaseName)
    const url = databaseUrl(server.url, embeddedDatabaseName)
    const database = connectDatabase(url, options)
    const close = async () => {
      await database.close()
      await server.stop()
    }
    return { database, url, embedded: true, isNew, close }
  } catch (error) {
    await server.stop()
    throw error
  }
}

async function openExternalDatabase(
  url: string,
  options: ConnectOptions & { log: (line: string) => void },
  maxWaitMs: number,
): Promise<OpenDatabase> {
  const { log } = options
  const database = connectDatabase(url, options)
  const deadlineMs = performance.now() + maxWaitMs
  for (let tries = 1; ; tries += 1) {
    try {
      await sql`select 1`.execute(database.query)
      return { database, url, embedded: false, isNew: false, close: database.close }
    } catch (cause) {
      const reason = cause instanceof Error && cause.message !== '' ? cause.message : codeOf(cause)
      if (poolerMessages.test(reason)) {
        await database.close()
        throw new Error(
          `DATABASE_URL names PgBouncer or a similar pooler, which rejects this connection: ${reason}. ` +
            'Name the address of PostgreSQL itself, as the server pools its connections. Or set the pooler up as docs/operations.md says ("PgBouncer").',
          { cause },
        )
      }
      // A wrong password or name is permanent.
      if (!isDatabaseUnavailable(cause) || performance.now() >= deadlineMs) {
        await database.close()
        throw new Error(`Can't connect to the database in DATABASE_URL: ${reason}.`, { cause })
      }
      if (tries % triesPerLine === 1) log(`Waiting for the database in DATABASE_URL: ${reason}.`)
      await sleep(connectRetryMs)
    }
  }
}

/**
 * Creates a connection pool; connects at the first statement. timestamptz is read as ISO text with milliseconds,
 * date as 'YYYY-MM-DD', int8 and numeric as numbers.
 */
export function connectDatabase(url: string, options: ConnectOptions = {}): Database {
  const { maxConnections = defaultMaxConnections, log = () => undefined } = options
  const { applicationName = 'stillwater', poolWaitMs = defaultPoolWaitMs } = options
  const connect = (limits: pg.PoolConfig): Kysely<Tables> => {
    const pool = createPool(
      {
        connectionString: url,
        application_name: applicationName,
        options: sessionOptions,
        keepAlive: true,
        types: columnTypes(pg.types),
        ...limits,
      },
      log,
    )
    return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  }
  const query = connect({
    max: maxConnections,
    connectionTimeoutMillis: poolWaitMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: queryTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
    idleTimeoutMillis: idleTimeoutMs,
  })
  let closing: Promise<void> | null = null
  return {
    query,
    transaction: (work) => withConflictRetry(() => query.transaction().execute(work)),
    isAlive: () => canQuery(query),
    async withoutTimeLimits(work, signal) {
      const pool = connect({ max: 1, connectionTimeoutMillis: poolWaitMs })
      try {
        return await pool.connection().execute(async (connection) => {
          await sql.raw(withoutSessionLimits).execute(connection)
          return signal ? runCancellable(query, connection, signal, work) : work(connection)
        })
      } finally {
        await pool.destroy()
      }
    },
    close: () => (closing ??= query.destroy()),
  }
}

async function withConflictRetry<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === transactionAttempts || !conflictCodes.has(codeOf(error))) throw error
      await sleep(Math.random() * retryPauseMs * attempt)
    }
  }
}

async function canQuery(query: Kysely<Tables>): Promise<boolean> {
  try {
    await sql`select 1`.execute(query)
    return true
  } catch {
    return false
  }
}

/** Whether the database is temporarily unavailable, so that a retry may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return unavailableCodes.test(codeOf(error)) || unavailableMessages.test(error.message)
}

/** The SQL state or the system's code of an error; empty without one. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Creates the database `name` on the server of `url`; false if it exists. */
export async function createDatabase(url: string, name: string): Promise<boolean> {
  try {
    await runOnServer(url, sql`create database ${sql.id(name)}`)
    return true
  } catch (error) {
    if (codeOf(error) === '42P04' || codeOf(error) === '23505') return false
    throw error
  }
}

/** Drops the database `name` on the server of `url`, and disconnects its users. */
export async function dropDatabase(url: string, name: string): Promise<void> {
  await runOnServer(url, sql`drop database if exists ${sql.id(name)} with (force)`)
}

async function runOnServer(url: string, statement: ReturnType<typeof sql>): Promise<void> {
  const server = connectDatabase(url)
  try {
    await server.withoutTimeLimits((connection) => statement.execute(connection))
  } finally {
    await server.close()
  }
}

export function databaseUrl(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

/** Runs `work` on a connection; when `signal` aborts, a second connection cancels its statement. */
async function runCancellable<T>(
  query: Kysely<Tables>,
  connection: Kysely<Tables>,
  signal: AbortSignal,
  work: (connection: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection)
  const cancel = (): void => {
    // If the cancel request gets no response, the statement ends with the process.
    sql`select pg_cancel_backend(${rows[0]?.pid ?? 0})`.execute(query).catch(() => undefined)
  }
  signal.addEventListener('abort', cancel)
  try {
    signal.throwIfAborted()
    return await work(connection)
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

// The statement was never sent, or the server reports a rollback.
const notCommittedCodes = new Set([
  '53300',
  '57014',
  '57P03',
  'ECONNREFUSED',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
])
const notCommittedMessages = /^timeout exceeded when trying to connect/

/** Whether a failed write may have been committed nevertheless. */
export function isCommitUncertain(error: unknown): boolean {
  if (!(error instanceof Error) || !isDatabaseUnavailable(error)) return false
  const isUndone = 'code' in error && typeof error.code === 'string' && notCommittedCodes.has(error.code)
  return !isUndone && !notCommittedMessages.test(error.message)
}
