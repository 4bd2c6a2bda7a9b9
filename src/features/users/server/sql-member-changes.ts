// SQL of member changes by administrators.
import { sql } from 'kysely'
import { advisoryLockKeys } from '#server/db/advisory-locks.ts'
import type { Executor } from '#server/db/database.ts'
import type { Ban } from '../contract.ts'

/** Blocks concurrent removals of administrator roles until the transaction ends (I19). */
export async function lockAdminRoles(tx: Executor): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLockKeys.adminRoles})`.execute(tx)
}

/** The number of other members who can administer the community now. */
export async function countOtherAdmins(tx: Executor, userId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('isAdmin', '=', sql.lit(true))
    .where('isBanned', '=', false)
    .where('profileCompleted', '=', true)
    .where('deletedAt', 'is', null)
    .where('id', '!=', userId)
    .executeTakeFirstOrThrow()
  return count
}

export async function updateMemberRow(
  tx: Executor,
  userId: number,
  fields: { name?: string; email?: string; isAdmin?: boolean; isGardenAngel?: boolean },
): Promise<void> {
  await tx.updateTable('users').set(fields).where('id', '=', userId).execute()
}

/** Whether a change failed because another member has the email address. */
export function isEmailUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'users_email_unique'
}

export function unbanMember(tx: Executor, userId: number): Promise<Ban> {
  return tx
    .updateTable('users')
    .set({ isBanned: false, bannedReason: null, bannedAt: null, bannedBy: null })
    .where('id', '=', userId)
    .returning(['id', 'name', 'isBanned', 'bannedAt', 'bannedReason'])
    .executeTakeFirstOrThrow()
}

/** A member's ban state. */
export function findBan(tx: Executor, userId: number): Promise<Ban> {
  return tx
    .selectFrom('users')
    .select(['id', 'name', 'isBanned', 'bannedAt', 'bannedReason'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** Adds an adjustment to a member's session time, in minutes; negative to subtract (USR-19). */
export async function insertTimeAdjustment(
  tx: Executor,
  adjustment: { userId: number; minutes: number; adjustedBy: number; createdAt: Date },
): Promise<void> {
  await tx.insertInto('time_adjustments').values(adjustment).execute()
}

/** An account's provider identity, picture and email addresses; null when the account is erased. */
export async function findAccountIdentifiers(
  tx: Executor,
  userId: number,
): Promise<{
  uid: string | null
  profilePicture: string | null
  email: string | null
  pendingEmail: string | null
} | null> {
  const row = await tx
    .selectFrom('users')
    .select(['firebaseUid as uid', 'profilePicture', 'email', 'pendingEmail'])
    .where('id', '=', userId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return row ?? null
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
      isBanned: false,
      bannedAt: null,
      bannedReason: null,
      bannedBy: null,
      lastLogin: null,
      lastLoginIp: null,
      profileCompleted: false,
      deletedAt,
    })
    .where('id', '=', userId)
    .execute()
  await tx.deleteFrom('time_adjustments').where('userId', '=', userId).execute()
}
