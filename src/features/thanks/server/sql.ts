// SQL of thanks: who thanked in which sitting, and how many did.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import type { Thanks } from '../contract.ts'

/** A sitting in its sharing; moments are timestamps of the room clock. */
export interface SharedSitting {
  scheduleId: number
  sharingAt: string
}

/**
 * Records that members thanked in a sharing; banned and deleted ones are left out. Returns how many hadn't thanked
 * before. In the order of their ids, so that two nodes never wait for each other.
 */
export async function insertThanks(
  db: Executor,
  { scheduleId, sharingAt }: SharedSitting,
  { userIds, sentAt }: { userIds: readonly number[]; sentAt: string },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with thanked as (
      insert into sitting_thanks ("scheduleId", "userId", "sentAt")
      select ${scheduleId}::integer, id, ${sentAt}::timestamptz from users
      where id = any(${userIds}::integer[]) and not "isBanned" and "deletedAt" is null
      order by id
      on conflict ("scheduleId", "userId") do update set "sentAt" = excluded."sentAt"
        where sitting_thanks."sentAt" < ${sharingAt}::timestamptz
      returning 1
    )
    select count(*) from thanked`.execute(db)
  return rows[0]?.count ?? 0
}

/** How many members thanked since the sharing has opened, and whether this one did. */
export async function findThanks(
  db: Executor,
  { scheduleId, sharingAt }: SharedSitting,
  userId: number,
): Promise<Thanks> {
  const { rows } = await sql<Thanks>`
    select count(*), coalesce(bool_or("userId" = ${userId}), false) as "hasThanked" from sitting_thanks
    where "scheduleId" = ${scheduleId} and "sentAt" >= ${sharingAt}::timestamptz`.execute(db)
  return rows[0] ?? { count: 0, hasThanked: false }
}

/** How many members thanked since the sharing has opened. */
export async function countThanks(db: Executor, { scheduleId, sharingAt }: SharedSitting): Promise<number> {
  const { count } = await db
    .selectFrom('sitting_thanks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('scheduleId', '=', scheduleId)
    .where('sentAt', '>=', sharingAt)
    .executeTakeFirstOrThrow()
  return count
}

/** Deletes up to `max` thanks from before a moment; returns how many. */
export async function deleteOldThanks(db: Executor, before: Date, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with gone as (
      delete from sitting_thanks where ("scheduleId", "userId") in (
        select "scheduleId", "userId" from sitting_thanks where "sentAt" < ${before}::timestamptz limit ${max}
      )
      returning 1
    )
    select count(*) from gone`.execute(db)
  return rows[0]?.count ?? 0
}

export async function deleteThanksOf(tx: Executor, userId: number): Promise<void> {
  await tx.deleteFrom('sitting_thanks').where('userId', '=', userId).execute()
}

/** The sittings in which a member thanked, for their export: the newest `max`. */
export async function exportThanks(
  tx: Executor,
  userId: number,
  max: number,
): Promise<{ day: string; sentAt: string }[]> {
  return tx
    .selectFrom('sitting_thanks')
    .innerJoin('schedules', 'schedules.id', 'scheduleId')
    .select(['schedules.date as day', 'sentAt'])
    .where('userId', '=', userId)
    .orderBy('sentAt', 'desc')
    .limit(max)
    .execute()
}
