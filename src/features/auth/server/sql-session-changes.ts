// SQL for session changes between nodes, for revocation and for the last use of sessions.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { sessionIdleMs } from '#shared/constants.ts'

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

/** Revokes a session by sign-out, unless it has already ended. */
export async function revokeSession(db: Executor, sessionId: number, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revokedAt: now, revokedBy: 'sign-out' })
    .where('id', '=', sessionId)
    .where('revokedAt', 'is', null)
    .execute()
}

/** Revokes the account's sessions except `exceptId`. Returns the ids of those it revoked. */
export async function revokeSessions(
  db: Executor,
  {
    uid,
    exceptId = 0,
    revokedBy,
    now,
  }: { uid: string; exceptId?: number | undefined; revokedBy: 'sign-out' | 'password'; now: Date },
): Promise<number[]> {
  const rows = await db
    .updateTable('sessions')
    .set({ revokedAt: now, revokedBy })
    .where('uid', '=', uid)
    .where('id', '!=', exceptId)
    .where('revokedAt', 'is', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Revokes all sessions of all members. Returns their number. */
export async function revokeAllSessions(tx: Executor, now: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ revokedAt: now, revokedBy: 'sign-out' })
    .where('revokedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/**
 * Revokes the account's sessions above the limit, besides the one just opened. Expired sessions come first, then
 * the least recently used. Skips locked rows until the next time. Returns the ids.
 */
export async function revokeOldestSessions(
  tx: Executor,
  { uid, openedId, otherMax, nowMs }: { uid: string; openedId: number; otherMax: number; nowMs: number },
): Promise<number[]> {
  const now = new Date(nowMs).toISOString()
  const idleSince = new Date(nowMs - sessionIdleMs).toISOString()
  const { rows } = await sql<{ id: number }>`
    with surplus as (
      select id from sessions
      where uid = ${uid} and id <> ${openedId} and "revokedAt" is null
      order by
        "expiresAt" > ${now}::timestamptz and (remembered or "lastUsedAt" > ${idleSince}::timestamptz) desc,
        "lastUsedAt" desc, id desc
      offset ${otherMax}
    ), held as (
      select id from sessions join surplus using (id)
      where "revokedAt" is null for no key update of sessions skip locked
    )
    update sessions set "revokedAt" = ${now}::timestamptz, "revokedBy" = 'sign-out'
    from held where sessions.id = held.id returning sessions.id`.execute(tx)
  return rows.map(({ id }) => id)
}
