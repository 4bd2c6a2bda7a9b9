// SQL for session changes between nodes, and for the last use of sessions.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'

type SessionChangeRow = Tables['session_changes']

/**
 * Returns the rows of all transactions from `since` on, at most `max`, and `next`. All transactions before
 * `next` have ended. Their changes are in this result or in an earlier one.
 */
export async function readSessionChanges(
  db: Executor,
  since: string,
  max: number,
): Promise<{ next: string; changes: SessionChangeRow[] }> {
  // One statement, so that both values come from the same database snapshot.
  const { rows } = await sql<{ next: string; changes: SessionChangeRow[] }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as next, coalesce(
      (select jsonb_agg(change) from (
        select xid::text, what, id from session_changes
        where xid >= ${since}::xid8 and (what <> 'swept' or xid > ${since}::xid8)
        order by session_changes.xid limit ${max}
      ) change), '[]') as changes`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A query without a table returns one row.')
  return row
}

/**
 * Deletes the rows of transactions before `before` and inserts a marker for nodes that haven't read them. Also
 * deletes rows with future transaction ids, which were restored from another database.
 */
export async function deleteSessionChanges(db: Executor, before: string): Promise<void> {
  await sql`
    with deleted as (
      delete from session_changes
      where xid < ${before}::xid8 or xid >= pg_snapshot_xmax(pg_current_snapshot())
      returning xid
    )
    insert into session_changes (xid, what, id)
    select ${before}::xid8, 'swept', 0 where exists (select from deleted where xid < ${before}::xid8)
    on conflict do nothing`.execute(db)
}

/** `atMs` is the last use, in epoch milliseconds. */
export interface SessionUse {
  sessionId: number
  atMs: number
}

/** Updates the last use of sessions. Skips locked rows, so that it never waits for other transactions. */
export async function updateSessionLastUsed(db: Executor, uses: readonly SessionUse[]): Promise<void> {
  await sql`
    with used as (
      select id, at from unnest(
        ${uses.map(({ sessionId }) => sessionId)}::integer[],
        ${uses.map(({ atMs }) => new Date(atMs).toISOString())}::timestamptz[]
      ) as latest (id, at)
      join sessions using (id) for no key update of sessions skip locked
    )
    update sessions set "lastUsedAt" = greatest("lastUsedAt", at) from used where sessions.id = used.id`.execute(
    db,
  )
}
