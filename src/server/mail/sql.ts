// SQL of the bulk mail queue: how many mails wait in it.
import { sql } from 'kysely'
import type { Executor } from '../db/database.ts'
import { bulkMailKind } from './bulk-mails.ts'

/** The mails of all batches that aren't sent yet, and since when the oldest batch waits. */
export async function countBulkMails(db: Executor): Promise<{ waiting: number; oldest: string | null }> {
  const { rows } = await sql<{ waiting: number; oldest: string | null }>`
    select coalesce(sum(
        jsonb_array_length(payload->'userIds') - (payload->>'cursor')::integer
        + jsonb_array_length(payload->'deferred')
      ), 0)::integer as waiting, min("createdAt") as oldest
    from jobs where kind = ${bulkMailKind}`.execute(db)
  return rows[0] ?? { waiting: 0, oldest: null }
}
