// SQL of thanks.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { isNotBanned } from '#server/db/standing-ban.ts'
import type { Thanks } from '../contract.ts'

/**
 * Records thanks of members in a sitting, except banned and deleted ones. Returns how many are new. Inserts in the
 * order of the ids, so that two nodes can't deadlock.
 */
export async function insertThanks(
  db: Executor,
  sittingId: number,
  { userIds, sentAt }: { userIds: readonly number[]; sentAt: string },
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into sitting_thanks ("sittingId", "userId", "sentAt")
    select ${sittingId}::integer, id, ${sentAt}::timestamptz from users
    where id = any(${userIds}::integer[]) and ${isNotBanned()} and "deletedAt" is null
    order by id
    on conflict ("sittingId", "userId") do nothing`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** How many members thanked in a sitting, and whether this one did. */
export async function findThanks(db: Executor, sittingId: number, userId: number): Promise<Thanks> {
  const { rows } = await sql<Thanks>`
    select count(*), coalesce(bool_or("userId" = ${userId}), false) as "hasThanked" from sitting_thanks
    where "sittingId" = ${sittingId}`.execute(db)
  return rows[0] ?? { count: 0, hasThanked: false }
}

/** How many members thanked in a sitting. */
export async function countThanks(db: Executor, sittingId: number): Promise<number> {
  const { count } = await db
    .selectFrom('sitting_thanks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('sittingId', '=', sittingId)
    .executeTakeFirstOrThrow()
  return count
}

/** How many members thanked, by sitting; none of a sitting without thanks. */
export async function countThanksOf(
  db: Executor,
  sittingIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (sittingIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('sitting_thanks')
    .select(({ fn }) => ['sittingId', fn.countAll<number>().as('count')])
    .where('sittingId', 'in', sittingIds)
    .groupBy('sittingId')
    .execute()
  return new Map(rows.map(({ sittingId, count }) => [sittingId, count]))
}

/** Deletes up to `max` thanks from before a moment; returns how many. */
export async function deleteOldThanks(db: Executor, before: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from sitting_thanks where ("sittingId", "userId") in (
      select "sittingId", "userId" from sitting_thanks where "sentAt" < ${before}::timestamptz limit ${max}
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}
