// Cancels a long-running statement from another connection.
import { sql, type Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** Runs `work` on a connection; when `signal` aborts, a second connection cancels its statement. */
export async function runCancellable<T>(
  query: Kysely<Tables>,
  connection: Kysely<Tables>,
  signal: AbortSignal,
  work: (connection: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection)
  const cancel = (): void => {
    // If the cancel request gets no answer, the statement ends with the process.
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
