// Chat reducer: the state behind a member's chat, with the latest messages and the member's own pending ones.
import { chatHistorySize } from '#shared/constants.ts'
import type { ChatMessage } from './contract.ts'
import { shownTo, type Reader } from './rules.ts'

/** A message of this member that the server hasn't echoed. */
export interface PendingMessage {
  readonly clientMessageId: string
  readonly text: string
  /** A moderator says it although everyone sits (QUIET-05). */
  readonly duringPause?: boolean | undefined
}

export interface ChatLog {
  /** Sorted by time and id; at most the latest 30 (CHAT-04). */
  readonly messages: readonly ChatMessage[]
  /** In send order. */
  readonly pending: readonly PendingMessage[]
  /** Whether the room's initial messages have arrived. */
  readonly loaded: boolean
  /** The last message for which the room had no room. While it's the first pending one, all wait (QUIET-06). */
  readonly waitingId: string | null
  /** Ids of the messages that moderators sent while the chat was paused. */
  readonly duringPauseIds: readonly number[]
}

type MessageAuthor = Pick<ChatMessage['user'], 'id' | 'name' | 'profilePicture'>

export type ChatEvent =
  | { type: 'initial'; messages: readonly ChatMessage[] }
  | { type: 'message'; message: ChatMessage; duringPause?: true | undefined }
  /** `clientMessageId` marks an own message that was deleted before its echo arrived. */
  | { type: 'deleted'; messageId: number; clientMessageId?: string | undefined }
  /** As the message now is: in its place among the others, or instead of its earlier form. */
  | { type: 'restored'; message: ChatMessage }
  /** It rests: its text goes for all but its author and moderators (MOD-14). */
  | { type: 'folded'; messageId: number; reader: Reader }
  | { type: 'likes'; messageId: number; likes: number }
  /** Current names and avatars of message authors. */
  | { type: 'profiles'; profiles: readonly MessageAuthor[] }
  | { type: 'sent'; pending: PendingMessage }
  /** The composer shows the texts of these pending messages again. */
  | { type: 'withdrawn'; clientMessageIds: readonly string[] }
  /** The room has no room for this pending message yet. */
  | { type: 'waiting'; clientMessageId: string }
  /** Turns the messages sent during the pause into ordinary ones. */
  | { type: 'pause-ended' }

/** The state before the first event; `pending` holds messages that an earlier visit left unsent. */
export function initialChatLog(pending: readonly PendingMessage[] = []): ChatLog {
  return { messages: [], pending, loaded: false, waitingId: null, duringPauseIds: [] }
}

/** Whether the pending messages wait until the room has room for them. */
export function waitsItsTurn({ pending: [first], waitingId }: ChatLog): boolean {
  return first !== undefined && first.clientMessageId === waitingId
}

/** Applies an event. One that changes nothing, other than a repeated message, returns the same object. */
export function chatReducer(log: ChatLog, event: ChatEvent): ChatLog {
  switch (event.type) {
    case 'initial':
      return {
        ...log,
        messages: trimToLatest(event.messages),
        pending: event.messages.reduce(withoutEchoed, log.pending),
        loaded: true,
      }
    case 'message':
      return {
        ...log,
        // A repeated message may carry an older like count, so it doesn't replace the stored message.
        messages: log.messages.some(({ id }) => id === event.message.id)
          ? log.messages
          : trimToLatest([...withCurrentProfiles(log.messages, [event.message.user]), event.message]),
        pending: withoutEchoed(log.pending, event.message),
        duringPauseIds: event.duringPause ? [...log.duringPauseIds, event.message.id] : log.duringPauseIds,
      }
    case 'deleted': {
      const messages = log.messages.filter(({ id }) => id !== event.messageId)
      const pending = withoutEchoed(log.pending, event)
      const isUnchanged = messages.length === log.messages.length && pending === log.pending
      return isUnchanged ? log : { ...log, messages, pending }
    }
    case 'restored':
      return {
        ...log,
        messages: trimToLatest([...log.messages.filter(({ id }) => id !== event.message.id), event.message]),
        pending: withoutEchoed(log.pending, event.message),
      }
    case 'folded': {
      const isOpen = ({ id, isFolded }: ChatMessage) => id === event.messageId && !isFolded
      if (!log.messages.some(isOpen)) return log
      return {
        ...log,
        messages: log.messages.flatMap((message) =>
          isOpen(message) ? (shownTo(event.reader, { ...message, isFolded: true }) ?? []) : [message],
        ),
      }
    }
    case 'likes': {
      const isOutdated = ({ id, likes }: ChatMessage) => id === event.messageId && likes !== event.likes
      if (!log.messages.some(isOutdated)) return log
      return {
        ...log,
        messages: log.messages.map((message) =>
          isOutdated(message) ? { ...message, likes: event.likes } : message,
        ),
      }
    }
    case 'profiles': {
      const messages = withCurrentProfiles(log.messages, event.profiles)
      return messages === log.messages ? log : { ...log, messages }
    }
    case 'sent':
      return {
        ...log,
        pending: [...withoutPending(log.pending, event.pending.clientMessageId), event.pending],
      }
    case 'withdrawn':
      return { ...log, pending: event.clientMessageIds.reduce(withoutPending, log.pending) }
    case 'waiting':
      return log.waitingId === event.clientMessageId ? log : { ...log, waitingId: event.clientMessageId }
    case 'pause-ended':
      return log.duringPauseIds.length > 0 ? { ...log, duringPauseIds: [] } : log
  }
}

/** Messages that moderators sent while the chat was paused. */
export function messagesDuringPause({ messages, duringPauseIds }: ChatLog): readonly ChatMessage[] {
  return messages.filter(({ id }) => duringPauseIds.includes(id))
}

/** Counts the messages in `log` that `seen` lacks; the member's own messages don't count. */
export function countUnseen(log: ChatLog, seen: ChatLog, memberId: number): number {
  // Without initial messages in `seen`, every message would count as unseen.
  if (!seen.loaded) return 0
  const seenIds = new Set(seen.messages.map(({ id }) => id))
  return log.messages.filter(({ id, user }) => user.id !== memberId && !seenIds.has(id)).length
}

/** Applies the current names and avatars of authors; returns the same array when nothing changes. */
function withCurrentProfiles(
  messages: readonly ChatMessage[],
  profiles: readonly MessageAuthor[],
): readonly ChatMessage[] {
  const profileById = new Map(profiles.map((profile) => [profile.id, profile]))
  const isOutdated = ({ user }: ChatMessage) => {
    const current = profileById.get(user.id)
    return (
      current !== undefined && (current.name !== user.name || current.profilePicture !== user.profilePicture)
    )
  }
  if (!messages.some(isOutdated)) return messages
  return messages.map((message) => {
    const current = profileById.get(message.user.id)
    if (!current || !isOutdated(message)) return message
    const { name, profilePicture } = current
    return { ...message, user: { ...message.user, name, profilePicture } }
  })
}

function trimToLatest(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  return messages.toSorted(byTimeAndId).slice(-chatHistorySize)
}

/** Compares messages in the order that every page and every node uses (I15). */
export function byTimeAndId(a: Pick<ChatMessage, 'id' | 'timestamp'>, b: typeof a): number {
  // ISO timestamps in UTC with milliseconds compare as text.
  if (a.timestamp !== b.timestamp) return a.timestamp < b.timestamp ? -1 : 1
  return a.id - b.id
}

function withoutEchoed(
  pending: readonly PendingMessage[],
  { clientMessageId }: { clientMessageId?: string | undefined },
): readonly PendingMessage[] {
  return clientMessageId === undefined ? pending : withoutPending(pending, clientMessageId)
}

function withoutPending(
  pending: readonly PendingMessage[],
  clientMessageId: string,
): readonly PendingMessage[] {
  return pending.some((message) => message.clientMessageId === clientMessageId)
    ? pending.filter((message) => message.clientMessageId !== clientMessageId)
    : pending
}
