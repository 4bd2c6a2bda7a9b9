// Room chat: what the clients of a room receive of its chat on join, live, and by resync.
import { createCoalescedReads } from '#server/async/coalesced-reads.ts'
import type { Platform } from '#server/context.ts'
import { isDatabaseUnavailable } from '#server/db/database.ts'
import type { RoomAccess, RoomExtension, RoomFeature } from '#server/live/room-feature.ts'
import { chatHistorySize, likesTickMs } from '#shared/constants.ts'
import { dayOfRoom } from '#shared/live/room-key.ts'
import { chatClientMessages, type ChatMessage, type ChatServerMessage } from '../../contract.ts'
import { createChatMessageHandler } from '../messages.ts'
import { countLikesByMessage, latestMessages } from '../sql.ts'
import { createDeliveredMessages, resyncMessageCount } from './delivered-messages.ts'
import { createJoinSnapshot } from './join-snapshot.ts'
import { createResync } from './resync.ts'
import { roomEvents, type RoomEvent } from './room-events.ts'

export interface LikeCount {
  messageId: number
  likes: number
}

/** A room's queries for its messages. */
export interface ChatQueries {
  /** The latest messages of a day for joining clients, oldest first: as many as they show. */
  initialMessages(day: string): Promise<ChatMessage[]>
  /** The latest messages of a day for a resync, oldest first. */
  recentMessages(day: string, limit: number): Promise<ChatMessage[]>
  /** Like counts of these messages; deleted ones are left out. */
  countLikes(messageIds: readonly number[]): Promise<readonly LikeCount[]>
}

export interface ChatTimings {
  /** Minimum time between two reads of a room's changed like counts. */
  likesTickMs: number
  /** Delay before retrying a failed resync; it doubles with each further failure. */
  resyncRetryMs: number
}

/** The chat as the live channel's rooms contain it. Tests pass their own queries and timings. */
export function createChatFeature(
  platform: Pick<Platform, 'database' | 'bus' | 'clock' | 'log'>,
  options: Partial<ChatQueries> & { timings?: Partial<ChatTimings> } = {},
): RoomFeature {
  const { query } = platform.database
  const queries: ChatQueries = {
    initialMessages: (day) => latestMessages(query, day, chatHistorySize),
    recentMessages: (day, limit) => latestMessages(query, day, limit),
    countLikes: (messageIds) => countLikesByMessage(query, messageIds),
    ...options,
  }
  const timings: ChatTimings = { likesTickMs, resyncRetryMs: 250, ...options.timings }
  return {
    acceptsJoin: true,
    clientMessages: chatClientMessages,
    handlers: { 'chat-message': createChatMessageHandler(platform) },
    openRoom: (room) => {
      const day = dayOfRoom(room.key)
      const onError = (error: unknown) => {
        if (!isDatabaseUnavailable(error))
          platform.log.error({ err: error, day }, "A room's messages could not be read.")
      }
      const chat = createRoomChat({ room, queries, timings, onError })
      const unsubscribe = platform.bus.subscribe(roomEvents(day), chat.onEvent)
      return {
        ...chat,
        close: () => {
          unsubscribe()
          chat.close()
        },
      }
    },
  }
}

interface RoomChatOptions {
  room: RoomAccess
  queries: ChatQueries
  timings: ChatTimings
  onError(error: unknown): void
}

export interface RoomChat extends RoomExtension {
  onEvent(event: RoomEvent): void
}

/** Limit of buffered early likes: more than one node publishes before another node's earlier messages arrive. */
const earlyLikesMax = 1_000

/** Reads and sends nothing before the first join. */
export function createRoomChat({ room, queries, timings, onError }: RoomChatOptions): RoomChat {
  const day = dayOfRoom(room.key)
  const delivered = createDeliveredMessages()
  let isResyncPending = false
  const encode = (message: ChatServerMessage) => room.encode(message)
  const joinSnapshot = createJoinSnapshot({
    load: () => queries.initialMessages(day),
    encode: (messages) => encode({ type: 'initial-messages', messages: [...messages] }),
    onLoaded: (readOrder, messages) => {
      if (delivered.recordSnapshot(readOrder, messages) || isResyncPending) resync.request()
      isResyncPending = false
    },
  })
  /** Messages liked before they arrived: the bus may deliver the event of the node that took the like first. */
  const likedEarly = new Set<number>()
  const broadcast = (message: ChatServerMessage) => {
    if (delivered.isStale(message)) return
    delivered.record(message)
    const frame = encode(message)
    joinSnapshot.recordFrame(frame)
    room.broadcast(frame)
    if (message.type === 'new-message' && likedEarly.delete(message.message.id))
      likes.changed(message.message.id)
  }
  const likes = createCoalescedReads<number, LikeCount>({
    tickMs: timings.likesTickMs,
    read: queries.countLikes,
    send: (count) => broadcast({ type: 'message-likes-updated', ...count }),
    onError,
  })
  /** Messages liked during a resync read: their counts in that read may be stale. */
  const likedDuringResync = new Set<number>()
  const resync = createResync({
    retryMs: timings.resyncRetryMs,
    onError,
    read: async () => {
      const deliveredBefore = delivered.deliveredIds()
      likedDuringResync.clear()
      const messages = await queries.recentMessages(day, resyncMessageCount)
      return () => {
        const { events, changedLikeIds } = delivered.findMissed(messages, deliveredBefore)
        for (const event of events) broadcast(event)
        // Read again by serialized reads, so that the last count sent is the current one (I20).
        for (const messageId of [...changedLikeIds, ...likedDuringResync]) likes.changed(messageId)
      }
    },
  })
  const onLikesChanged = (messageId: number) => {
    joinSnapshot.invalidate()
    if (resync.isReading()) likedDuringResync.add(messageId)
    if (!delivered.has(messageId)) evictOldest(likedEarly.add(messageId), earlyLikesMax)
    likes.changed(messageId)
  }

  return {
    onJoin: joinSnapshot.read,
    onEvent: (event) => {
      if (event.type !== 'likes-changed') {
        broadcast(event)
        return
      }
      const { messageId, own } = event
      onLikesChanged(messageId)
      if (!own) return
      const ownLike: ChatServerMessage = {
        type: 'own-like',
        messageId,
        liked: own.liked,
        version: own.version,
      }
      room.sendTo(own.userId, ownLike)
    },
    onGap: () => {
      // A resync that hasn't read yet covers this request, and joins up to then too.
      if (isResyncPending || resync.isPending()) return
      joinSnapshot.invalidate()
      if (delivered.hasSnapshot()) resync.request()
      else isResyncPending = true
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
