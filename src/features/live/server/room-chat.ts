// Room chat: the messages a room on this node receives on join, live, and by resync.
import type { ChatMessage } from '#features/chat/contract.ts'
import type { ServerMessage } from '../contract.ts'
import { createCoalescedReads } from './coalesced-reads.ts'
import type { FanOut } from './fan-out.ts'
import { frameOf } from './frame.ts'
import { createResync } from './resync.ts'
import { createJoinSnapshot, type JoinSnapshot } from './join-snapshot.ts'
import type { LiveTimings } from './timings.ts'
import { createDeliveredMessages } from './delivered-messages.ts'

export interface RoomChat {
  readonly joinSnapshot: JoinSnapshot
  /** Sends an event to every connection in the room and to joins in progress; encoded once. */
  broadcast(event: ServerMessage): void
  /** Schedules a read of a message's like count, sent at most one tick later. */
  likesChanged(messageId: number): void
  /** Requests a resync: the room receives everything that it missed, as the database has it (I13-I15). */
  resync(): void
  close(): void
}

export interface LikeCount {
  messageId: number
  likes: number
}

/** A room's queries for its messages. */
export interface RoomQueries {
  /** The latest messages, oldest first: as many as clients show. */
  latest(): Promise<ChatMessage[]>
  /** Same as `latest`, as many as a resync needs. */
  latestForResync(): Promise<ChatMessage[]>
  /** Like counts of these messages; deleted ones are left out. */
  countLikes(messageIds: readonly number[]): Promise<readonly LikeCount[]>
  onError(error: unknown): void
}

interface RoomChatOptions {
  queries: RoomQueries
  timings: Pick<LiveTimings, 'likesTickMs' | 'resyncRetryMs'>
  fanOut: FanOut
}

/** Limit of remembered early likes: more than one node publishes before another node's earlier messages arrive. */
const earlyLikesMax = 1_000

/** Reads and sends nothing before the first join. */
export function createRoomChat({ queries, timings, fanOut }: RoomChatOptions): RoomChat {
  const delivered = createDeliveredMessages()
  let isResyncDue = false
  const joinSnapshot = createJoinSnapshot({
    load: queries.latest,
    onLoaded: (readOrder, messages) => {
      if (delivered.recordSnapshot(readOrder, messages) || isResyncDue) resync.request()
      isResyncDue = false
    },
  })
  /** Messages liked before they arrived: the bus may deliver the event of the node that took the like first. */
  const likedEarly = new Set<number>()
  const broadcast = (event: ServerMessage) => {
    if (delivered.isStale(event)) return
    delivered.record(event)
    const frame = frameOf(event)
    joinSnapshot.recordFrame(frame)
    fanOut.write(frame)
    if (event.type === 'new-message' && likedEarly.delete(event.message.id)) likes.changed(event.message.id)
  }
  const likes = createCoalescedReads<number, LikeCount>({
    tickMs: timings.likesTickMs,
    read: queries.countLikes,
    send: (count) => broadcast({ type: 'message-likes-updated', ...count }),
    onError: queries.onError,
  })
  /** Messages liked during a resync read: their counts in that read may be stale. */
  const likedDuringResync = new Set<number>()
  const resync = createResync({
    retryMs: timings.resyncRetryMs,
    onError: queries.onError,
    read: async () => {
      const deliveredBefore = delivered.deliveredIds()
      likedDuringResync.clear()
      const messages = await queries.latestForResync()
      return () => {
        const { events, changedLikeIds } = delivered.findMissed(messages, deliveredBefore)
        for (const event of events) broadcast(event)
        // Counted again by serialized reads, so that the last count sent is the current one (I20).
        for (const messageId of [...changedLikeIds, ...likedDuringResync]) likes.changed(messageId)
      }
    },
  })

  return {
    joinSnapshot,
    broadcast,
    likesChanged: (messageId) => {
      joinSnapshot.invalidate()
      if (resync.isReading()) likedDuringResync.add(messageId)
      if (!delivered.has(messageId)) evictOldest(likedEarly.add(messageId), earlyLikesMax)
      likes.changed(messageId)
    },
    resync: () => {
      // A resync that hasn't read yet covers this request, and joins up to then too.
      if (isResyncDue || resync.isPending()) return
      joinSnapshot.invalidate()
      if (delivered.hasSnapshot()) resync.request()
      else isResyncDue = true
    },
    close: () => {
      for (const part of [likes, resync]) part.close()
    },
  }
}

/** Evicts the oldest ids until `max` are left. */
function evictOldest(ids: Set<number>, max: number): void {
  for (const id of ids) {
    if (ids.size <= max) return
    ids.delete(id)
  }
}
