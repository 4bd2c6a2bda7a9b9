// Room chat: what the clients of a room receive of its chat on join, live, and by resync.
import type { Platform } from '#server/context.ts'
import { isDatabaseUnavailable } from '#server/db/database.ts'
import type { RoomAccess, RoomExtension, RoomFeature } from '#server/live/room-feature.ts'
import { chatHistorySize, likesTickMs } from '#shared/constants.ts'
import { dayOfRoom } from '#shared/live/room-key.ts'
import { chatClientMessages, type ChatServerMessage } from '../../contract.ts'
import { withoutText } from '../../rules.ts'
import { createChatMessageHandler } from '../messages.ts'
import { countLikesByMessage } from '../sql/likes.ts'
import { latestMessages, messagesById } from '../sql/messages.ts'
import { createChangedMessages, type ChangedMessages } from './changed-messages.ts'
import type { ChatQueries, ChatTimings } from './chat-queries.ts'
import { createDeliveredMessages, resyncMessageCount } from './delivered-messages.ts'
import { createJoinSnapshot } from './join-snapshot.ts'
import { createMessageChanges } from './message-changes.ts'
import { createMissedEvents } from './missed-events.ts'
import { roomEvents, type RoomEvent } from './room-events.ts'
import { createRoomLikes } from './room-likes.ts'
import { createSlowMode } from './slow-mode-state.ts'

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
      if (delivered.recordSnapshot(readOrder, messages) || isResyncPending) missed.request()
      isResyncPending = false
    },
  })
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
    if (message.type === 'new-message') likes.arrived(message.message.id)
  }
  const likes = createRoomLikes({ room, timings, queries, delivered, broadcast, onError })
  const changes = createMessageChanges({ timings, queries, delivered, broadcast, onError })
  const missed = createMissedEvents({
    timings,
    readLatest: () => queries.recentMessages(day, resyncMessageCount),
    delivered,
    broadcast,
    likesChanged: likes.changed,
    messageChanged: changes.changed,
    onError,
  })
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
          changes.deleted(event.messageId)
          missed.changed(event.messageId)
        }
        broadcast(event)
        return
      }
      joinSnapshot.invalidate()
      missed.liked(event.messageId)
      likes.onEvent(event)
    },
    onMessageChanged: (messageId) => {
      joinSnapshot.invalidate()
      missed.changed(messageId)
      changes.changed(messageId)
    },
    onGap: () => {
      // A resync that hasn't read yet covers this request, and joins up to then too.
      if (isResyncPending || missed.isPending()) return
      joinSnapshot.invalidate()
      if (delivered.hasSnapshot()) missed.request()
      else isResyncPending = true
    },
    close: () => {
      for (const part of [likes, changes, missed]) part.close()
    },
  }
}
