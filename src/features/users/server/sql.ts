// The SQL of people as moderators and administrators see them.
import { sql } from 'kysely'
import type { Executor } from '#server/db.ts'
import type { Ban } from '../contract.ts'

const heldColumns = [
  'id',
  'firebaseUid as uid',
  'isBanned',
  'bannedReason',
  'profileCompleted',
  'isAdmin',
  'isGardenAngel',
] as const

/** A member as they are for as long as the transaction holds their row. */
export interface HeldMember {
  id: number
  uid: string | null
  isBanned: boolean
  bannedReason: string | null
  profileCompleted: boolean
  isAdmin: boolean
  isGardenAngel: boolean
}

/** A member's role and ban; others can't change their row until the transaction ends, but hold it as well. */
export async function holdMember(tx: Executor, userId: number): Promise<HeldMember | null> {
  const row = await tx
    .selectFrom('users')
    .select(heldColumns)
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirst()
  return row ?? null
}

/** The same of several, by id, and nobody else may hold them: whoever writes for one of them is waited for. */
export async function holdMembersAlone(
  tx: Executor,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, HeldMember>> {
  const rows = await tx
    .selectFrom('users')
    .select(heldColumns)
    .where('id', 'in', userIds)
    // One order for everybody, so that two who hold the same people never wait for each other.
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
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
export async function endSessionsByBan(tx: Executor, uid: string, now: Date): Promise<void> {
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
