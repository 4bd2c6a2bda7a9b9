// What a room on this node is told of its messages: those who come in, what happens then, and what was missed.
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
  /** Sends an event to everybody who is here, encoded once, and to those who come in. */
  tell(event: ServerMessage): void
  /** Tells everybody the like count of a message that has changed, at the latest a tick later. */
  likesChanged(messageId: number): void
  /** Something may have been missed: what the database knows more is told (I13-I15). */
  repair(): void
  close(): void
}

export interface LikeCount {
  messageId: number
  likes: number
}

/** What a room reads of its messages. */
export interface RoomQueries {
  /** The latest messages, oldest first: as many as are shown. */
  latest(): Promise<ChatMessage[]>
  /** The same, as many as a repair wants. */
  latestForRepair(): Promise<ChatMessage[]>
  /** How many like each of these messages, as far as they are still there. */
  countLikes(messageIds: readonly number[]): Promise<readonly LikeCount[]>
  failed(error: unknown): void
}

interface RoomChatOptions {
  readings: RoomQueries
  timings: Pick<LiveTimings, 'likesTickMs' | 'repairRetryMs'>
  fanOut: FanOut
}

/** More than a node says before another one, whose words came first, is heard. */
const earlyLikesMax = 1_000

/** Nothing is read or told before somebody comes. */
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
  /** Whose likes changed before they were told: of two nodes the one that was liked at may be heard first. */
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
  /** Whose likes changed while a repair was reading: what it read of them may be out of date. */
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
        // Counted again, one reading after the other, so that the last count told is the true one (I20).
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
      // One that is yet to read tells everybody what it reads, also those who come in until then.
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

/** Drops what was added first, until no more than so many are left. */
function evictOldest(ids: Set<number>, most: number): void {
  for (const id of ids) {
    if (ids.size <= most) return
    ids.delete(id)
  }
}
