// Delivered messages: which chat messages a room's clients have received, so that a resync sends only the gaps.
import { chatHistorySize } from '#shared/constants.ts'
import { byTimeAndId } from '../../chat-reducer.ts'
import type { ChatMessage, ChatServerMessage } from '../../contract.ts'

/**
 * Messages per resync read: more than clients show, so that a deletion differs from a message that is merely older.
 */
export const resyncMessageCount = 200

export interface DeliveredMessages {
  /**
   * Records a snapshot sent to joining clients (`readOrder` numbers the reads from 1). The contents of the earliest snapshot
   * count as delivered to everyone: later joiners get the same or more. Returns true if it replaces a snapshot
   * recorded before it, in which case clients may have missed messages.
   */
  recordSnapshot(readOrder: number, messages: readonly ChatMessage[]): boolean
  /** Whether a snapshot has been recorded. */
  hasSnapshot(): boolean
  /** Whether an event was already delivered, or would restore a message whose deletion was delivered (I15). */
  isStale(event: ChatServerMessage): boolean
  record(event: ChatServerMessage): void
  /** Whether a message was delivered and its deletion was not. */
  has(messageId: number): boolean
  /** The event that brings clients from what was delivered to how a message is now; null if it is so already. */
  changeTo(message: ChatMessage): MissedEvent | null
  /** What was delivered so far, of which a read that starts now may miss nothing. */
  ids(): DeliveredIds
  /** The events missing from what was delivered, given what was delivered before `messages` were read. */
  findMissed(messages: readonly ChatMessage[], before: DeliveredIds): MissedEvents
}

export interface DeliveredIds {
  delivered: ReadonlySet<number>
  deleted: ReadonlySet<number>
}

export type MissedEvent = Extract<
  ChatServerMessage,
  { type: 'new-message' | 'message-restored' | 'message-folded' | 'message-deleted' }
>

interface MissedEvents {
  /** In delivery order. */
  events: MissedEvent[]
  /** Ids of messages whose like count differs from the delivered one. */
  changedLikeIds: number[]
}

interface DeliveredMessage {
  id: number
  timestamp: string
  likes: number
  isFolded: boolean
  /** Whether only the snapshot contained the message, and no event. */
  isFromSnapshot: boolean
}

/** Maximum number of recorded messages, and of recorded deletions. */
const deliveredMax = 1_000

export function createDeliveredMessages(): DeliveredMessages {
  const memory = createDeliveryMemory()
  const { delivered, deleted } = memory
  let snapshotOrder: number | null = null
  const isMissing = (message: ChatMessage) =>
    !delivered.has(message.id) && !deleted.has(message.id) && memory.isAboveFloor(message)

  /** A message that was delivered as deleted, or folded or unfolded since. */
  const missedChange = (message: ChatMessage, before: DeliveredIds): MissedEvent | null => {
    const { id } = message
    if (deleted.has(id)) return before.deleted.has(id) ? { type: 'message-restored', message } : null
    const known = before.delivered.has(id) ? delivered.get(id) : undefined
    return known ? changeOf(known, message) : null
  }

  return {
    recordSnapshot: (readOrder, messages) => {
      if (snapshotOrder !== null && snapshotOrder <= readOrder) return false
      const isReplacement = snapshotOrder !== null
      snapshotOrder = readOrder
      memory.recordSnapshot(messages)
      return isReplacement
    },
    hasSnapshot: () => snapshotOrder !== null,
    isStale: (event) => {
      if (event.type === 'new-message')
        return delivered.has(event.message.id) || deleted.has(event.message.id)
      if (event.type === 'message-folded')
        return deleted.has(event.messageId) || delivered.get(event.messageId)?.isFolded === true
      const isUpdate = event.type === 'message-likes-updated' || event.type === 'message-deleted'
      return isUpdate && deleted.has(event.messageId)
    },
    record: (event) => {
      if (event.type === 'new-message') memory.recordMessage(event.message, false)
      else if (event.type === 'message-restored') memory.recordReturn(event.message)
      else if (event.type === 'message-deleted') memory.recordDeletion(event.messageId)
      else if (event.type === 'message-folded') {
        const message = delivered.get(event.messageId)
        if (message) message.isFolded = true
      } else if (event.type === 'message-likes-updated') {
        const message = delivered.get(event.messageId)
        if (message) message.likes = event.likes
      }
    },
    has: (messageId) => delivered.has(messageId),
    changeTo: (message) => {
      const known = delivered.get(message.id)
      if (!known) return { type: 'message-restored', message }
      return changeOf(known, message)
    },
    ids: () => ({ delivered: new Set(delivered.keys()), deleted: new Set(deleted) }),
    findMissed: (messages, idsBefore) => {
      // Older messages would drop off the screen at once.
      const latest = messages.slice(-chatHistorySize)
      const before = [...idsBefore.delivered].flatMap((id) => delivered.get(id) ?? [])
      return {
        events: [
          ...missedDeletions(messages, before),
          ...latest.flatMap((message) => missedChange(message, idsBefore) ?? []),
          ...latest.filter(isMissing).map((message) => ({ type: 'new-message' as const, message })),
        ],
        changedLikeIds: latest
          .filter(({ id, likes = 0 }) => delivered.has(id) && delivered.get(id)?.likes !== likes)
          .map(({ id }) => id),
      }
    },
  }
}

/** The delivered messages and deletions, as many as may still matter. */
function createDeliveryMemory() {
  const delivered = new Map<number, DeliveredMessage>()
  const deleted = new Set<number>()
  /** Messages before this one were in everyone's snapshot, or are no longer shown. */
  let floor: DeliveredMessage | null = null
  const isAboveFloor = (message: Pick<DeliveredMessage, 'id' | 'timestamp'>) =>
    floor === null || byTimeAndId(message, floor) > 0

  const recordMessage = ({ id, timestamp, likes = 0, isFolded }: ChatMessage, isFromSnapshot: boolean) => {
    delivered.set(id, { id, timestamp, likes, isFolded: isFolded === true, isFromSnapshot })
    for (const evicted of overflowOf(delivered.values(), delivered.size)) {
      delivered.delete(evicted.id)
      if (isAboveFloor(evicted)) floor = evicted
    }
  }
  return {
    delivered,
    deleted,
    isAboveFloor,
    recordMessage,
    recordReturn: (message: ChatMessage) => {
      deleted.delete(message.id)
      recordMessage(message, false)
    },
    recordDeletion: (id: number) => {
      delivered.delete(id)
      deleted.add(id)
      for (const evicted of overflowOf(deleted.values(), deleted.size)) deleted.delete(evicted)
    },
    /** Replaces the messages of an earlier recorded snapshot with those of this one. */
    recordSnapshot: (messages: readonly ChatMessage[]) => {
      for (const { id, isFromSnapshot } of delivered.values()) if (isFromSnapshot) delivered.delete(id)
      for (const message of messages) {
        if (!delivered.has(message.id) && !deleted.has(message.id)) recordMessage(message, true)
      }
      const [oldest] = messages
      floor = oldest && messages.length >= chatHistorySize ? (delivered.get(oldest.id) ?? null) : null
    },
  }
}

/** The event for a message that was folded or unfolded since its delivery. */
function changeOf({ isFolded }: DeliveredMessage, message: ChatMessage): MissedEvent | null {
  if (isFolded === (message.isFolded === true)) return null
  return message.isFolded
    ? { type: 'message-folded', messageId: message.id }
    : { type: 'message-restored', message }
}

/** Yields the oldest items above the limit. */
function* overflowOf<Item>(items: Iterable<Item>, size: number): Generator<Item> {
  let excess = size - deliveredMax
  for (const item of items) {
    if (excess <= 0) return
    excess -= 1
    yield item
  }
}

/** Deletions of earlier messages that are missing from the latest ones, as far back as those reach. */
function missedDeletions(
  messages: readonly ChatMessage[],
  before: readonly DeliveredMessage[],
): MissedEvent[] {
  const currentIds = new Set(messages.map(({ id }) => id))
  const [oldest] = messages.length >= resyncMessageCount ? messages : []
  return before
    .filter((message) => !currentIds.has(message.id) && (!oldest || byTimeAndId(message, oldest) > 0))
    .map(({ id }) => ({ type: 'message-deleted', messageId: id }))
}
