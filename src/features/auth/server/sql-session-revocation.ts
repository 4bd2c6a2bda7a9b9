// SQL for session revocation.
import { sql } from 'kysely'
import { sessionIdleMs } from '#shared/constants.ts'
import type { Executor } from '#server/db/database.ts'

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
