// SQL for users: reads for their sessions, and all changes of their rows.
import { sql, type QueryCreator } from 'kysely'
import type { BanTerms } from '#server/banned-error.ts'
import type { User } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { isBannedNow, isNotBanned } from '#server/db/standing-ban.ts'
import type { Tables } from '#server/db/tables.ts'
import { currentLocale } from '#shared/i18n/t.ts'
import type { StoredAccount } from '../../rules.ts'
import { toUser, userColumns } from './user-row.ts'

const accountColumns = [
  'id',
  'name',
  'email',
  'pendingEmail',
  'isAdmin',
  'isGardenAngel',
  'mayHost',
  'profilePicture',
  'profileCompleted',
  'isUnlisted',
  'language',
  'termsVersion',
  'emailCorrectedAt',
  'createdAt',
] as const

const banTermColumns = ['bannedReason', 'bannedReasonEntry', 'bannedUntil'] as const
const banColumns = [
  'id',
  'name',
  isBannedNow().as('isBanned'),
  'bannedAt',
  'bannedReason',
  'bannedUntil',
] as const

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
    .where(isNotBanned())
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

/** The ban of an identity's user; null without one now. */
export async function findBanOfIdentity(db: Executor, uid: string): Promise<BanTerms | null> {
  const row = await db
    .selectFrom('users')
    .select(banTermColumns)
    .where('firebaseUid', '=', uid)
    .where(isBannedNow())
    .executeTakeFirst()
  return row ?? null
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
  member: {
    firebaseUid: string
    email: string
    name: string
    lastLogin: Date
    lastLoginIp: string | null
    /** 0 for none. */
    termsVersion: number
  },
): Promise<User | null> {
  const row = await db
    .insertInto('users')
    .values({ ...member, language: currentLocale(), createdAt: member.lastLogin })
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
  mayHost?: boolean
  /** 0 for none; absent for a member who isn't asked. */
  termsVersion?: number
  createdAt: Date
}

/** Inserts a complete user, for the demo data. Returns the id. */
export async function insertUser(db: Executor, user: NewUser): Promise<number> {
  const { id } = await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()
  return id
}

/**
 * The update that records a sign-in, as a part of the statement that inserts the session. A member who has no language
 * yet has that of the page from now on.
 */
export function updateLastLogin(
  db: QueryCreator<Tables>,
  { uid, at, ip }: { uid: string; at: Date; ip: string | null },
) {
  return db
    .updateTable('users')
    .set(({ fn, val }) => ({
      lastLogin: at,
      lastLoginIp: ip,
      language: fn.coalesce('language', val(currentLocale())),
    }))
    .where('firebaseUid', '=', uid)
    .returning('users.id')
}

/** Restores an earlier verified address and cancels the pending one. */
export async function restoreEmail(tx: Executor, uid: string, email: string): Promise<void> {
  await tx.updateTable('users').set({ email, pendingEmail: null }).where('firebaseUid', '=', uid).execute()
}

/** Sets an address that an administrator corrected, and cancels a pending one (USR-25). */
export async function correctUserEmail(
  tx: Executor,
  uid: string,
  { email, now }: { email: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ email, pendingEmail: null, emailCorrectedAt: now })
    .where('firebaseUid', '=', uid)
    .execute()
}

/** Saves that the member read of the correction of a moment; not for a member who is banned by now. */
export async function clearEmailCorrection(
  db: Executor,
  userId: number,
  correctedAt: string,
): Promise<{ account: StoredAccount; ban: BanTerms | null }> {
  await db
    .updateTable('users')
    .set({ emailCorrectedAt: null })
    .where('id', '=', userId)
    .where('emailCorrectedAt', '=', correctedAt)
    .where(isNotBanned())
    .execute()
  const { isBanned, bannedReason, bannedReasonEntry, bannedUntil, ...row } = await db
    .selectFrom('users')
    .select([...accountColumns, isBannedNow().as('isBanned'), ...banTermColumns])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    account: { ...row, email: row.email ?? '' },
    ban: isBanned ? { bannedReason, bannedReasonEntry, bannedUntil } : null,
  }
}

/** Replaces the current address with the pending one. False if it is no longer pending. */
export async function applyPendingEmail(tx: Executor, uid: string, email: string): Promise<boolean> {
  const row = await tx
    .updateTable('users')
    .set({ email, pendingEmail: null })
    .where('firebaseUid', '=', uid)
    .where('pendingEmail', '=', email)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Sets the pending address, null for none. False if it is unchanged. */
export async function setPendingEmail(tx: Executor, uid: string, email: string | null): Promise<boolean> {
  const row = await tx
    .updateTable('users')
    .set({ pendingEmail: email })
    .where('firebaseUid', '=', uid)
    .where('pendingEmail', 'is distinct from', email)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Replaces the address (in lower case) and cancels the pending one, unless another user has it. */
export async function replaceEmailUnlessTaken(tx: Executor, uid: string, email: string): Promise<void> {
  await sql`
    update users set email = ${email}, "pendingEmail" = null
    where "firebaseUid" = ${uid} and lower(email) is distinct from ${email}
      and not exists (select from users others where lower(others.email) = ${email})`.execute(tx)
}

/**
 * Clears the address (in lower case) of a Firebase-only member who never verified it, because `uid` verified it at
 * Firebase. Returns that member's uid, null if there is none. The member stays, but must verify an address before
 * the profile counts as complete.
 */
export async function clearUnverifiedEmail(tx: Executor, uid: string, email: string): Promise<string | null> {
  const { rows } = await sql<{ uid: string }>`
    update users set email = null, "pendingEmail" = null, "profileCompleted" = false
    where lower(email) = ${email} and "firebaseUid" <> ${uid}
      and exists (select from outside_identities
        where uid = ${uid} and provider = 'firebase' and email = ${email} and "emailVerified")
      and exists (select from outside_identities where uid = users."firebaseUid")
      and not exists (select from outside_identities where uid = users."firebaseUid" and "emailVerified")
      and not exists (select from identity_users where id = users."firebaseUid")
    returning "firebaseUid" as uid`.execute(tx)
  return rows[0]?.uid ?? null
}

export async function updateMemberRow(
  tx: Executor,
  userId: number,
  fields: { name?: string; email?: string; isAdmin?: boolean; isGardenAngel?: boolean; mayHost?: boolean },
): Promise<void> {
  await tx.updateTable('users').set(fields).where('id', '=', userId).execute()
}

/** Updates a profile; null when the member no longer exists. A completed profile stays completed. */
export async function updateProfile(
  db: Executor,
  userId: number,
  profile: Pick<User, 'name' | 'profilePicture' | 'profileCompleted'>,
): Promise<StoredAccount | null> {
  const { name, profilePicture, profileCompleted } = profile
  const row = await db
    .updateTable('users')
    .set({ name, profilePicture, ...(profileCompleted ? { profileCompleted } : {}) })
    .where('id', '=', userId)
    .returning(accountColumns)
    .executeTakeFirst()
  return row ? { ...row, email: row.email ?? '' } : null
}

/** Saves a member's choices; the caller has locked their row. */
export async function updateChoices(
  tx: Executor,
  userId: number,
  choices: Partial<Pick<User, 'isUnlisted' | 'language'>>,
): Promise<StoredAccount> {
  const row = await tx
    .updateTable('users')
    .set(choices)
    .where('id', '=', userId)
    .returning(accountColumns)
    .executeTakeFirstOrThrow()
  return { ...row, email: row.email ?? '' }
}

/** Saves that a member accepted a version of the terms, unless they accepted a later one. */
export async function updateTermsVersion(
  tx: Executor,
  userId: number,
  version: number,
): Promise<StoredAccount> {
  const row = await tx
    .updateTable('users')
    .set({ termsVersion: sql`greatest("termsVersion", ${version}::integer)` })
    .where('id', '=', userId)
    .returning(accountColumns)
    .executeTakeFirstOrThrow()
  return { ...row, email: row.email ?? '' }
}

interface NewBan {
  userId: number
  reason: string
  /** The reason in all languages, where it is of the community's list. */
  entry: object | null
  /** Null for good; else it ends by itself, by the database's clock. */
  minutes: number | null
  bannedBy: number
  bannedAt: Date
}

/** Bans a member. For a member already banned, changes the reason and the end only. */
export function banMember(tx: Executor, { userId, reason, entry, minutes, bannedBy, bannedAt }: NewBan) {
  return tx
    .updateTable('users')
    .set({
      isBanned: true,
      bannedReason: reason,
      bannedReasonEntry: entry && JSON.stringify(entry),
      bannedUntil:
        minutes === null
          ? null
          : sql`date_trunc('milliseconds', clock_timestamp()) + make_interval(mins => ${minutes})`,
      bannedAt: sql`case when ${isBannedNow()} then "bannedAt" else ${bannedAt}::timestamptz end`,
      bannedBy: sql`case when ${isBannedNow()} then "bannedBy" else ${bannedBy}::integer end`,
    })
    .where('id', '=', userId)
    .returning(banColumns)
    .executeTakeFirstOrThrow()
}

export function unbanMember(tx: Executor, userId: number) {
  return tx
    .updateTable('users')
    .set({
      isBanned: false,
      bannedReason: null,
      bannedReasonEntry: null,
      bannedUntil: null,
      bannedAt: null,
      bannedBy: null,
    })
    .where('id', '=', userId)
    .returning(banColumns)
    .executeTakeFirstOrThrow()
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

/** Erases a member's row except its number, and sets the name to `name`. */
export async function eraseMemberRow(
  tx: Executor,
  userId: number,
  { name, deletedAt }: { name: string; deletedAt: Date },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      name,
      email: null,
      pendingEmail: null,
      firebaseUid: null,
      profilePicture: null,
      isAdmin: false,
      isGardenAngel: false,
      mayHost: false,
      isBanned: false,
      bannedAt: null,
      bannedReason: null,
      bannedReasonEntry: null,
      bannedUntil: null,
      bannedBy: null,
      lastLogin: null,
      lastLoginIp: null,
      profileCompleted: false,
      isUnlisted: false,
      language: null,
      termsVersion: null,
      emailCorrectedAt: null,
      deletedAt,
    })
    .where('id', '=', userId)
    .execute()
}
