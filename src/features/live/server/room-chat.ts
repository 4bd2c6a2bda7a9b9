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
  /** Requests a resync: the room receives whatever the database has and it missed (I13-I15). */
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
  failed(error: unknown): void
}

interface RoomChatOptions {
  queries: RoomQueries
  timings: Pick<LiveTimings, 'likesTickMs' | 'repairRetryMs'>
  fanOut: FanOut
}

/** More likes than a node publishes before another node's earlier messages arrive. */
const earlyLikesMax = 1_000

/** Reads and sends nothing before the first join. */
export function createRoomChat({ queries, timings, fanOut }: RoomChatOptions): RoomChat {
  const told = createDeliveredMessages()
  let isRepairDue = false
  const joinSnapshot = createJoinSnapshot({
    load: queries.latest,
    onLoaded: (turn, messages) => {
      if (told.recordSnapshot(turn, messages) || isRepairDue) repair.request()
      isRepairDue = false
    },
  })
  /** Messages liked before they arrived: the bus may deliver the event of the node that took the like first. */
  const likedEarly = new Set<number>()
  const broadcast = (event: ServerMessage) => {
    if (told.isStale(event)) return
    told.record(event)
    const frame = frameOf(event)
    joinSnapshot.recordFrame(frame)
    fanOut.write(frame)
    if (event.type === 'new-message' && likedEarly.delete(event.message.id)) likes.changed(event.message.id)
  }
  const likes = createCoalescedReads<number, LikeCount>({
    tickMs: timings.likesTickMs,
    read: queries.countLikes,
    send: (count) => broadcast({ type: 'message-likes-updated', ...count }),
    failed: queries.failed,
  })
  /** Messages liked during a resync read: their counts in that read may be stale. */
  const likedMeanwhile = new Set<number>()
  const repair = createResync({
    retryMs: timings.repairRetryMs,
    failed: queries.failed,
    read: async () => {
      const knownBefore = told.deliveredIds()
      likedMeanwhile.clear()
      const messages = await queries.latestForResync()
      return () => {
        const { events, changedLikeIds } = told.findMissed(messages, knownBefore)
        for (const event of events) broadcast(event)
        // Counted again by serialized reads, so that the last count sent is the current one (I20).
        for (const messageId of [...changedLikeIds, ...likedMeanwhile]) likes.changed(messageId)
      }
    },
  })

  return {
    joinSnapshot,
    broadcast,
    likesChanged: (messageId) => {
      joinSnapshot.invalidate()
      if (repair.isReading()) likedMeanwhile.add(messageId)
      if (!told.has(messageId)) evictOldest(likedEarly.add(messageId), earlyLikesMax)
      likes.changed(messageId)
    },
    resync: () => {
      // A resync that hasn't read yet covers this request, and joins up to then too.
      if (isRepairDue || repair.isPending()) return
      joinSnapshot.invalidate()
      if (told.hasSnapshot()) repair.request()
      else isRepairDue = true
    },
    close: () => {
      for (const part of [likes, repair]) part.close()
    },
  }
}

/** Evicts the oldest ids until `most` are left. */
function evictOldest(ids: Set<number>, most: number): void {
  for (const id of ids) {
    if (ids.size <= most) return
    ids.delete(id)
  }
}
