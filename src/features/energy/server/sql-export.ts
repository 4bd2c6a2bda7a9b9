// The SQL of a member's whole diary, for themselves.
import type { Executor } from '#server/db.ts'

/** Every entry, also those that later ones of their day have replaced, the newest first. */
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
