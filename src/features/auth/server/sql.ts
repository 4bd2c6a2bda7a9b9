// SQL for sessions and their users.
import { sql } from 'kysely'
import type { Session, User } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'

const userColumns = [
  'users.id',
  'users.firebaseUid as uid',
  'users.name',
  'users.email',
  'users.pendingEmail',
  'users.profilePicture',
  'users.isAdmin',
  'users.isGardenAngel',
  'users.isBanned',
  'users.bannedReason',
  'users.profileCompleted',
  'users.sitsQuietly',
  'users.createdAt',
] as const

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

type Nullable<Row> = { [Key in keyof Row]: Row[Key] | null }

/** Maps the user columns of a left join; null without a user. */
function toUser(row: Nullable<User>): User | null {
  const { id, uid, name, isAdmin, isGardenAngel, isBanned, profileCompleted, sitsQuietly, createdAt } = row
  if (id === null || uid === null || name === null || createdAt === null) return null
  return {
    id,
    uid,
    name,
    email: row.email ?? '',
    pendingEmail: row.pendingEmail,
    profilePicture: row.profilePicture,
    isAdmin: isAdmin === true,
    isGardenAngel: isGardenAngel === true,
    isBanned: isBanned === true,
    bannedReason: row.bannedReason,
    profileCompleted: profileCompleted === true,
    sitsQuietly: sitsQuietly === true,
    createdAt,
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
    .with('signedIn', (query) =>
      query
        .updateTable('users')
        .set({ lastLogin: createdAt, lastLoginIp: ip })
        .where('firebaseUid', '=', uid)
        .returning('users.id'),
    )
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

/**
 * Makes the identity's user an administrator. Null if there is no user, or if the role was decided before, either
 * way.
 */
export async function promoteToAdministrator(db: Executor, uid: string): Promise<User | null> {
  const row = await db
    .updateTable('users')
    .set({ isAdmin: true })
    .where('firebaseUid', '=', uid)
    .where('isAdmin', '=', false)
    .where('isAdminDecided', '=', false)
    .where('isBanned', '=', false)
    .returning(userColumns)
    .executeTakeFirst()
  return row ? toUser(row) : null
}

/** Returns the ban's reason, or null. */
export async function findBanReason(db: Executor, uid: string): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('bannedReason')
    .where('firebaseUid', '=', uid)
    .where('isBanned', '=', true)
    .executeTakeFirst()
  return row ? (row.bannedReason ?? '') : null
}

export async function findUser(db: Executor, uid: string): Promise<User | null> {
  const row = await db
    .selectFrom('users')
    .select(userColumns)
    .where('firebaseUid', '=', uid)
    .executeTakeFirst()
  return row ? toUser(row) : null
}

/** Inserts the identity's user. Null if the user exists, or if another user has the address. */
export async function insertMember(
  db: Executor,
  member: { firebaseUid: string; email: string; name: string; lastLogin: Date; lastLoginIp: string | null },
): Promise<User | null> {
  const row = await db
    .insertInto('users')
    .values({ ...member, createdAt: member.lastLogin })
    // No conflict target: concurrent inserts for one identity may hit either unique index first.
    .onConflict((conflict) => conflict.doNothing())
    .returning(userColumns)
    .executeTakeFirst()
  return row ? toUser(row) : null
}

export interface NewUser {
  name: string
  email: string
  firebaseUid: string | null
  profilePicture: string | null
  profileCompleted: boolean
  isAdmin: boolean
  isGardenAngel: boolean
  createdAt: Date
}

/** Inserts a complete user, for the demo data. Returns the id. */
export async function insertUser(db: Executor, user: NewUser): Promise<number> {
  const { id } = await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()
  return id
}
