// SQL of the community's time, without samples and deleted members.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'

interface Totals {
  members: number
  /** Seconds of all sessions. */
  seconds: number
  /** Adjustments in minutes. */
  adjusted: number
}

export function sumMemberTotals(db: Executor): Promise<Totals> {
  return db
    .selectFrom('member_times')
    .select(({ fn }) => [
      fn.countAll<number>().as('members'),
      sql<number>`coalesce(sum(seconds), 0)`.as('seconds'),
      sql<number>`coalesce(sum(adjusted), 0)`.as('adjusted'),
    ])
    .executeTakeFirstOrThrow()
}

/** The number of days with a session, by one index lookup per day. */
export async function countDaysWithSessions(db: Executor): Promise<number> {
  const { rows } = await sql<{ days: number }>`
    with recursive days as (
      (select "sessionDate" from meditation_sessions where not "isSample" order by 1 limit 1)
      union all
      select (
        select later."sessionDate" from meditation_sessions later
        where not later."isSample" and later."sessionDate" > days."sessionDate" order by 1 limit 1
      ) from days where days."sessionDate" is not null
    )
    select count("sessionDate") as days from days`.execute(db)
  return rows[0]?.days ?? 0
}

/** The seconds of all sessions since `day`, inclusive. */
export async function sumSecondsSince(db: Executor, day: string): Promise<number> {
  const { seconds } = await db
    .selectFrom('meditation_sessions')
    .select(sql<number>`coalesce(sum(duration), 0)`.as('seconds'))
    .where('isSample', '=', sql.lit(false))
    .where('sessionDate', '>=', day)
    .executeTakeFirstOrThrow()
  return seconds
}

/** Members with the most minutes, descending; without members who have none. */
export function listTopMembers(
  db: Executor,
  limit: number,
): Promise<{ id: number; name: string; totalTimeSpent: number }[]> {
  return db
    .selectFrom('member_times as times')
    .innerJoin('users', 'users.id', 'times.userId')
    .select(['users.id', 'users.name', 'times.minutes as totalTimeSpent'])
    .where('times.minutes', '>', 0)
    .orderBy('times.minutes', 'desc')
    .orderBy('times.userId', 'desc')
    .limit(limit)
    .execute()
}
