// SQL that erases a member's chat data.
import type { Executor } from '#server/db/database.ts'

/** A message and the day of its room. */
export interface MessageOfDay {
  id: number
  sessionDate: string
}

/** Deletes a member's messages with their likes; returns the visible ones from `since` on. */
export async function deleteMemberMessages(
  tx: Executor,
  userId: number,
  since: string,
): Promise<MessageOfDay[]> {
  const visible = await tx
    .selectFrom('chat_messages')
    .select(['id', 'sessionDate'])
    .where('userId', '=', userId)
    .where('sessionDate', '>=', since)
    .where('deletedAt', 'is', null)
    .execute()
  await tx.deleteFrom('chat_messages').where('userId', '=', userId).execute()
  return visible
}

/** Deletes a member's likes; returns the visible messages from `since` on that lost one. */
export async function deleteMemberLikes(
  tx: Executor,
  userId: number,
  since: string,
): Promise<MessageOfDay[]> {
  const liked = await tx
    .selectFrom('message_likes')
    .innerJoin('chat_messages as chat', 'chat.id', 'message_likes.messageId')
    .select(['chat.id', 'chat.sessionDate'])
    .where('message_likes.userId', '=', userId)
    .where('chat.sessionDate', '>=', since)
    .where('chat.deletedAt', 'is', null)
    .execute()
  await tx.deleteFrom('message_likes').where('userId', '=', userId).execute()
  return liked
}
