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
}

/**
 * Stores a message in one statement, unless its author is banned (I11): the author's row is held until then, so
 * a ban comes wholly before or wholly after. A send that is stored already answers what is stored, with `isNew`
 * false (I14). Null when nothing was stored.
 */
export async function insertUnlessBanned(
  db: Executor,
  { userId, message, timestamp, sessionDate, clientMessageId }: NewMessage,
): Promise<{ message: ChatMessage; isNew: boolean } | null> {
  // xmax is 0 in a row that this statement made, and not in one that it met and touched.
  const { rows } = await sql<MessageRow & { isNew: boolean }>`
    with author as (
      select id, name, "profilePicture", "isGardenAngel" from users
      where id = ${userId} and not "isBanned" for share
    ), stored as (
      insert into chat_messages ("userId", message, "timestamp", "sessionDate", "clientMessageId")
      select id, ${message}::text, ${timestamp}::timestamptz, ${sessionDate}::date, ${clientMessageId}::text
      from author
      on conflict ("userId", "clientMessageId")
        do update set "clientMessageId" = excluded."clientMessageId"
      returning *, xmax = 0 as "isNew"
    )
    select stored.id, stored.message, stored."timestamp", stored."clientMessageId", stored."isNew",
      author.id as "userId", author.name, author."profilePicture", author."isGardenAngel"
    from stored, author`.execute(db)
  const [row] = rows
  return row ? { message: messageOf(row), isNew: row.isNew } : null
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

/** The latest messages of a day, oldest first. */
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
    ])
    .where('chat.sessionDate', '=', day)
    .orderBy('chat.timestamp', 'desc')
    .orderBy('chat.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(messageOf).toReversed()
}

function messageOf(row: MessageRow): ChatMessage {
  const { id, message, timestamp, userId, name, profilePicture, isGardenAngel, clientMessageId } = row
  return {
    id,
    message,
    timestamp,
    user: { id: userId, name, profilePicture, isGardenAngel },
    ...(clientMessageId === null ? {} : { clientMessageId }),
  }
}
