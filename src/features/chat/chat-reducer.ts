// What a member's chat shows: the latest messages of the room, and the own ones that are still on their way.
import { chatHistorySize } from '#shared/constants.ts'
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

type MessageAuthor = Pick<ChatMessage['user'], 'id' | 'name' | 'profilePicture'>

export type ChatEvent =
  | { type: 'initial'; messages: readonly ChatMessage[] }
  | { type: 'message'; message: ChatMessage }
  /** With `clientMessageId` it is an own message, deleted before its echo came. */
  | { type: 'deleted'; messageId: number; clientMessageId?: string | undefined }
  | { type: 'likes'; messageId: number; likes: number }
  /** How these people are called and look now. */
  | { type: 'people'; people: readonly MessageAuthor[] }
  | { type: 'sent'; pending: PendingMessage }
  | { type: 'withdrawn'; clientMessageId: string }

/** A chat that has heard nothing yet; `pending` are what an earlier visit left unsent. */
export function initialChatLog(pending: readonly PendingMessage[] = []): ChatLog {
  return { messages: [], pending, loaded: false }
}

/** The chat after an event. What a repeated or late event doesn't change stays the same object. */
export function chatReducer(log: ChatLog, event: ChatEvent): ChatLog {
  switch (event.type) {
    case 'initial':
      return {
        messages: trimToLatest(event.messages),
        pending: event.messages.reduce(withoutEcho, log.pending),
        loaded: true,
      }
    case 'message':
      return {
        ...log,
        // The same message again is older than what was heard of it since.
        messages: log.messages.some(({ id }) => id === event.message.id)
          ? log.messages
          : trimToLatest([...withCurrentProfiles(log.messages, [event.message.user]), event.message]),
        pending: withoutEcho(log.pending, event.message),
      }
    case 'deleted': {
      const messages = log.messages.filter(({ id }) => id !== event.messageId)
      const pending = withoutEcho(log.pending, event)
      const isSame = messages.length === log.messages.length && pending === log.pending
      return isSame ? log : { ...log, messages, pending }
    }
    case 'likes':
      return {
        ...log,
        messages: log.messages.map((message) =>
          message.id === event.messageId ? { ...message, likes: event.likes } : message,
        ),
      }
    case 'people': {
      const messages = withCurrentProfiles(log.messages, event.people)
      return messages === log.messages ? log : { ...log, messages }
    }
    case 'sent':
      return {
        ...log,
        pending: [...withoutPending(log.pending, event.pending.clientMessageId), event.pending],
      }
    case 'withdrawn':
      return { ...log, pending: withoutPending(log.pending, event.clientMessageId) }
  }
}

/** How many of the messages shown now weren't there when `memberId` last looked; their own are no news to them. */
export function countUnseen(log: ChatLog, seen: ChatLog, memberId: number): number {
  // What was there before the room had told anything is no measure.
  if (!seen.loaded) return 0
  const known = new Set(seen.messages.map(({ id }) => id))
  return log.messages.filter(({ id, user }) => user.id !== memberId && !known.has(id)).length
}

/** The messages under the present names and pictures of their authors; the same list when all are known so. */
function withCurrentProfiles(
  messages: readonly ChatMessage[],
  people: readonly MessageAuthor[],
): readonly ChatMessage[] {
  const byId = new Map(people.map((person) => [person.id, person]))
  const isOld = ({ user }: ChatMessage) => {
    const now = byId.get(user.id)
    return now !== undefined && (now.name !== user.name || now.profilePicture !== user.profilePicture)
  }
  if (!messages.some(isOld)) return messages
  return messages.map((message) => {
    const now = byId.get(message.user.id)
    if (!now || !isOld(message)) return message
    const { name, profilePicture } = now
    return { ...message, user: { ...message.user, name, profilePicture } }
  })
}

function trimToLatest(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  return messages.toSorted(byTimeAndId).slice(-chatHistorySize)
}

/** The order of messages, the same on every page and every node (I15). */
export function byTimeAndId(a: Pick<ChatMessage, 'id' | 'timestamp'>, b: typeof a): number {
  // ISO timestamps in UTC with milliseconds compare as text.
  if (a.timestamp !== b.timestamp) return a.timestamp < b.timestamp ? -1 : 1
  return a.id - b.id
}

function withoutEcho(
  pending: readonly PendingMessage[],
  { clientMessageId }: { clientMessageId?: string | undefined },
): readonly PendingMessage[] {
  return clientMessageId === undefined ? pending : withoutPending(pending, clientMessageId)
}

function withoutPending(
  pending: readonly PendingMessage[],
  clientMessageId: string,
): readonly PendingMessage[] {
  return pending.some((one) => one.clientMessageId === clientMessageId)
    ? pending.filter((one) => one.clientMessageId !== clientMessageId)
    : pending
}
