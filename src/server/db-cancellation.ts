// A statement that takes long, broken off from outside.
import { sql, type Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** Does some work on a connection, and lets another one break its statement off when `signal` says so. */
export async function runCancellable<T>(
  query: Kysely<Tables>,
  connection: Kysely<Tables>,
  signal: AbortSignal,
  work: (connection: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection)
  const cancel = (): void => {
    // Without an answer it ends with the process.
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
