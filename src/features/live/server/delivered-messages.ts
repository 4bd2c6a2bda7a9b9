// Delivered messages: which chat messages a room's clients have received, so that a resync sends only the gaps.
import { chatHistorySize } from '#shared/constants.ts'
import type { ChatMessage } from '#features/chat/contract.ts'
import { byTimeAndId } from '#features/chat/chat-reducer.ts'
import type { ServerMessage } from '../contract.ts'

/**
 * Messages per resync read: more than clients show, so that a deletion differs from a message that is merely older.
 */
export const resyncMessageCount = 200

export interface DeliveredMessages {
  /**
   * Records a snapshot sent to joining clients (`turn` is the read order). The contents of the earliest snapshot
   * count as delivered to everyone: later joiners get the same or more. Returns true if it replaces a snapshot
   * recorded before it, in which case clients may have missed messages.
   */
  recordSnapshot(turn: number, messages: readonly ChatMessage[]): boolean
  /** Whether a snapshot has been recorded. */
  hasSnapshot(): boolean
  /** Whether an event was already delivered, or would restore a message whose deletion was delivered (I15). */
  isStale(event: ServerMessage): boolean
  record(event: ServerMessage): void
  /** Whether a message was delivered and its deletion was not. */
  has(messageId: number): boolean
  /** The messages delivered to everyone so far. */
  deliveredIds(): ReadonlySet<number>
  /** The events missing from what was delivered, given the ids delivered before `messages` were read. */
  findMissed(messages: readonly ChatMessage[], knownBefore: ReadonlySet<number>): MissedEvents
}

interface MissedEvents {
  /** In delivery order. */
  events: ServerMessage[]
  /** Ids of messages whose like count differs from the delivered one. */
  changedLikeIds: number[]
}

interface DeliveredMessage {
  id: number
  timestamp: string
  likes: number
  /** Whether the message is known only from the snapshot. */
  isFromSnapshot: boolean
}

/** Maximum number of remembered messages, and of remembered deletions. */
const rememberedMax = 1_000

export function createDeliveredMessages(): DeliveredMessages {
  const memory = createDeliveryMemory()
  const { known, gone } = memory
  let openedBy: number | null = null
  const isNews = (message: ChatMessage) =>
    !known.has(message.id) && !gone.has(message.id) && memory.isAboveFloor(message)

  return {
    recordSnapshot: (turn, messages) => {
      if (openedBy !== null && openedBy <= turn) return false
      const isAgain = openedBy !== null
      openedBy = turn
      memory.read(messages)
      return isAgain
    },
    hasSnapshot: () => openedBy !== null,
    isStale: (event) => {
      if (event.type === 'new-message') return known.has(event.message.id) || gone.has(event.message.id)
      const isAboutOne = event.type === 'message-likes-updated' || event.type === 'message-deleted'
      return isAboutOne && gone.has(event.messageId)
    },
    record: (event) => {
      if (event.type === 'new-message') memory.remember(event.message, false)
      else if (event.type === 'message-deleted') memory.forget(event.messageId)
      else if (event.type === 'message-likes-updated') {
        const message = known.get(event.messageId)
        if (message) message.likes = event.likes
      }
    },
    has: (messageId) => known.has(messageId),
    deliveredIds: () => new Set(known.keys()),
    findMissed: (messages, knownBefore) => {
      // Older messages would drop off the screen at once.
      const latest = messages.slice(-chatHistorySize)
      const before = [...knownBefore].flatMap((id) => known.get(id) ?? [])
      return {
        events: [
          ...missedDeletions(messages, before),
          ...latest.filter(isNews).map((message) => ({ type: 'new-message' as const, message })),
        ],
        changedLikeIds: latest
          .filter(({ id, likes = 0 }) => known.has(id) && known.get(id)?.likes !== likes)
          .map(({ id }) => id),
      }
    },
  }
}

/** The delivered messages and deletions, as many as may still matter. */
function createDeliveryMemory() {
  const known = new Map<number, DeliveredMessage>()
  const gone = new Set<number>()
  /** Messages before this one were in everyone's snapshot, or are no longer shown. */
  let floor: DeliveredMessage | null = null
  const isAboveFloor = (message: Pick<DeliveredMessage, 'id' | 'timestamp'>) =>
    floor === null || byTimeAndId(message, floor) > 0

  const remember = ({ id, timestamp, likes = 0 }: ChatMessage, isFromSnapshot: boolean) => {
    known.set(id, { id, timestamp, likes, isFromSnapshot })
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
    /** Replaces the messages of an earlier recorded snapshot with those of this one. */
    read: (messages: readonly ChatMessage[]) => {
      for (const { id, isFromSnapshot } of known.values()) if (isFromSnapshot) known.delete(id)
      for (const message of messages) {
        if (!known.has(message.id) && !gone.has(message.id)) remember(message, true)
      }
      const [oldest] = messages
      floor = oldest && messages.length >= chatHistorySize ? (known.get(oldest.id) ?? null) : null
    },
  }
}

/** Yields the oldest items above the limit. */
function* overflowOf<Item>(items: Iterable<Item>, size: number): Generator<Item> {
  let left = size - rememberedMax
  for (const item of items) {
    if (left <= 0) return
    left -= 1
    yield item
  }
}

/** Deletions of earlier messages that are missing from the latest ones, as far back as those reach. */
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
