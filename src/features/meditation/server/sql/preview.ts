// SQL of the preview: the next day with a meditation, and how many members sat.
import type { Executor } from '#server/db/database.ts'

/** The first day after `day` with an active meditation; null if none is scheduled. */
export async function nextScheduledDay(db: Executor, day: string): Promise<string | null> {
  const row = await db
    .selectFrom('schedules')
    .select('date')
    .where('isActive', '=', true)
    .where('date', '>', day)
    .orderBy('date')
    .limit(1)
    .executeTakeFirst()
  return row?.date ?? null
}

/** The number of members with time on a day. */
export async function countMembersWithTime(db: Executor, day: string): Promise<number> {
  const { count } = await db
    .selectFrom('meditation_sessions')
    .select((select) => select.fn.count<number>('userId').distinct().as('count'))
    .where('sessionDate', '=', day)
    .where('duration', '>', 0)
    .executeTakeFirstOrThrow()
  return Number(count)
}
