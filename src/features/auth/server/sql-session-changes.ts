// The SQL by which nodes learn which sessions and users have changed, and by which they note that sessions are in use.
import { sql } from 'kysely'
import type { Executor } from '#server/db.ts'
import type { Tables } from '#server/tables.ts'

type SessionChangeRow = Tables['session_changes']

/**
 * The lines of all transactions from `since` on, at most `linesMax`, and from which transaction on to ask the next time:
 * every one before it has ended, so that whatever it changed is among these lines or those of an earlier answer.
 */
export async function readSessionChanges(
  db: Executor,
  since: string,
  linesMax: number,
): Promise<{ next: string; lines: SessionChangeRow[] }> {
  // One statement, and so one view of what was committed.
  const { rows } = await sql<{ next: string; lines: SessionChangeRow[] }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as next, coalesce(
      (select jsonb_agg(line) from (
        select xid::text, what, id from session_changes
        where xid >= ${since}::xid8 and (what <> 'swept' or xid > ${since}::xid8)
        order by session_changes.xid limit ${linesMax}
      ) line), '[]') as lines`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A query without a table answers one row.')
  return row
}

/**
 * Removes the lines of transactions before one, and leaves a mark for whoever hasn't seen them. Also those of
 * transactions that are yet to come: they were restored from another database.
 */
export async function deleteSessionChanges(db: Executor, before: string): Promise<void> {
  await sql`
    with gone as (
      delete from session_changes
      where xid < ${before}::xid8 or xid >= pg_snapshot_xmax(pg_current_snapshot())
      returning xid
    )
    insert into session_changes (xid, what, id)
    select ${before}::xid8, 'swept', 0 where exists (select from gone where xid < ${before}::xid8)
    on conflict do nothing`.execute(db)
}

/** When a session was used last, in epoch milliseconds. */
export interface SessionUse {
  sessionId: number
  atMs: number
}

/** Notes that sessions are in use. One that is being changed is left out: it waits for nobody, and nobody for it. */
export async function updateSessionLastUsed(db: Executor, uses: readonly SessionUse[]): Promise<void> {
  await sql`
    with used as (
      select id, at from unnest(
        ${uses.map(({ sessionId }) => sessionId)}::integer[],
        ${uses.map(({ atMs }) => new Date(atMs).toISOString())}::timestamptz[]
      ) as noted (id, at)
      join sessions using (id) for no key update of sessions skip locked
    )
    update sessions set "lastUsedAt" = greatest("lastUsedAt", at) from used where sessions.id = used.id`.execute(
    db,
  )
}
