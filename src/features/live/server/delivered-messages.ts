// What a room has told its members of its messages, so that a repair tells exactly what they don't know.
import { chatHistorySize } from '#shared/constants.ts'
import type { ChatMessage } from '#features/chat/contract.ts'
import { byTimeAndId } from '#features/chat/chat-reducer.ts'
import type { ServerMessage } from '../contract.ts'

/** How many messages a repair reads: more than are shown, to tell a deletion from a message that is merely older. */
export const resyncMessageCount = 200

export interface DeliveredMessages {
  /**
   * Takes a reading with which members come in, begun as number `turn`. What the first of them held is known to
   * everybody: who comes later has it too, or more than the room shows since. True when another one was taken for the
   * first before, so that somebody may not know what was taken for known.
   */
  open(turn: number, messages: readonly ChatMessage[]): boolean
  /** Whether a first reading was taken. */
  isOpen(): boolean
  /** Whether an event is told already, or would bring back a message whose deletion was told (I15). */
  isLate(event: ServerMessage): boolean
  note(event: ServerMessage): void
  /** Whether a message is known, which it is until its deletion is told. */
  knows(messageId: number): boolean
  /** The messages that everybody knows at this moment. */
  known(): ReadonlySet<number>
  /** What the latest messages show that isn't known, given what was known before they were read. */
  missing(messages: readonly ChatMessage[], knownBefore: ReadonlySet<number>): MissedEvents
}

interface MissedEvents {
  /** In the order in which they are to be told. */
  events: ServerMessage[]
  /** The messages with another number of likes than was told. */
  likedAnew: number[]
}

interface DeliveredMessage {
  id: number
  timestamp: string
  likes: number
  /** Whether it is known from the first reading alone. */
  isRead: boolean
}

/** How many messages, and how many deletions, are remembered. */
const rememberedMax = 1_000

/** Nothing is told yet. */
export function createDeliveredMessages(): DeliveredMessages {
  const memory = createDeliveryMemory()
  const { known, gone } = memory
  let openedBy: number | null = null
  const isNews = (message: ChatMessage) =>
    !known.has(message.id) && !gone.has(message.id) && memory.isAboveFloor(message)

  return {
    open: (turn, messages) => {
      if (openedBy !== null && openedBy <= turn) return false
      const isAgain = openedBy !== null
      openedBy = turn
      memory.read(messages)
      return isAgain
    },
    isOpen: () => openedBy !== null,
    isLate: (event) => {
      if (event.type === 'new-message') return known.has(event.message.id) || gone.has(event.message.id)
      const isAboutOne = event.type === 'message-likes-updated' || event.type === 'message-deleted'
      return isAboutOne && gone.has(event.messageId)
    },
    note: (event) => {
      if (event.type === 'new-message') memory.remember(event.message, false)
      else if (event.type === 'message-deleted') memory.forget(event.messageId)
      else if (event.type === 'message-likes-updated') {
        const message = known.get(event.messageId)
        if (message) message.likes = event.likes
      }
    },
    knows: (messageId) => known.has(messageId),
    known: () => new Set(known.keys()),
    missing: (messages, knownBefore) => {
      // Older ones would leave the screen at once.
      const latest = messages.slice(-chatHistorySize)
      const before = [...knownBefore].flatMap((id) => known.get(id) ?? [])
      return {
        events: [
          ...missedDeletions(messages, before),
          ...latest.filter(isNews).map((message) => ({ type: 'new-message' as const, message })),
        ],
        likedAnew: latest
          .filter(({ id, likes = 0 }) => known.has(id) && known.get(id)?.likes !== likes)
          .map(({ id }) => id),
      }
    },
  }
}

/** The messages that are known, and the deletions that were told: as many as may still matter. */
function createDeliveryMemory() {
  const known = new Map<number, DeliveredMessage>()
  const gone = new Set<number>()
  /** What lies before it was in everybody's first messages, or isn't shown any more. */
  let floor: DeliveredMessage | null = null
  const isAboveFloor = (message: Pick<DeliveredMessage, 'id' | 'timestamp'>) =>
    floor === null || byTimeAndId(message, floor) > 0

  const remember = ({ id, timestamp, likes = 0 }: ChatMessage, isRead: boolean) => {
    known.set(id, { id, timestamp, likes, isRead })
    for (const old of overflowOf(known.values(), known.size)) {
      known.delete(old.id)
      if (isAboveFloor(old)) floor = old
    }
  }
  return {
    known,
    gone,
    isAboveFloor,
    remember,
    forget: (id: number) => {
      known.delete(id)
      gone.add(id)
      for (const old of overflowOf(gone.values(), gone.size)) gone.delete(old)
    },
    /** Takes what the first reading held, instead of what another one did. */
    read: (messages: readonly ChatMessage[]) => {
      for (const { id, isRead } of known.values()) if (isRead) known.delete(id)
      for (const message of messages) {
        if (!known.has(message.id) && !gone.has(message.id)) remember(message, true)
      }
      const [oldest] = messages
      floor = oldest && messages.length >= chatHistorySize ? (known.get(oldest.id) ?? null) : null
    },
  }
}

/** The first of so many that are too many. */
function* overflowOf<Item>(items: Iterable<Item>, size: number): Generator<Item> {
  let left = size - rememberedMax
  for (const item of items) {
    if (left <= 0) return
    left -= 1
    yield item
  }
}

/** The deletions of what was there before and isn't among the latest messages, as far as these go back. */
function missedDeletions(
  messages: readonly ChatMessage[],
  before: readonly DeliveredMessage[],
): ServerMessage[] {
  const there = new Set(messages.map(({ id }) => id))
  const [oldest] = messages.length >= resyncMessageCount ? messages : []
  return before
    .filter((one) => !there.has(one.id) && (!oldest || byTimeAndId(one, oldest) > 0))
    .map(({ id }) => ({ type: 'message-deleted', messageId: id }))
}
