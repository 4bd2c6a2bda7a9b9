// SQL of a member's own energy export.
import type { Executor } from '#server/db/database.ts'

/** All entries, newest first, including those that a later entry of the day replaced. */
export function exportEntries(db: Executor, userId: number, max: number) {
  return db
    .selectFrom('mood_entries')
    .select(['id', 'sessionDate', 'moodType', 'emotionLevel', 'comment', 'createdAt', 'isSample'])
    .where('userId', '=', userId)
    .orderBy('sessionDate', 'desc')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(max)
    .execute()
}
