// SQL of the chat's messages: sending, reading, folding, deletion, export, erasure and retention.
import { sql } from 'kysely'
import { holdsQuiet } from '#features/sittings/server/service.ts'
import type { BanTerms } from '#server/banned-error.ts'
import type { Executor } from '#server/db/database.ts'
import { isBannedNow, isNotBanned } from '#server/db/standing-ban.ts'
import type { DecisionReason } from '#shared/decision-reasons.ts'
import { byTimeAndId } from '../../chat-reducer.ts'
import type { ChatMessage } from '../../contract.ts'

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
  isFolded: boolean
  isHeld: boolean
}

/** Result of a send: stored now, stored by an earlier send, or stored and deleted since. */
interface StoredMessage {
  message: ChatMessage
  state: 'new' | 'known' | 'deleted'
  /** The day of the stored message's room: a repeated send may arrive after midnight. */
  day: string
}

/** Why nothing was stored. */
export type SendObstacle =
  | { obstacle: 'banned' }
  | { obstacle: 'muted'; untilMs: number; reason: DecisionReason | null }
  | { obstacle: 'slow'; retryAtMs: number }
  | { obstacle: 'paused' }

interface SendRow extends Pick<StoredMessage, 'day'> {
  state: StoredMessage['state'] | null
  mutedUntilMs: number | null
  muteReason: DecisionReason | null
  retryAtMs: number | null
  maySpeak: boolean
}

/** A message to be stored. */
export interface SentMessage extends NewMessage {
  isHeld: boolean
  /** While the chat rests, when it opens again: its author needs to hold that sitting. Left out for all others. */
  byHostUntilMs?: number | null
}

/**
 * Stores a message in one statement, unless its author is banned or gone (I11), or muted (MOD-10). Nor if they write
 * too soon in slow mode, which doesn't bind moderators (MOD-13). The author's row is locked: a ban takes effect wholly
 * before or wholly after. Of two messages in slow mode the second sees the first. A repeated send returns the stored message
 * (I14), also to a muted author; one that was deleted since stays deleted. A held message is stored for its author. While
 * everyone sits, who holds the sitting may speak (TEACH-03).
 */
export async function insertSentMessage(
  db: Executor,
  { userId, message, timestamp, sessionDate, clientMessageId, isHeld, byHostUntilMs = null }: SentMessage,
): Promise<StoredMessage | SendObstacle> {
  const maySpeak =
    byHostUntilMs === null
      ? sql`true`
      : holdsQuiet(sql.ref('author.id'), { day: sessionDate, untilMs: byHostUntilMs })
  // xmax is 0 in a row that this statement inserted, and nonzero in one that it found and updated.
  const { rows } = await sql<MessageRow & SendRow>`
    with author as (
      select id, name, "profilePicture", "isGardenAngel", "isAdmin" from users
      where id = ${userId} and ${isNotBanned()} and "deletedAt" is null for no key update
    ), known as (
      select 1 from chat_messages where "userId" = ${userId} and "clientMessageId" = ${clientMessageId}::text
    ), mute as (
      select "untilAt", reason from chat_mutes join moderation_cases on moderation_cases.id = "caseId"
      where chat_mutes."userId" = ${userId} and "liftedAt" is null and "untilAt" > clock_timestamp()
        and not exists (select from known)
      order by "untilAt" desc limit 1
    ), slow as (
      select chat_speaks_again_at(author.id, "slowSeconds") as "retryAt" from author, community_settings
      where "slowSeconds" > 0 and not author."isGardenAngel" and not author."isAdmin"
        and not exists (select from known)
    ), stored as (
      insert into chat_messages
        ("userId", message, "timestamp", "sessionDate", "clientMessageId", "storedAt", "heldAt")
      select id, ${message}::text, ${timestamp}::timestamptz, ${sessionDate}::date, ${clientMessageId}::text,
        clock_timestamp(), ${isHeld ? timestamp : null}::timestamptz
      from author
      where not exists (select from mute) and not exists (select from slow where "retryAt" > clock_timestamp())
        and ${maySpeak}
      on conflict ("userId", "clientMessageId")
        do update set "clientMessageId" = excluded."clientMessageId"
      returning *,
        case when xmax = 0 then 'new' when "deletedAt" is null then 'known' else 'deleted' end as state
    )
    select stored.id, stored.message, stored."timestamp", stored."clientMessageId", stored.state,
      stored."sessionDate" as day, stored."foldedAt" is not null as "isFolded", stored."heldAt" is not null as "isHeld",
      (select count(*) from message_likes where "messageId" = stored.id) as likes,
      author.id as "userId", author.name, author."profilePicture", author."isGardenAngel",
      (select ceil(extract(epoch from "untilAt") * 1000)::float8 from mute) as "mutedUntilMs",
      (select reason from mute) as "muteReason",
      (select ceil(extract(epoch from "retryAt") * 1000)::float8 from slow) as "retryAtMs",
      ${maySpeak} as "maySpeak"
    from author left join stored on true`.execute(db)
  const [row] = rows
  if (!row) return { obstacle: 'banned' }
  if (row.state !== null) return { message: toChatMessage(row), state: row.state, day: row.day }
  if (row.mutedUntilMs !== null)
    return { obstacle: 'muted', untilMs: row.mutedUntilMs, reason: row.muteReason }
  if (!row.maySpeak) return { obstacle: 'paused' }
  return { obstacle: 'slow', retryAtMs: row.retryAtMs ?? timestamp.getTime() }
}

/** Stores a message of the demo, which has no client waiting for it; returns its id. */
export async function insertMessage(
  db: Executor,
  message: Omit<NewMessage, 'clientMessageId'>,
): Promise<number> {
  const { id } = await db
    .insertInto('chat_messages')
    .values(message)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A user's ban; null when the user isn't banned now or doesn't exist. */
export async function findBanOfMember(db: Executor, userId: number): Promise<BanTerms | null> {
  const row = await db
    .selectFrom('users')
    .select(['bannedReason', 'bannedReasonEntry', 'bannedUntil'])
    .where('id', '=', userId)
    .where(isBannedNow())
    .executeTakeFirst()
  return row ?? null
}

const messageColumns = [
  'chat.id',
  'chat.message',
  'chat.timestamp',
  'chat.clientMessageId',
  'author.id as userId',
  'author.name',
  'author.profilePicture',
  'author.isGardenAngel',
  sql<number>`(select count(*) from message_likes where "messageId" = chat.id)`.as('likes'),
  sql<boolean>`chat."foldedAt" is not null`.as('isFolded'),
  sql<boolean>`chat."heldAt" is not null`.as('isHeld'),
] as const

/** Of each day, so that held messages never displace those that everyone has. */
const heldMessagesMax = 100

/**
 * The latest messages of a day that aren't deleted, and the latest held ones, oldest first. `shownTo` says what of it
 * a member may have.
 */
export async function latestMessages(db: Executor, day: string, limit: number): Promise<ChatMessage[]> {
  const ofDay = db
    .selectFrom('chat_messages as chat')
    .innerJoin('users as author', 'author.id', 'chat.userId')
    .select(messageColumns)
    .where('chat.sessionDate', '=', day)
    .where('chat.deletedAt', 'is', null)
    .orderBy('chat.timestamp', 'desc')
    .orderBy('chat.id', 'desc')
  const [shown, held] = await Promise.all([
    ofDay.where('chat.heldAt', 'is', null).limit(limit).execute(),
    ofDay.where('chat.heldAt', 'is not', null).limit(heldMessagesMax).execute(),
  ])
  return [...shown, ...held].map(toChatMessage).toSorted(byTimeAndId)
}

/** Messages as they are now, without deleted and held ones. */
export async function messagesById(db: Executor, ids: readonly number[]): Promise<ChatMessage[]> {
  const rows = await db
    .selectFrom('chat_messages as chat')
    .innerJoin('users as author', 'author.id', 'chat.userId')
    .select(messageColumns)
    .where('chat.id', 'in', ids)
    .where('chat.deletedAt', 'is', null)
    .where('chat.heldAt', 'is', null)
    .execute()
  return rows.map(toChatMessage)
}

/** Soft-deletes a message; returns its author, day and text, or null when it doesn't exist. */
export async function deleteMessage(
  db: Executor,
  messageId: number,
  deletion: { deletedAt: Date; deletedBy: number },
): Promise<{ userId: number; sessionDate: string; message: string } | null> {
  const row = await db
    .updateTable('chat_messages')
    .set(deletion)
    .where('id', '=', messageId)
    .where('deletedAt', 'is', null)
    .returning(['userId', 'sessionDate', 'message'])
    .executeTakeFirst()
  return row ?? null
}

/** Brings a deleted message back; returns its day, or null if it isn't deleted or its text is gone. */
export async function restoreMessage(tx: Executor, messageId: number): Promise<string | null> {
  const row = await tx
    .updateTable('chat_messages')
    .set({ deletedAt: null, deletedBy: null })
    .where('id', '=', messageId)
    .where('deletedAt', 'is not', null)
    .where('message', '<>', '')
    .returning('sessionDate')
    .executeTakeFirst()
  return row?.sessionDate ?? null
}

/** Folds a message, or unfolds it with null; returns its day, or null if it was so already. */
export async function setFolded(
  tx: Executor,
  messageId: number,
  foldedAt: Date | null,
): Promise<string | null> {
  const row = await tx
    .updateTable('chat_messages')
    .set({ foldedAt })
    .where('id', '=', messageId)
    .where('foldedAt', foldedAt === null ? 'is not' : 'is', null)
    .returning('sessionDate')
    .executeTakeFirst()
  return row?.sessionDate ?? null
}

/** Deletes up to `max` messages that were held before a moment; returns the number deleted. */
export async function deleteHeldMessages(db: Executor, before: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from chat_messages where id in (
      select id from chat_messages where "heldAt" < ${before}::timestamptz limit ${max}
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

function toChatMessage(row: MessageRow): ChatMessage {
  const { id, message, timestamp, userId, name, profilePicture, isGardenAngel, likes, clientMessageId } = row
  const { isFolded, isHeld } = row
  return {
    id,
    message,
    timestamp,
    user: { id: userId, name, profilePicture, isGardenAngel },
    likes,
    ...(clientMessageId === null ? {} : { clientMessageId }),
    ...(isFolded ? { isFolded } : {}),
    ...(isHeld ? { isHeld } : {}),
  }
}

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

/** A message and the day of its room. */
export interface MessageOfDay {
  id: number
  sessionDate: string
}

/** Soft-deletes what a member wrote in the rooms of these days; returns the messages that were visible. */
export async function deleteMessagesOfDays(
  tx: Executor,
  {
    userId,
    days,
    ...deletion
  }: { userId: number; days: readonly string[]; deletedAt: Date; deletedBy: number },
): Promise<MessageOfDay[]> {
  return tx
    .updateTable('chat_messages')
    .set(deletion)
    .where('userId', '=', userId)
    .where('sessionDate', 'in', days)
    .where('deletedAt', 'is', null)
    .returning(['id', 'sessionDate'])
    .execute()
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

/** Deletes up to `max` messages of days before `before`, with their likes; returns the number deleted. */
export async function deleteOldMessages(db: Executor, before: string, max: number): Promise<number> {
  // One branch per partial index: visible messages and deleted ones.
  const { numAffectedRows } = await sql`
    with old as (
      (select id from chat_messages where "sessionDate" < ${before}::date and "deletedAt" is null limit ${max})
      union all
      (select id from chat_messages where "sessionDate" < ${before}::date and "deletedAt" is not null limit ${max})
      limit ${max}
    )
    delete from chat_messages using old where chat_messages.id = old.id`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Erases the text of up to `max` messages deleted before a moment; returns the number erased. */
export async function eraseDeletedMessageText(
  db: Executor,
  { before, day, max }: { before: Date; day: string; max: number },
): Promise<number> {
  // A message can't be deleted before its day; the condition on the day lets the index be used.
  const { numAffectedRows } = await sql`
    update chat_messages set message = ''
    where id in (
      select id from chat_messages
      where "deletedAt" is not null and "sessionDate" <= ${day}::date and "deletedAt" < ${before}::timestamptz
        and message <> ''
      limit ${max}
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}
