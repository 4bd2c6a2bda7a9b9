// SQL of single members: row locks, administrator roles, time adjustments and export.
import { sql } from 'kysely'
import { confirmedEmail } from '#features/auth/server/service.ts'
import type { Executor } from '#server/db/database.ts'
import { isBannedNow, isNotBanned } from '#server/db/standing-ban.ts'
import { advisoryLockKeys } from '#server/postgres/advisory-locks.ts'
import type { DecisionReason } from '#shared/decision-reasons.ts'
import type { Language } from '#shared/i18n/t.ts'

const lockedColumns = [
  'id',
  'name',
  'firebaseUid as uid',
  isBannedNow().as('isBanned'),
  'bannedReason',
  'bannedReasonEntry',
  'bannedUntil',
  'profileCompleted',
  'isAdmin',
  'isGardenAngel',
  'mayHost',
  'deletedAt',
] as const

/** A member's state while the transaction locks their row. */
export interface LockedMember {
  id: number
  name: string
  uid: string | null
  isBanned: boolean
  bannedReason: string | null
  bannedReasonEntry: DecisionReason | null
  bannedUntil: string | null
  profileCompleted: boolean
  isAdmin: boolean
  isGardenAngel: boolean
  mayHost: boolean
  /** When the account was erased; null for an active account. */
  deletedAt: string | null
}

/**
 * Locks a member's row with `for key share`: role and ban stay until the transaction ends. Other holders of the lock
 * and updates of points aren't blocked. A stronger lock would make two writes of one member wait for each other.
 * Returns null for an erased account.
 */
export async function lockMemberShared(tx: Executor, userId: number): Promise<LockedMember | null> {
  const row = await tx
    .selectFrom('users')
    .select(lockedColumns)
    .where('id', '=', userId)
    .where('deletedAt', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  return row ?? null
}

/**
 * Locks members exclusively, by id; waits for every transaction that writes for one of them. Skips erased
 * accounts.
 */
export async function lockMembersForUpdate(
  tx: Executor,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, LockedMember>> {
  return indexById(
    await selectMembersInOrder(tx, userIds).where('deletedAt', 'is', null).forUpdate().execute(),
  )
}

/**
 * Locks members with `for no key update`, by id, erased ones included. It conflicts with itself and with {@link
 * lockMembersForUpdate}, not with {@link lockMemberShared}.
 */
export async function lockMembersForNoKeyUpdate(
  tx: Executor,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, LockedMember>> {
  return indexById(await selectMembersInOrder(tx, userIds).forNoKeyUpdate().execute())
}

/** A fixed lock order by id prevents deadlocks. */
function selectMembersInOrder(tx: Executor, userIds: readonly number[]) {
  return tx.selectFrom('users').select(lockedColumns).where('id', 'in', userIds).orderBy('id')
}

function indexById(rows: readonly LockedMember[]): ReadonlyMap<number, LockedMember> {
  return new Map(rows.map((row) => [row.id, row]))
}

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
    .where(isNotBanned())
    .where('profileCompleted', '=', true)
    .where('deletedAt', 'is', null)
    .where('id', '!=', userId)
    .executeTakeFirstOrThrow()
  return count
}

const emailConstraints: readonly unknown[] = ['users_email_unique', 'identity_users_email_key']

/** Whether a change failed because another member has the email address, or signs in with it. */
export function isEmailUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && emailConstraints.includes(error.constraint)
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
  /** The address that they have proved to be theirs. */
  confirmedEmail: string | null
} | null> {
  const row = await tx
    .selectFrom('users')
    .select(['firebaseUid as uid', 'profilePicture', 'email', 'pendingEmail'])
    .select(confirmedEmail(sql.ref('users.id')).as('confirmedEmail'))
    .where('id', '=', userId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

export async function deleteTimeAdjustments(tx: Executor, userId: number): Promise<void> {
  await tx.deleteFrom('time_adjustments').where('userId', '=', userId).execute()
}

export interface MemberRecord {
  id: number
  uid: string | null
  name: string
  email: string | null
  pendingEmail: string | null
  profilePicture: string | null
  isAdmin: boolean
  isGardenAngel: boolean
  mayHost: boolean
  profileCompleted: boolean
  isUnlisted: boolean
  language: Language | null
  quantumLovePoints: number
  createdAt: string
  lastLogin: string | null
  lastLoginIp: string | null
}

export async function findMemberRecord(db: Executor, userId: number): Promise<MemberRecord> {
  return db
    .selectFrom('users')
    .select(['id', 'firebaseUid as uid', 'name', 'email', 'pendingEmail', 'profilePicture'])
    .select([
      'isAdmin',
      'isGardenAngel',
      'mayHost',
      'profileCompleted',
      'isUnlisted',
      'quantumLovePoints',
      'createdAt',
    ])
    .select(['language', 'lastLogin', 'lastLoginIp'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** A member's total time in whole minutes, adjustments included. */
export async function findTotalMinutes(db: Executor, userId: number): Promise<number> {
  const row = await db
    .selectFrom('member_times')
    .select('minutes')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row?.minutes ?? 0
}

/** A member's time adjustments by administrators in minutes, newest first. */
export function listTimeAdjustments(db: Executor, userId: number) {
  return db
    .selectFrom('time_adjustments')
    .select(['minutes', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .execute()
}

/** The number of members whose sort keys or time differ from the source tables (I25). */
export async function countInconsistentMembers(db: Executor): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from members_astray`.execute(db)
  return rows[0]?.count ?? 0
}
