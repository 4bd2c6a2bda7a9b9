// SQL of who has a page of the room before them.
import type { Executor } from '#server/db/database.ts'
import { addDays, msToTimestamp } from '#shared/day.ts'

/** Pages report to a visit of today or yesterday. The bound lets the index by day find the few rows. */
const visitDaysMax = 7

/** Those of the members who had a page of the room visible, or a seat, after a moment, as their reports say. */
export async function selectVisibleMembers(
  db: Executor,
  { userIds, since }: { userIds: readonly number[]; since: Date },
): Promise<number[]> {
  if (userIds.length === 0) return []
  const firstDay = addDays(since.toISOString().slice(0, 10), -visitDaysMax)
  const rows = await db
    .selectFrom('meditation_sessions')
    .select('userId')
    .distinct()
    .where('userId', 'in', userIds)
    .where('sessionDate', '>=', firstDay)
    .where('visibleAt', '>', msToTimestamp(since.getTime()))
    .execute()
  return rows.map(({ userId }) => userId)
}
