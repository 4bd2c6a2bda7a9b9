// Chat rules: which days' chats a member may read, and which messages follow the one before without a head.
import { addDays, timestampToMs } from '#shared/day.ts'
import type { ChatMessage } from './contract.ts'

const sameTurnMs = 5 * 60_000

/** Whether a message continues its author's turn: they wrote the one before, at most five minutes earlier. */
export function continuesTurn(
  message: Pick<ChatMessage, 'user' | 'timestamp'>,
  previous: Pick<ChatMessage, 'user' | 'timestamp'> | undefined,
): boolean {
  if (previous === undefined || previous.user.id !== message.user.id) return false
  return timestampToMs(message.timestamp) - timestampToMs(previous.timestamp) <= sameTurnMs
}

/** While the member was away: after the message with this id, and until this moment in epoch milliseconds. */
export interface Absence {
  afterId: number
  untilMs: number
}

/** The id of the first message that others wrote in an absence; null without any. */
export function findFirstNew(
  messages: readonly Pick<ChatMessage, 'id' | 'user' | 'timestamp'>[],
  { afterId, untilMs }: Absence,
  memberId: number,
): number | null {
  const isNew = ({ id, user, timestamp }: (typeof messages)[number]) =>
    id > afterId && user.id !== memberId && timestampToMs(timestamp) <= untilMs
  return messages.find(isNew)?.id ?? null
}

/**
 * Every member may read today's and yesterday's chat, and tomorrow's once its room is open;
 * moderators may read any past day's (CHAT-24). `from` is null without a first day.
 */
export function readableDays(
  { today, roomDay }: { today: string; roomDay: string },
  mayModerate: boolean,
): { from: string | null; to: string } {
  return { from: mayModerate ? null : addDays(today, -1), to: roomDay > today ? roomDay : today }
}

export function isChatReadable(
  day: string,
  now: { today: string; roomDay: string },
  mayModerate: boolean,
): boolean {
  const { from, to } = readableDays(now, mayModerate)
  return day <= to && (from === null || day >= from)
}

/** Who receives messages. */
export interface Reader {
  userId: number
  mayModerate: boolean
}

/** A folded message as most get it. */
export function withoutText(message: ChatMessage): ChatMessage {
  const { id, timestamp, user, clientMessageId, isFolded } = message
  return {
    id,
    message: '',
    timestamp,
    user,
    ...(clientMessageId ? { clientMessageId } : {}),
    ...(isFolded ? { isFolded } : {}),
  }
}

/**
 * A message as a reader may have it; null for none. Its author and moderators read a folded one (MOD-14); a held one
 * is its author's alone (MOD-21).
 */
export function shownTo({ userId, mayModerate }: Reader, message: ChatMessage): ChatMessage | null {
  const isOwn = message.user.id === userId
  if (message.isHeld) return isOwn ? message : null
  return message.isFolded && !isOwn && !mayModerate ? withoutText(message) : message
}
