// The SQL of reading many tables as they are at one moment.
import { sql } from 'kysely'
import type { Executor } from '#server/db.ts'

/** Lets a transaction that has read nothing yet see one moment, and change nothing. */
export async function setRepeatableRead(tx: Executor): Promise<void> {
  await sql`set transaction isolation level repeatable read, read only`.execute(tx)
}
