// The SQL of sessions, and of the user rows that identities have.
import { sql } from 'kysely'
import type { Session, User } from '#server/context.ts'
import type { Executor } from '#server/db.ts'

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

/** The session of a token, whether or not its time is over, unless it was ended by anything but a ban; with its user. */
export async function findSessionByToken(db: Executor, tokenHash: Buffer): Promise<FoundSession | null> {
  const row = await selectSessions(db).where('sessions.tokenHash', '=', tokenHash).executeTakeFirst()
  return row ? toFoundSession(row) : null
}

/** The same of several, by their ids. */
export async function findSessionsById(db: Executor, ids: readonly number[]): Promise<FoundSession[]> {
  const given = sql<number>`any(${ids}::integer[])`
  const rows = await selectSessions(db).where('sessions.id', '=', given).execute()
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

/** The user of a row that may have been joined to nothing. */
function toUser(row: Nullable<User>): User | null {
  const { id, uid, name, isAdmin, isGardenAngel, isBanned, profileCompleted, createdAt } = row
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

/** Opens a session and notes the sign-in at the user, if there is one already; answers both ids. */
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

/** Removes all sessions of a person, those that have ended as well. */
export async function deleteAuthSessions(tx: Executor, uid: string): Promise<void> {
  await tx.deleteFrom('sessions').where('uid', '=', uid).execute()
}

/** What a session says of its identity at this moment. */
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

/** When somebody signed in for a session; null when it is gone. */
export async function findSessionCreatedAt(db: Executor, sessionId: number): Promise<string | null> {
  const row = await db
    .selectFrom('sessions')
    .select('createdAt')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return row?.createdAt ?? null
}

/** Whether a session hasn't been ended, and won't be before the transaction ends. */
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
 * Makes the user of an identity an administrator; null when there is none, or when that was decided about before,
 * whatever the decision was.
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

/** Why the person of an identity is banned, or null. */
export async function findBanReason(db: Executor, uid: string): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('bannedReason')
    .where('firebaseUid', '=', uid)
    .where('isBanned', '=', true)
    .executeTakeFirst()
  return row ? (row.bannedReason ?? '') : null
}

/** The user of an identity, or null. */
export async function findUser(db: Executor, uid: string): Promise<User | null> {
  const row = await db
    .selectFrom('users')
    .select(userColumns)
    .where('firebaseUid', '=', uid)
    .executeTakeFirst()
  return row ? toUser(row) : null
}

/** Makes the user of an identity; null when there is one already, or when the address is another user's. */
export async function insertMember(
  db: Executor,
  member: { firebaseUid: string; email: string; name: string; lastLogin: Date; lastLoginIp: string | null },
): Promise<User | null> {
  const row = await db
    .insertInto('users')
    .values({ ...member, createdAt: member.lastLogin })
    // Any unique index: of two at once for one identity, either index may be the one that meets first.
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

/** Puts in a user who is known beforehand, as the demo does; answers the id. */
export async function insertUser(db: Executor, user: NewUser): Promise<number> {
  const { id } = await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()
  return id
}
