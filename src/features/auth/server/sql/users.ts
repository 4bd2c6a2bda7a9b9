// SQL for users as their sessions see them.
import { sql } from 'kysely'
import type { User } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'

export const userColumns = [
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
  'users.isUnlisted',
  'users.createdAt',
] as const

type Nullable<Row> = { [Key in keyof Row]: Row[Key] | null }

/** Maps the user columns of a left join; null without a user. */
export function toUser(row: Nullable<User>): User | null {
  const { id, uid, name, isAdmin, isGardenAngel, isBanned, profileCompleted, isUnlisted, createdAt } = row
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
    isUnlisted: isUnlisted === true,
    createdAt,
  }
}

/**
 * Makes the identity's user an administrator. Null if there is no user, or if the role was decided before, either
 * way. Null also if the address was confirmed outside of the account's sessions (T70).
 */
export async function promoteToAdministrator(db: Executor, uid: string): Promise<User | null> {
  const row = await db
    .updateTable('users')
    .set({ isAdmin: true })
    .where('firebaseUid', '=', uid)
    .where('isAdmin', '=', false)
    .where('isAdminDecided', '=', false)
    .where('isBanned', '=', false)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('identity_users')
            .select('identity_users.id')
            .whereRef('identity_users.id', '=', 'users.firebaseUid')
            .where('emailProvedSignedIn', '=', false),
        ),
      ),
    )
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

/**
 * Erases the sign-in IP address of users whose last sign-in was before a time, at most `max`. Returns their number.
 */
export async function eraseSignInIps(db: Executor, before: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update users set "lastLoginIp" = null where id in (
      select id from users
      where "lastLoginIp" is not null and coalesce("lastLogin", "createdAt") < ${before}::timestamptz
      limit ${max} for no key update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}
