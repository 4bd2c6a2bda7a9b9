// SQL of bans: their state, their number, and the roles that decide about them.
import type { User } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { isBannedNow } from '#server/db/standing-ban.ts'
import type { Ban } from '../../contract.ts'

/** A member's roles, without a row lock; null for an erased account. */
export async function findRoles(
  db: Executor,
  userId: number,
): Promise<Pick<User, 'id' | 'isAdmin' | 'isGardenAngel'> | null> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'isAdmin', 'isGardenAngel'])
    .where('id', '=', userId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** A member's ban state. */
export function findBan(tx: Executor, userId: number): Promise<Ban> {
  return tx
    .selectFrom('users')
    .select(['id', 'name', isBannedNow().as('isBanned'), 'bannedAt', 'bannedReason', 'bannedUntil'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
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
