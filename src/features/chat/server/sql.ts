// The SQL of the chat.
import { sql } from 'kysely'
import type { Executor } from '#server/db.ts'
import type { ChatMessage } from '../contract.ts'

interface NewMessage {
  userId: number
  message: string
  timestamp: Date
  sessionDate: string
  clientMessageId: string | null
}

interface MessageRow {
  id: number
  message: string
  timestamp: string
  clientMessageId: string | null
  userId: number
  name: string
  profilePicture: string | null
  isGardenAngel: boolean
  likes: number
}

/** What became of a send: stored now, stored by an earlier one, or stored and deleted since. */
interface StoredMessage {
  message: ChatMessage
  state: 'new' | 'known' | 'deleted'
  /** In whose day's room: a repeated send may come after midnight. */
  day: string
}

/**
 * Stores a message in one statement, unless its author is banned or gone (I11): the author's row is held until then, so
 * a ban comes wholly before or wholly after. A send that is stored already answers what is stored (I14), and one
 * that was deleted since stays deleted. Null when nothing was stored.
 */
export async function insertMessageUnlessBanned(
  db: Executor,
  { userId, message, timestamp, sessionDate, clientMessageId }: NewMessage,
): Promise<StoredMessage | null> {
  // xmax is 0 in a row that this statement made, and not in one that it met and touched.
  const { rows } = await sql<MessageRow & Pick<StoredMessage, 'state' | 'day'>>`
    with author as (
      select id, name, "profilePicture", "isGardenAngel" from users
      where id = ${userId} and not "isBanned" and "deletedAt" is null for key share
    ), stored as (
      insert into chat_messages ("userId", message, "timestamp", "sessionDate", "clientMessageId")
      select id, ${message}::text, ${timestamp}::timestamptz, ${sessionDate}::date, ${clientMessageId}::text
      from author
      on conflict ("userId", "clientMessageId")
        do update set "clientMessageId" = excluded."clientMessageId"
      returning *,
        case when xmax = 0 then 'new' when "deletedAt" is null then 'known' else 'deleted' end as state
    )
    select stored.id, stored.message, stored."timestamp", stored."clientMessageId", stored.state, stored."sessionDate" as day,
      (select count(*) from message_likes where "messageId" = stored.id) as likes, author.id as "userId", author.name, author."profilePicture", author."isGardenAngel"
    from stored, author`.execute(db)
  const [row] = rows
  return row ? { message: toChatMessage(row), state: row.state, day: row.day } : null
}

/** Stores a message that was said by itself: of the demo, with no page that waits for it. */
export async function insertMessage(
  db: Executor,
  message: Omit<NewMessage, 'clientMessageId'>,
): Promise<void> {
  await db.insertInto('chat_messages').values(message).execute()
}

/** Why a user is banned; empty when they aren't, or aren't there any more. */
export async function banReason(db: Executor, userId: number): Promise<string> {
  const row = await db
    .selectFrom('users')
    .select('bannedReason')
    .where('id', '=', userId)
    .where('isBanned', '=', true)
    .executeTakeFirst()
  return row?.bannedReason ?? ''
}

/** The latest messages of a day that aren't deleted, oldest first. */
export async function latestMessages(db: Executor, day: string, limit: number): Promise<ChatMessage[]> {
  const rows = await db
    .selectFrom('chat_messages as chat')
    .innerJoin('users as author', 'author.id', 'chat.userId')
    .select([
      'chat.id',
      'chat.message',
      'chat.timestamp',
      'chat.clientMessageId',
      'author.id as userId',
      'author.name',
      'author.profilePicture',
      'author.isGardenAngel',
      sql<number>`(select count(*) from message_likes where "messageId" = chat.id)`.as('likes'),
    ])
    .where('chat.sessionDate', '=', day)
    .where('chat.deletedAt', 'is', null)
    .orderBy('chat.timestamp', 'desc')
    .orderBy('chat.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toChatMessage).toReversed()
}

/** The day of a message; null when there is none any more. */
export async function dayOfMessage(db: Executor, messageId: number): Promise<string | null> {
  const row = await selectDayOfMessage(db, messageId).executeTakeFirst()
  return row?.sessionDate ?? null
}

/** The same of a message that stays until the transaction ends, also when its author is erased meanwhile. */
export async function lockDayOfMessageForKeyShare(tx: Executor, messageId: number): Promise<string | null> {
  const row = await selectDayOfMessage(tx, messageId).forKeyShare().executeTakeFirst()
  return row?.sessionDate ?? null
}

function selectDayOfMessage(db: Executor, messageId: number) {
  return db
    .selectFrom('chat_messages')
    .select('sessionDate')
    .where('id', '=', messageId)
    .where('deletedAt', 'is', null)
}

/** Deletes a message; whose it was and its day, or null when there was none any more. */
export async function deleteMessage(
  db: Executor,
  messageId: number,
  deletion: { deletedAt: Date; deletedBy: number },
): Promise<{ userId: number; sessionDate: string } | null> {
  const row = await db
    .updateTable('chat_messages')
    .set(deletion)
    .where('id', '=', messageId)
    .where('deletedAt', 'is', null)
    .returning(['userId', 'sessionDate'])
    .executeTakeFirst()
  return row ?? null
}

export interface Like {
  messageId: number
  userId: number
  createdAt: Date
}

/**
 * The version of a change of a like, from the sequence of the likes' ids. In `returning`, so that it is taken after the
 * row is locked: versions of one like grow in the order in which its changes are committed.
 */
const version = sql<number>`nextval(pg_get_serial_sequence('message_likes', 'id'))`.as('version')

/** Likes, and answers with the version of the change; null when the member liked the message before. */
export async function insertLike(db: Executor, like: Like): Promise<number | null> {
  const row = await db
    .insertInto('message_likes')
    .values(like)
    .onConflict((conflict) => conflict.columns(['messageId', 'userId']).doNothing())
    .returning(version)
    .executeTakeFirst()
  return row?.version ?? null
}

/** Un-likes, and answers with the version of the change; null when the member didn't like the message. */
export async function deleteLike(db: Executor, { messageId, userId }: Like): Promise<number | null> {
  const row = await db
    .deleteFrom('message_likes')
    .where('messageId', '=', messageId)
    .where('userId', '=', userId)
    .returning(version)
    .executeTakeFirst()
  return row?.version ?? null
}

/** How many like each of these messages, as far as they aren't deleted. */
export function countLikesByMessage(
  db: Executor,
  messageIds: readonly number[],
): Promise<{ messageId: number; likes: number }[]> {
  return db
    .selectFrom('chat_messages as chat')
    .leftJoin('message_likes as liked', 'liked.messageId', 'chat.id')
    .select(({ fn }) => ['chat.id as messageId', fn.count<number>('liked.id').as('likes')])
    .where('chat.id', 'in', messageIds)
    .where('chat.deletedAt', 'is', null)
    .groupBy('chat.id')
    .execute()
}

/** The messages that a member likes and that aren't deleted, the one liked last first. */
export async function messagesLikedBy(db: Executor, userId: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('message_likes as liked')
    .innerJoin('chat_messages as chat', 'chat.id', 'liked.messageId')
    .select('liked.messageId')
    .where('liked.userId', '=', userId)
    .where('chat.deletedAt', 'is', null)
    .orderBy('liked.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ messageId }) => messageId)
}

function toChatMessage(row: MessageRow): ChatMessage {
  const { id, message, timestamp, userId, name, profilePicture, isGardenAngel, likes, clientMessageId } = row
  return {
    id,
    message,
    timestamp,
    user: { id: userId, name, profilePicture, isGardenAngel },
    likes,
    ...(clientMessageId === null ? {} : { clientMessageId }),
  }
}
