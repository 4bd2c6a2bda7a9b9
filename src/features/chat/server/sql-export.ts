// The SQL of what a member said and liked, for themselves.
import type { Executor } from '#server/db.ts'

/** A member's own messages, the newest first. A deleted one is among them for as long as it is kept. */
export function exportMessages(db: Executor, userId: number, max: number) {
  return db
    .selectFrom('chat_messages')
    .select(['id', 'sessionDate', 'timestamp', 'message', 'deletedAt'])
    .where('userId', '=', userId)
    .orderBy('timestamp', 'desc')
    .orderBy('id', 'desc')
    .limit(max)
    .execute()
}

/** Which messages a member likes since when, the newest first; what they say is for others to tell. */
export function exportLikes(db: Executor, userId: number, max: number) {
  return db
    .selectFrom('message_likes')
    .select(['messageId', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .limit(max)
    .execute()
}
