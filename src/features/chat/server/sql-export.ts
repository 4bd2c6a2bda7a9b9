// SQL of a member's own chat export.
import type { Executor } from '#server/db/database.ts'

/** A member's own messages, newest first, including deleted ones until retention removes them. */
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

/** The messages a member likes and since when, newest first; without the text, which belongs to its author. */
export function exportLikes(db: Executor, userId: number, max: number) {
  return db
    .selectFrom('message_likes')
    .select(['messageId', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .limit(max)
    .execute()
}
