// SQL for a consistent snapshot across tables.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'

/** Makes the transaction repeatable-read and read-only. Call before its first query. */
export async function setRepeatableRead(tx: Executor): Promise<void> {
  await sql`set transaction isolation level repeatable read, read only`.execute(tx)
}
