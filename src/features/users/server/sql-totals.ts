// The SQL of the community's time: samples count nowhere in it, and who is deleted neither.
import { sql } from 'kysely'
import type { Executor } from '#server/db.ts'

interface Totals {
  members: number
  /** Of all sessions. */
  seconds: number
  /** Minutes. */
  adjusted: number
}

/** How many members there are, and the time of all of them. */
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

/** The number of days on which anybody had a session: one look into the index for each. */
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

/** The seconds of all sessions from a day on. */
export async function sumSecondsSince(db: Executor, day: string): Promise<number> {
  const { seconds } = await db
    .selectFrom('meditation_sessions')
    .select(sql<number>`coalesce(sum(duration), 0)`.as('seconds'))
    .where('isSample', '=', sql.lit(false))
    .where('sessionDate', '>=', day)
    .executeTakeFirstOrThrow()
  return seconds
}

/** Who has the most minutes, the most first; nobody without any. */
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
