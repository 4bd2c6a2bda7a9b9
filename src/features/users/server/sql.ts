// SQL of members for moderation: row locks, bans and session revocation.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
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

/** A member's state while the transaction locks their row. */
export interface LockedMember {
  id: number
  name: string
  uid: string | null
  isBanned: boolean
  bannedReason: string | null
  profileCompleted: boolean
  isAdmin: boolean
  isGardenAngel: boolean
  /** When the account was erased; null for an active account. */
  deletedAt: string | null
}

/** A member's roles, without a row lock; null for an erased account. */
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
 * Locks a member's row with `for key share`: role and ban stay until the transaction ends. Other holders of the
 * lock and updates of points aren't blocked; a stronger lock would make two writes of one member wait for each
 * other. Returns null for an erased account.
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

interface NewBan {
  userId: number
  reason: string
  bannedBy: number
  bannedAt: Date
}

/** Bans a member. For a member already banned, changes the reason only. */
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

/** Revokes the open sessions of an identity because of a ban (AUTH-24). */
export async function revokeSessionsByBan(tx: Executor, uid: string, now: Date): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ revokedAt: now, revokedBy: 'ban' })
    .where('uid', '=', uid)
    .where('revokedAt', 'is', null)
    .execute()
}

/** The number of currently banned members that `bannedBy` banned after `since`. */
export async function countBansBy(tx: Executor, bannedBy: number, since: string): Promise<number> {
  const { count } = await tx
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('bannedBy', '=', bannedBy)
    .where('bannedAt', '>', since)
    .executeTakeFirstOrThrow()
  return count
}
