// What a member's chat shows: the latest messages of the room, and the own ones that are still on their way.
import { chatMessagesKept } from '#shared/constants.ts'
import type { ChatMessage } from './contract.ts'

/** An own message that no echo has come for yet. */
export interface PendingMessage {
  readonly clientMessageId: string
  readonly text: string
}

export interface ChatLog {
  /** By time and id; at most the latest 30 (CHAT-04). */
  readonly messages: readonly ChatMessage[]
  /** In the order in which they were sent. */
  readonly pending: readonly PendingMessage[]
  /** Whether the room has told what was said so far. */
  readonly loaded: boolean
}

export type ChatEvent =
  | { type: 'initial'; messages: readonly ChatMessage[] }
  | { type: 'message'; message: ChatMessage }
  | { type: 'deleted'; messageId: number }
  | { type: 'sent'; pending: PendingMessage }
  | { type: 'withdrawn'; clientMessageId: string }

/** A chat that has heard nothing yet; `pending` are what an earlier visit left unsent. */
export function emptyLog(pending: readonly PendingMessage[] = []): ChatLog {
  return { messages: [], pending, loaded: false }
}

/** The chat after an event. What a repeated or late event doesn't change stays the same object. */
export function chatLogAfter(log: ChatLog, event: ChatEvent): ChatLog {
  switch (event.type) {
    case 'initial':
      return {
        messages: latest(event.messages),
        pending: event.messages.reduce(withoutEcho, log.pending),
        loaded: true,
      }
    case 'message':
      return {
        ...log,
        messages: latest([...log.messages.filter(({ id }) => id !== event.message.id), event.message]),
        pending: withoutEcho(log.pending, event.message),
      }
    case 'deleted':
      return log.messages.some(({ id }) => id === event.messageId)
        ? { ...log, messages: log.messages.filter(({ id }) => id !== event.messageId) }
        : log
    case 'sent':
      return { ...log, pending: [...without(log.pending, event.pending.clientMessageId), event.pending] }
    case 'withdrawn':
      return { ...log, pending: without(log.pending, event.clientMessageId) }
  }
}

/** How many of the messages shown now weren't there before: what came while nobody looked. */
export function countNew(before: readonly ChatMessage[], now: readonly ChatMessage[]): number {
  const known = new Set(before.map(({ id }) => id))
  return now.filter(({ id }) => !known.has(id)).length
}

function latest(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  return messages.toSorted(byTimeAndId).slice(-chatMessagesKept)
}

// ISO timestamps in UTC with milliseconds compare as text.
function byTimeAndId(a: ChatMessage, b: ChatMessage): number {
  if (a.timestamp !== b.timestamp) return a.timestamp < b.timestamp ? -1 : 1
  return a.id - b.id
}

function withoutEcho(pending: readonly PendingMessage[], message: ChatMessage): readonly PendingMessage[] {
  return message.clientMessageId === undefined ? pending : without(pending, message.clientMessageId)
}

function without(pending: readonly PendingMessage[], clientMessageId: string): readonly PendingMessage[] {
  return pending.some((one) => one.clientMessageId === clientMessageId)
    ? pending.filter((one) => one.clientMessageId !== clientMessageId)
    : pending
}
