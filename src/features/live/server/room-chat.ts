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
  readonly history: JoinSnapshot
  /** Sends an event to every connection in the room and to joins in progress; encoded once. */
  tell(event: ServerMessage): void
  /** Schedules a read of a message's like count, sent at most one tick later. */
  likesChanged(messageId: number): void
  /** Requests a resync: the room receives whatever the database has and it missed (I13-I15). */
  repair(): void
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
  latestForRepair(): Promise<ChatMessage[]>
  /** Like counts of these messages; deleted ones are left out. */
  countLikes(messageIds: readonly number[]): Promise<readonly LikeCount[]>
  failed(error: unknown): void
}

interface RoomChatOptions {
  readings: RoomQueries
  timings: Pick<LiveTimings, 'likesTickMs' | 'repairRetryMs'>
  fanOut: FanOut
}

/** More likes than a node publishes before another node's earlier messages arrive. */
const earlyLikesMax = 1_000

/** Reads and sends nothing before the first join. */
export function createRoomChat({ readings, timings, fanOut }: RoomChatOptions): RoomChat {
  const told = createDeliveredMessages()
  let isRepairDue = false
  const history = createJoinSnapshot({
    load: readings.latest,
    opened: (turn, messages) => {
      if (told.open(turn, messages) || isRepairDue) repair.needed()
      isRepairDue = false
    },
  })
  /** Messages liked before they arrived: the bus may deliver the event of the node that took the like first. */
  const likedEarly = new Set<number>()
  const tell = (event: ServerMessage) => {
    if (told.isLate(event)) return
    told.note(event)
    const frame = frameOf(event)
    history.note(frame)
    fanOut.write(frame)
    if (event.type === 'new-message' && likedEarly.delete(event.message.id)) likes.changed(event.message.id)
  }
  const likes = createCoalescedReads<number, LikeCount>({
    tickMs: timings.likesTickMs,
    read: readings.countLikes,
    send: (count) => tell({ type: 'message-likes-updated', ...count }),
    failed: readings.failed,
  })
  /** Messages liked during a resync read: their counts in that read may be stale. */
  const likedMeanwhile = new Set<number>()
  const repair = createResync({
    retryMs: timings.repairRetryMs,
    failed: readings.failed,
    read: async () => {
      const knownBefore = told.known()
      likedMeanwhile.clear()
      const messages = await readings.latestForRepair()
      return () => {
        const { events, likedAnew } = told.missing(messages, knownBefore)
        for (const event of events) tell(event)
        // Counted again by serialized reads, so that the last count sent is the current one (I20).
        for (const messageId of [...likedAnew, ...likedMeanwhile]) likes.changed(messageId)
      }
    },
  })

  return {
    history,
    tell,
    likesChanged: (messageId) => {
      history.outdate()
      if (repair.isReading()) likedMeanwhile.add(messageId)
      if (!told.knows(messageId)) evictOldest(likedEarly.add(messageId), earlyLikesMax)
      likes.changed(messageId)
    },
    repair: () => {
      // A resync that hasn't read yet covers this request, and joins up to then too.
      if (isRepairDue || repair.isPending()) return
      history.outdate()
      if (told.isOpen()) repair.needed()
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
