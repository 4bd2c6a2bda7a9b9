// SQL for sessions: sign-ins, their changes between nodes, revocation and last use.
import { sql, type Selectable } from 'kysely'
import type { Session, User } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { sessionIdleMs } from '#shared/constants.ts'
import { toUser, userColumns } from './user-row.ts'
import { updateLastLogin } from './users.ts'

export interface FoundSession {
  session: Omit<Session, 'aliveUntilMs'>
  user: User | null
  remembered: boolean
  lastUsedAt: string
  expiresAt: string
  endedByBan: boolean
}

/**
 * Returns the session of a token with its user, even if expired. Excludes revoked sessions, except those ended by a
 * ban.
 */
export async function findSessionByToken(db: Executor, tokenHash: Buffer): Promise<FoundSession | null> {
  const row = await selectSessions(db).where('sessions.tokenHash', '=', tokenHash).executeTakeFirst()
  return row ? toFoundSession(row) : null
}

/** The same lookup by session ids. */
export async function findSessionsById(db: Executor, ids: readonly number[]): Promise<FoundSession[]> {
  const isGivenId = sql<number>`any(${ids}::integer[])`
  const rows = await selectSessions(db).where('sessions.id', '=', isGivenId).execute()
  return rows.map(toFoundSession)
}

function selectSessions(db: Executor) {
  return db
    .selectFrom('sessions')
    .leftJoin('users', 'users.firebaseUid', 'sessions.uid')
    .select(['sessions.id as sessionId', 'sessions.provider', 'sessions.uid as provenUid'])
    .select(['sessions.email as provenEmail', 'sessions.name as provenName', 'sessions.emailVerified'])
    .select(['remembered', 'lastUsedAt', 'expiresAt', 'revokedBy'])
    .select(userColumns)
    .where((either) => either.or([either('revokedAt', 'is', null), either('revokedBy', '=', 'ban')]))
}

type SessionRow = Awaited<ReturnType<ReturnType<typeof selectSessions>['executeTakeFirstOrThrow']>>

function toFoundSession(row: SessionRow): FoundSession {
  const { sessionId: id, provider, provenUid: uid, provenEmail: email, provenName: name } = row
  const { emailVerified, remembered, lastUsedAt, expiresAt, revokedBy } = row
  return {
    session: { id, provider, uid, email, name, emailVerified },
    user: toUser(row),
    remembered,
    lastUsedAt,
    expiresAt,
    endedByBan: revokedBy === 'ban',
  }
}

export interface NewSession {
  tokenHash: Buffer
  provider: string
  uid: string
  email: string
  name: string
  emailVerified: boolean
  remembered: boolean
  createdAt: Date
  expiresAt: Date
  ip: string | null
}

/** Inserts a session and records the sign-in on the user, if there is one. Returns both ids. */
export async function insertSession(
  db: Executor,
  session: NewSession,
): Promise<{ id: number; userId: number | null }> {
  const { createdAt, ip, uid } = session
  return db
    .with('signedIn', (query) => updateLastLogin(query, { uid, at: createdAt, ip }))
    .insertInto('sessions')
    .values({ ...session, lastUsedAt: createdAt })
    .returning(({ selectFrom }) => ['id', selectFrom('signedIn').select('signedIn.id').as('userId')])
    .executeTakeFirstOrThrow()
}

/** Deletes all sessions of an account, ended ones included. */
export async function deleteAuthSessions(tx: Executor, uid: string): Promise<void> {
  await tx.deleteFrom('sessions').where('uid', '=', uid).execute()
}

/** Returns the identity as stored in the session row now. */
export async function findSessionIdentity(
  db: Executor,
  sessionId: number,
): Promise<Pick<Session, 'uid' | 'email' | 'emailVerified'> | null> {
  const row = await db
    .selectFrom('sessions')
    .select(['uid', 'email', 'emailVerified'])
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return row ?? null
}

/** Returns the time of the session's sign-in; null if the session is deleted. */
export async function findSessionCreatedAt(db: Executor, sessionId: number): Promise<string | null> {
  const row = await db
    .selectFrom('sessions')
    .select('createdAt')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return row?.createdAt ?? null
}

/** Whether a session is still open. Locks it until the transaction ends. */
export async function lockOpenSessionShared(tx: Executor, sessionId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('revokedAt', 'is', null)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

type SessionChangeRow = Selectable<Tables['session_changes']>

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

/** Sets the verified address of the account's open sessions. */
export async function verifySessionEmails(tx: Executor, uid: string, email: string): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ email, emailVerified: true })
    .where('uid', '=', uid)
    .where('revokedAt', 'is', null)
    .execute()
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
  }: { uid: string; exceptId?: number | undefined; revokedBy: 'sign-out' | 'password' | 'ban'; now: Date },
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

/** Revokes the account's sessions opened while its address was unverified. Returns their ids. */
export async function revokeUnverifiedSessions(tx: Executor, uid: string, now: Date): Promise<number[]> {
  const rows = await tx
    .updateTable('sessions')
    .set({ revokedAt: now, revokedBy: 'sign-out' })
    .where('uid', '=', uid)
    .where('emailVerified', '=', false)
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

/** Deletes sessions that ended or expired before a time, at most `max`. Returns their number. */
export async function deleteEndedSessions(
  db: Executor,
  { endedBefore, now, max }: { endedBefore: Date; now: Date; max: number },
): Promise<number> {
  // A session ended by a ban reports the ban until it expires, so it is kept until then. Sessions that aren't
  // remembered expire some hours after the last use.
  const usedBefore = new Date(endedBefore.getTime() - sessionIdleMs)
  const { numAffectedRows } = await sql`
    delete from sessions where id in (
      select id from sessions
      where "expiresAt" < ${now}::timestamptz
        and (least("revokedAt", "expiresAt") < ${endedBefore}::timestamptz
          or not remembered and "lastUsedAt" < ${usedBefore}::timestamptz)
      order by "expiresAt" limit ${max} for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** The account's stored sessions, closed ones included, newest first. */
export function listSignIns(db: Executor, uid: string, max: number) {
  return db
    .selectFrom('sessions')
    .select(['provider', 'email', 'name', 'remembered', 'createdAt', 'lastUsedAt', 'expiresAt'])
    .select(['ip', 'revokedAt', 'revokedBy'])
    .where('uid', '=', uid)
    .orderBy('id', 'desc')
    .limit(max)
    .execute()
}
