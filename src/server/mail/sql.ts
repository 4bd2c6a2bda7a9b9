// SQL of the bulk mail queue: how many mails wait in it, and the batches about one thing.
import { sql } from 'kysely'
import type { Executor } from '../db/database.ts'
import { deleteJobsWhere } from '../jobs/sql.ts'
import { bulkMailKind } from './bulk-mails.ts'

/** The mails of all batches that aren't sent yet, or of those of some types, and since when the oldest batch waits. */
export async function countBulkMails(
  db: Executor,
  types: readonly string[] | null = null,
): Promise<{ waiting: number; oldest: string | null }> {
  const { rows } = await sql<{ waiting: number; oldest: string | null }>`
    select coalesce(sum(
        jsonb_array_length(payload->'userIds') - (payload->>'cursor')::integer
        + jsonb_array_length(payload->'deferred')
      ), 0)::integer as waiting, min("createdAt") as oldest
    from jobs
    where kind = ${bulkMailKind}
      and (${types}::text[] is null or payload->>'type' = any(${types}::text[]))`.execute(db)
  return rows[0] ?? { waiting: 0, oldest: null }
}

/** Deletes the waiting batches of a type with these facts. The mail that is on its way still arrives. */
export async function deleteBulkMails(tx: Executor, type: string, facts: object): Promise<void> {
  await deleteJobsWhere(tx, bulkMailKind, sql<boolean>`payload @> ${JSON.stringify({ type, facts })}::jsonb`)
}

/** Whether a batch of a type with these facts waits. */
export async function isBulkMailQueued(db: Executor, type: string, facts: object): Promise<boolean> {
  const { rows } = await sql`
    select from jobs
    where kind = ${bulkMailKind} and payload @> ${JSON.stringify({ type, facts })}::jsonb limit 1`.execute(db)
  return rows.length > 0
}

/** The facts of all waiting batches of a type, each once. */
export async function listQueuedFacts(db: Executor, type: string): Promise<unknown[]> {
  const { rows } = await sql<{ facts: unknown }>`
    select distinct payload->'facts' as facts from jobs
    where kind = ${bulkMailKind} and payload->>'type' = ${type}`.execute(db)
  return rows.map(({ facts }) => facts)
}
