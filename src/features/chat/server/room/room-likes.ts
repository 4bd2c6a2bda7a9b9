// Room likes: the current counts of liked messages, and the own likes of a member's other pages.
import { createCoalescedReads } from '#server/async/coalesced-reads.ts'
import type { RoomAccess } from '#server/live/room-feature.ts'
import type { ChatServerMessage } from '../../contract.ts'
import type { ChatQueries, ChatTimings, LikeCount } from './chat-queries.ts'
import type { DeliveredMessages } from './delivered-messages.ts'
import type { RoomEvent } from './room-events.ts'

interface RoomLikesOptions {
  room: Pick<RoomAccess, 'sendTo'>
  timings: Pick<ChatTimings, 'likesTickMs'>
  queries: Pick<ChatQueries, 'countLikes'>
  delivered: Pick<DeliveredMessages, 'has'>
  broadcast(message: ChatServerMessage): void
  onError(error: unknown): void
}

export interface RoomLikes {
  /** The count of a message is read again. */
  changed(messageId: number): void
  onEvent(event: Extract<RoomEvent, { type: 'likes-changed' }>): void
  /** A message arrived; it may have been liked before. */
  arrived(messageId: number): void
  close(): void
}

/** Limit of buffered early likes: more than one node publishes before another node's earlier messages arrive. */
const earlyLikesMax = 1_000

export function createRoomLikes(options: RoomLikesOptions): RoomLikes {
  const { room, timings, queries, delivered, broadcast, onError } = options
  /** Messages liked before they arrived: the bus may deliver the event of the node that took the like first. */
  const likedEarly = new Set<number>()
  const counts = createCoalescedReads<number, LikeCount>({
    tickMs: timings.likesTickMs,
    read: queries.countLikes,
    send: (count) => broadcast({ type: 'message-likes-updated', ...count }),
    onError,
  })
  return {
    changed: counts.changed,
    onEvent: ({ messageId, own }) => {
      if (!delivered.has(messageId)) evictOldest(likedEarly.add(messageId), earlyLikesMax)
      counts.changed(messageId)
      if (!own) return
      const ownLike: ChatServerMessage = {
        type: 'own-like',
        messageId,
        liked: own.liked,
        version: own.version,
      }
      room.sendTo(own.userId, ownLike)
    },
    arrived: (messageId) => {
      if (likedEarly.delete(messageId)) counts.changed(messageId)
    },
    close: counts.close,
  }
}

/** Evicts the oldest ids until `max` are left. */
function evictOldest(ids: Set<number>, max: number): void {
  for (const id of ids) {
    if (ids.size <= max) return
    ids.delete(id)
  }
}
