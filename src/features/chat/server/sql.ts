// SQL of the chat.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
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

/** Result of a send: stored now, stored by an earlier send, or stored and deleted since. */
interface StoredMessage {
  message: ChatMessage
  state: 'new' | 'known' | 'deleted'
  /** The day of the stored message's room: a repeated send may arrive after midnight. */
  day: string
}

/**
 * Stores a message in one statement, unless its author is banned or gone (I11). The author's row is locked, so a
 * ban takes effect wholly before or wholly after. A repeated send returns the stored message (I14); one that was
 * deleted since stays deleted. Returns null when nothing was stored.
 */
export async function insertMessageUnlessBanned(
  db: Executor,
  { userId, message, timestamp, sessionDate, clientMessageId }: NewMessage,
): Promise<StoredMessage | null> {
  // xmax is 0 in a row that this statement inserted, and nonzero in one that it found and updated.
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

/** Stores a message of the demo, which has no client waiting for it. */
export async function insertMessage(
  db: Executor,
  message: Omit<NewMessage, 'clientMessageId'>,
): Promise<void> {
  await db.insertInto('chat_messages').values(message).execute()
}

/** The reason of a user's ban; empty when the user isn't banned or doesn't exist. */
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

/** The day of a message; null when it doesn't exist. */
export async function dayOfMessage(db: Executor, messageId: number): Promise<string | null> {
  const row = await selectDayOfMessage(db, messageId).executeTakeFirst()
  return row?.sessionDate ?? null
}

/**
 * Like `dayOfMessage`, and locks the message until the transaction ends, even if its author is erased meanwhile.
 */
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

/** Soft-deletes a message; returns its author and day, or null when it doesn't exist. */
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
 * The version of a like change, from the id sequence of the likes. It is taken in `returning`, after the row lock.
 * The versions of one like therefore grow in commit order.
 */
const version = sql<number>`nextval(pg_get_serial_sequence('message_likes', 'id'))`.as('version')

/** Inserts a like and returns the version of the change; null when the member already liked the message. */
export async function insertLike(db: Executor, like: Like): Promise<number | null> {
  const row = await db
    .insertInto('message_likes')
    .values(like)
    .onConflict((conflict) => conflict.columns(['messageId', 'userId']).doNothing())
    .returning(version)
    .executeTakeFirst()
  return row?.version ?? null
}

/** Deletes a like and returns the version of the change; null when the member didn't like the message. */
export async function deleteLike(db: Executor, { messageId, userId }: Like): Promise<number | null> {
  const row = await db
    .deleteFrom('message_likes')
    .where('messageId', '=', messageId)
    .where('userId', '=', userId)
    .returning(version)
    .executeTakeFirst()
  return row?.version ?? null
}

/** Like counts of those messages that aren't deleted. */
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

/** Messages that a member likes and that aren't deleted, most recently liked first. */
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
