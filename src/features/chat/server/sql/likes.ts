// SQL of likes: changes, counts, export and erasure.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { isNotBanned } from '#server/db/standing-ban.ts'
import type { MessageOfDay } from './messages.ts'

/** Days from `from` (null: without a beginning) to `to`. */
interface DayRange {
  from: string | null
  to: string
}

interface LikeChange {
  messageId: number
  userId: number
  liked: boolean
  createdAt: Date
  /** The days whose messages the member may like. */
  days: DayRange
}

interface ChangedLike {
  /** The day of the message's room. */
  day: string
  /** Null when the member's like was already as wanted. */
  version: number | null
  likes: number
}

/**
 * Likes or unlikes a message in one statement, unless the member is banned or gone (I11). The member's row and then
 * the message's are locked, so that a ban and an erasure take effect wholly before or wholly after. Returns
 * 'no member' for a banned or erased member, and 'no message' when there is none in `days`.
 *
 * The version is from the id sequence of the likes. It is taken in `returning`, after the row lock, so the versions
 * of one like grow in commit order. The count takes the member's own like as it is after the change. A like
 * that a concurrent statement stored isn't in this statement's snapshot.
 */
export async function changeLikeUnlessBanned(
  db: Executor,
  { messageId, userId, liked, createdAt, days }: LikeChange,
): Promise<ChangedLike | 'no member' | 'no message'> {
  const version = sql`nextval(pg_get_serial_sequence('message_likes', 'id')) as version`
  const change = liked
    ? sql`insert into message_likes ("messageId", "userId", "createdAt")
        select message.id, member.id, ${createdAt}::timestamptz from message, member
        on conflict ("messageId", "userId") do nothing returning ${version}`
    : sql`delete from message_likes using message, member
        where "messageId" = message.id and "userId" = member.id returning ${version}`
  const { rows } = await sql<{
    isMember: boolean
    day: string | null
    version: number | null
    likes: number
  }>`
    with member as (
      select id from users where id = ${userId} and ${isNotBanned()} and "deletedAt" is null for key share
    ), message as (
      select chat.id, chat."sessionDate" from chat_messages as chat, member
      where chat.id = ${messageId} and chat."deletedAt" is null and chat."heldAt" is null
        and chat."sessionDate" between ${days.from ?? '-infinity'}::date and ${days.to}::date
      for key share of chat
    ), changed as (${change})
    select exists (select from member) as "isMember",
      (select "sessionDate" from message) as day,
      (select version from changed) as version,
      (select count(*) from message_likes where "messageId" = ${messageId} and "userId" <> ${userId})
        + ${Number(liked)}::integer as likes`.execute(db)
  const [row] = rows
  if (!row?.isMember) return 'no member'
  return row.day === null ? 'no message' : { day: row.day, version: row.version, likes: row.likes }
}

/** The like count of a message; null when there is none in `days`. */
export async function countLikesOf(
  db: Executor,
  messageId: number,
  { from, to }: DayRange,
): Promise<number | null> {
  const row = await selectLikeCounts(db, [messageId])
    .where('chat.sessionDate', '>=', sql<string>`${from ?? '-infinity'}::date`)
    .where('chat.sessionDate', '<=', to)
    .executeTakeFirst()
  return row?.likes ?? null
}

/** Like counts of those messages that aren't deleted. */
export function countLikesByMessage(
  db: Executor,
  messageIds: readonly number[],
): Promise<{ messageId: number; likes: number }[]> {
  return selectLikeCounts(db, messageIds).execute()
}

function selectLikeCounts(db: Executor, messageIds: readonly number[]) {
  return db
    .selectFrom('chat_messages as chat')
    .leftJoin('message_likes as liked', 'liked.messageId', 'chat.id')
    .select(({ fn }) => ['chat.id as messageId', fn.count<number>('liked.id').as('likes')])
    .where('chat.id', 'in', messageIds)
    .where('chat.deletedAt', 'is', null)
    .groupBy('chat.id')
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
