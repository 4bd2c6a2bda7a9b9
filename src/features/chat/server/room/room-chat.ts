// Room chat: what the clients of a room receive of its chat on join, live, and by resync.
import { createCoalescedReads } from '#server/async/coalesced-reads.ts'
import { findSlowSeconds } from '#server/community/sql.ts'
import type { Platform } from '#server/context.ts'
import { isDatabaseUnavailable } from '#server/db/database.ts'
import type { RoomAccess, RoomExtension, RoomFeature } from '#server/live/room-feature.ts'
import { createRoomState } from '#server/live/room-state.ts'
import { chatHistorySize, likesTickMs } from '#shared/constants.ts'
import { dayOfRoom } from '#shared/live/room-key.ts'
import { chatClientMessages, type ChatMessage, type ChatServerMessage } from '../../contract.ts'
import { withoutText } from '../../rules.ts'
import { createChatMessageHandler } from '../messages.ts'
import { countLikesByMessage, latestMessages, messagesById } from '../sql.ts'
import { createChangedMessages, type ChangedMessages } from './changed-messages.ts'
import { createDeliveredMessages, resyncMessageCount, type MissedEvent } from './delivered-messages.ts'
import { createJoinSnapshot } from './join-snapshot.ts'
import { createResync } from './resync.ts'
import { roomEvents, slowModeEvents, type RoomEvent } from './room-events.ts'

export interface LikeCount {
  messageId: number
  likes: number
}

/** A room's queries for its messages. */
export interface ChatQueries {
  /** The latest messages of a day for joining clients, oldest first: as many as they show, and the held ones. */
  initialMessages(day: string): Promise<ChatMessage[]>
  /** The latest messages of a day for a resync, oldest first. */
  recentMessages(day: string, limit: number): Promise<ChatMessage[]>
  /** Like counts of these messages; deleted ones are left out. */
  countLikes(messageIds: readonly number[]): Promise<readonly LikeCount[]>
  /** These messages as they are now; deleted ones are left out. */
  messages(messageIds: readonly number[]): Promise<readonly ChatMessage[]>
}

export interface ChatTimings {
  /** Minimum time between two reads of a room's changed like counts. */
  likesTickMs: number
  /** Delay before retrying a failed resync; it doubles with each further failure. */
  resyncRetryMs: number
}

/** The chat as the live channel's rooms contain it. Tests pass their own queries and timings. */
export function createChatFeature(
  platform: Pick<Platform, 'database' | 'bus' | 'clock' | 'community' | 'log'>,
  {
    changedMessages = createChangedMessages(),
    ...options
  }: Partial<ChatQueries> & { timings?: Partial<ChatTimings>; changedMessages?: ChangedMessages } = {},
): RoomFeature {
  const { query } = platform.database
  const queries: ChatQueries = {
    initialMessages: (day) => latestMessages(query, day, chatHistorySize),
    recentMessages: async (day, limit) =>
      (await latestMessages(query, day, limit)).filter(({ isHeld }) => !isHeld),
    countLikes: (messageIds) => countLikesByMessage(query, messageIds),
    messages: (messageIds) => messagesById(query, messageIds),
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
      const slowMode = createSlowMode(platform, room)
      const unsubscribes = [
        platform.bus.subscribe(roomEvents(day), chat.onEvent),
        changedMessages.subscribe(day, chat.onMessageChanged),
      ]
      return {
        onJoin: async (member) => {
          const [takeMessages, takeSlowMode] = [await chat.onJoin(member), await slowMode.onJoin(member)]
          return () => [...takeMessages(), ...takeSlowMode()]
        },
        onGap: () => {
          chat.onGap()
          slowMode.onGap()
        },
        close: () => {
          for (const unsubscribe of unsubscribes) unsubscribe()
          slowMode.close()
          chat.close()
        },
      }
    },
  }
}

/** How often a room reads the slow mode without an event. */
const slowModePollMs = 30_000

function createSlowMode(platform: Pick<Platform, 'database' | 'bus' | 'clock' | 'log'>, room: RoomAccess) {
  return createRoomState<number, ChatServerMessage>({
    platform,
    room,
    events: [slowModeEvents],
    pollMs: slowModePollMs,
    isSentOnJoin: true,
    initial: 0,
    read: () => findSlowSeconds(platform.database.query),
    toMessages: (slowSeconds, before) =>
      before === slowSeconds || (before === null && slowSeconds === 0)
        ? []
        : [{ type: 'room-settings', slowSeconds }],
    failureText: 'The slow mode of a room could not be read.',
  })
}

interface RoomChatOptions {
  room: RoomAccess
  queries: ChatQueries
  timings: ChatTimings
  onError(error: unknown): void
}

export interface RoomChat extends RoomExtension {
  onEvent(event: RoomEvent): void
  /** The message was brought back, folded or unfolded: it is read again. */
  onMessageChanged(messageId: number): void
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
    encode,
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
    const folded = 'message' in message && message.message.isFolded ? message.message : null
    const frame = encode(
      folded === null ? message : { type: 'message-restored', message: withoutText(folded) },
    )
    joinSnapshot.recordFrame(frame)
    room.broadcast(frame)
    if (folded !== null) {
      const whole: ChatServerMessage = { type: 'message-restored', message: folded }
      room.sendToModerators(whole)
      room.sendTo(folded.user.id, whole)
    }
    if (message.type === 'new-message' && likedEarly.delete(message.message.id))
      likes.changed(message.message.id)
  }
  const likes = createCoalescedReads<number, LikeCount>({
    tickMs: timings.likesTickMs,
    read: queries.countLikes,
    send: (count) => broadcast({ type: 'message-likes-updated', ...count }),
    onError,
  })
  /** Messages whose deletion arrived during a read of changed ones: that read may be older. */
  const deletedDuringRead = new Set<number>()
  const changes = createCoalescedReads<number, { messageId: number; message: ChatMessage | null }>({
    tickMs: timings.likesTickMs,
    read: async (messageIds) => {
      deletedDuringRead.clear()
      const messages = await queries.messages(messageIds)
      return messageIds.map((messageId) => ({
        messageId,
        message: messages.find(({ id }) => id === messageId) ?? null,
      }))
    },
    send: ({ messageId, message }) => {
      if (deletedDuringRead.has(messageId)) changes.changed(messageId)
      else if (message === null) {
        if (delivered.has(messageId)) broadcast({ type: 'message-deleted', messageId })
      } else if (message.isFolded && delivered.has(messageId))
        broadcast({ type: 'message-folded', messageId })
      else broadcast({ type: 'message-restored', message })
    },
    onError,
  })
  /** Messages liked during a resync read: their counts in that read may be stale. */
  const likedDuringResync = new Set<number>()
  /** Messages that were deleted or changed during a resync read: that read may be older. */
  const changedDuringResync = new Set<number>()
  const resync = createResync({
    retryMs: timings.resyncRetryMs,
    onError,
    read: async () => {
      const before = delivered.ids()
      likedDuringResync.clear()
      changedDuringResync.clear()
      const messages = await queries.recentMessages(day, resyncMessageCount)
      return () => {
        const { events, changedLikeIds } = delivered.findMissed(messages, before)
        for (const event of events) if (!changedDuringResync.has(messageIdOf(event))) broadcast(event)
        for (const messageId of changedDuringResync) changes.changed(messageId)
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
      if (event.type === 'message-held') {
        joinSnapshot.invalidate()
        const own: ChatServerMessage = { type: 'new-message', message: event.message }
        room.sendTo(event.message.user.id, own)
        return
      }
      if (event.type !== 'likes-changed') {
        if (event.type === 'message-deleted') {
          deletedDuringRead.add(event.messageId)
          changedDuringResync.add(event.messageId)
        }
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
    onMessageChanged: (messageId) => {
      joinSnapshot.invalidate()
      changedDuringResync.add(messageId)
      changes.changed(messageId)
    },
    onGap: () => {
      // A resync that hasn't read yet covers this request, and joins up to then too.
      if (isResyncPending || resync.isPending()) return
      joinSnapshot.invalidate()
      if (delivered.hasSnapshot()) resync.request()
      else isResyncPending = true
    },
    close: () => {
      for (const part of [likes, changes, resync]) part.close()
    },
  }
}

function messageIdOf(event: MissedEvent): number {
  return 'message' in event ? event.message.id : event.messageId
}

/** Evicts the oldest ids until `max` are left. */
function evictOldest(ids: Set<number>, max: number): void {
  for (const id of ids) {
    if (ids.size <= max) return
    ids.delete(id)
  }
}
