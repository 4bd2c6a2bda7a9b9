// The SQL of people as moderators and administrators see them.
import { sql } from 'kysely'
import type { Executor } from '#server/db.ts'
import type { Ban } from '../contract.ts'

const lockedColumns = [
  'id',
  'name',
  'firebaseUid as uid',
  'isBanned',
  'bannedReason',
  'profileCompleted',
  'isAdmin',
  'isGardenAngel',
  'deletedAt',
] as const

/** A member as they are for as long as the transaction holds their row. */
export interface LockedMember {
  id: number
  name: string
  uid: string | null
  isBanned: boolean
  bannedReason: string | null
  profileCompleted: boolean
  isAdmin: boolean
  isGardenAngel: boolean
  /** When the account was erased; null while it is somebody's. */
  deletedAt: string | null
}

/** A member's roles, without holding their row; null once the account is erased. */
export async function findRoles(
  db: Executor,
  userId: number,
): Promise<Pick<LockedMember, 'id' | 'isAdmin' | 'isGardenAngel'> | null> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'isAdmin', 'isGardenAngel'])
    .where('id', '=', userId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/**
 * A member's role and ban, which stay until the transaction ends; others may hold the row as well, and count points
 * at it: with a lock that stood in the way of that, two of one member's writes would wait for each other. Null once
 * the account is erased.
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
 * The same of several, by id, and nobody else may hold them: whoever writes for one of them is waited for. Whose
 * account is erased is left out.
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
 * The same of several, by id, the erased ones too. Nobody else changes or holds them this way or alone meanwhile; what
 * they write themselves, by {@link lockMemberShared}, waits for nobody.
 */
export async function lockMembersForNoKeyUpdate(
  tx: Executor,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, LockedMember>> {
  return indexById(await selectMembersInOrder(tx, userIds).forNoKeyUpdate().execute())
}

/** One order for everybody, so that two who hold the same people never wait for each other. */
function selectMembersInOrder(tx: Executor, userIds: readonly number[]) {
  return tx.selectFrom('users').select(lockedColumns).where('id', 'in', userIds).orderBy('id')
}

function indexById(rows: readonly LockedMember[]): ReadonlyMap<number, LockedMember> {
  return new Map(rows.map((row) => [row.id, row]))
}

interface NewBan {
  userId: number
  reason: string
  bannedBy: number
  bannedAt: Date
}

/** Bans; somebody who is banned already stays so since when and by whom it was, with the new reason. */
export function banMember(tx: Executor, { userId, reason, bannedBy, bannedAt }: NewBan): Promise<Ban> {
  return tx
    .updateTable('users')
    .set({
      isBanned: true,
      bannedReason: reason,
      bannedAt: sql`case when "isBanned" then "bannedAt" else ${bannedAt}::timestamptz end`,
      bannedBy: sql`case when "isBanned" then "bannedBy" else ${bannedBy}::integer end`,
    })
    .where('id', '=', userId)
    .returning(['id', 'name', 'isBanned', 'bannedAt', 'bannedReason'])
    .executeTakeFirstOrThrow()
}

/** Marks the open sessions of an identity as ended by a ban (AUTH-24). */
export async function revokeSessionsByBan(tx: Executor, uid: string, now: Date): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ revokedAt: now, revokedBy: 'ban' })
    .where('uid', '=', uid)
    .where('revokedAt', 'is', null)
    .execute()
}

/** How many people are banned now whom somebody banned after a moment. */
export async function countBansBy(tx: Executor, bannedBy: number, since: string): Promise<number> {
  const { count } = await tx
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('bannedBy', '=', bannedBy)
    .where('bannedAt', '>', since)
    .executeTakeFirstOrThrow()
  return count
}
