// Missed events: reads the latest messages again after a gap, and sends what clients lack.
import type { ChatMessage, ChatServerMessage } from '../../contract.ts'
import type { ChatTimings } from './chat-queries.ts'
import type { DeliveredMessages, MissedEvent } from './delivered-messages.ts'
import { createResync, type Resync } from './resync.ts'

interface MissedEventsOptions {
  timings: Pick<ChatTimings, 'resyncRetryMs'>
  readLatest(): Promise<ChatMessage[]>
  delivered: Pick<DeliveredMessages, 'ids' | 'findMissed'>
  broadcast(message: ChatServerMessage): void
  likesChanged(messageId: number): void
  messageChanged(messageId: number): void
  onError(error: unknown): void
}

export interface MissedEvents extends Pick<Resync, 'request' | 'isPending' | 'close'> {
  /** A like changed: its count in a read that runs may be older. */
  liked(messageId: number): void
  /** A message was deleted or changed: a read that runs may be older. */
  changed(messageId: number): void
}

export function createMissedEvents(options: MissedEventsOptions): MissedEvents {
  const { timings, readLatest, delivered, broadcast, likesChanged, messageChanged, onError } = options
  const likedMeanwhile = new Set<number>()
  const changedMeanwhile = new Set<number>()
  const resync = createResync({
    retryMs: timings.resyncRetryMs,
    onError,
    read: async () => {
      const before = delivered.ids()
      likedMeanwhile.clear()
      changedMeanwhile.clear()
      const messages = await readLatest()
      return () => {
        const { events, changedLikeIds } = delivered.findMissed(messages, before)
        for (const event of events) if (!changedMeanwhile.has(messageIdOf(event))) broadcast(event)
        for (const messageId of changedMeanwhile) messageChanged(messageId)
        // Read again by serialized reads, so that the last count sent is the current one (I20).
        for (const messageId of [...changedLikeIds, ...likedMeanwhile]) likesChanged(messageId)
      }
    },
  })
  return {
    ...resync,
    liked: (messageId) => {
      if (resync.isReading()) likedMeanwhile.add(messageId)
    },
    changed: (messageId) => {
      if (resync.isReading()) changedMeanwhile.add(messageId)
    },
  }
}

function messageIdOf(event: MissedEvent): number {
  return 'message' in event ? event.message.id : event.messageId
}
