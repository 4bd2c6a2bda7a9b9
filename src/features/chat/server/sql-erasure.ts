// The SQL that takes a member out of the chat.
import type { Executor } from '#server/db.ts'

/** A message, and the day whose room shows it. */
export interface MessageOfDay {
  id: number
  sessionDate: string
}

/** Removes what a member has said, with its likes; answers what of it was to be seen in rooms from a day on. */
export async function deleteMemberMessages(
  tx: Executor,
  userId: number,
  since: string,
): Promise<MessageOfDay[]> {
  const shown = await tx
    .selectFrom('chat_messages')
    .select(['id', 'sessionDate'])
    .where('userId', '=', userId)
    .where('sessionDate', '>=', since)
    .where('deletedAt', 'is', null)
    .execute()
  await tx.deleteFrom('chat_messages').where('userId', '=', userId).execute()
  return shown
}

/** Removes a member's likes; answers which messages of the days since then they were for. */
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
