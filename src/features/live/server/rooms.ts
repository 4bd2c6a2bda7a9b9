// Rooms: this node's rooms by day, opened by the first join and closed after the last leave.
import { busEvents } from '#shared/bus-events.ts'
import { roomEvents, type LikesChanged, type RoomEvent } from '../room-events.ts'
import type { ChatMessage } from '#features/chat/contract.ts'
import type { Bus } from '#server/bus/bus.ts'
import type { Platform } from '#server/context.ts'
import { isDatabaseUnavailable } from '#server/db/database.ts'
import type { OnlineUser } from '../contract.ts'
import { createPresenceService, type PresenceService, type LeaveKind } from './presence-service.ts'
import type { LiveConnection } from './connection.ts'
import type { LikeCount, RoomQueries } from './room-chat.ts'
import { createRoom, type Room } from './room.ts'
import type { LiveTimings } from './timings.ts'
import { resyncMessageCount } from './delivered-messages.ts'

export interface Rooms extends Pick<PresenceService, 'count' | 'newest'> {
  /**
   * Joins a day's room and leaves the previous one. The connection receives the latest messages and every event
   * after them. Rejects without any change when the messages can't be read.
   */
  join(connection: LiveConnection, day: string): Promise<void>
  leave(connection: LiveConnection, kind: LeaveKind): void
  /** Updates a user's name and picture in every room they are in. */
  updateProfile(user: OnlineUser): void
  /** Sends a connection the presence it skipped because of backpressure. */
  resendPresence(connection: LiveConnection): void
  close(): void
}

export interface RoomsOptions {
  platform: Platform
  timings: LiveTimings
  /** The latest messages of a day for a joining client, oldest first. */
  initialMessages(day: string): Promise<ChatMessage[]>
  /** The latest `limit` messages of a day for a resync, oldest first. */
  recentMessages(day: string, limit: number): Promise<ChatMessage[]>
  /** Like counts of these messages; deleted ones are left out. */
  countLikes(messageIds: readonly number[]): Promise<readonly LikeCount[]>
}

interface OpenRoom {
  room: Room
  unsubscribe(): void
}

/**
 * Rooms subscribe to the bus channels `room:{day}`. Presence is replicated for all days, with or without a local
 * room.
 */
export function createRooms(options: RoomsOptions): Rooms {
  const { platform, timings } = options
  const rooms = new Map<string, OpenRoom>()
  const presenceService = createPresenceService({
    platform,
    timings,
    joined: (day, user) => rooms.get(day)?.room.joined(user),
    left: (day, user) => rooms.get(day)?.room.left(user),
    changed: (day) => rooms.get(day)?.room.presenceChanged(),
  })

  const closeIfUnused = (room: Room) => {
    const openRoom = rooms.get(room.day)
    if (openRoom?.room !== room || room.connections.size > 0 || room.joinSnapshot.hasWaiters()) return
    closeRoom(openRoom)
    rooms.delete(room.day)
  }
  const getOrOpen = (day: string): Room => {
    const existing = rooms.get(day)
    if (existing) return existing.room
    const queries = roomQueries(options, day)
    const room: Room = createRoom({
      day,
      timings,
      presenceService,
      queries,
      onEmpty: () => closeIfUnused(room),
    })
    const unsubscribe = platform.bus.subscribe(roomEvents(day), (event) => handleRoomEvent(room, event))
    rooms.set(day, { room, unsubscribe })
    return room
  }
  const leave = (connection: LiveConnection, kind: LeaveKind) => {
    if (connection.day !== null) rooms.get(connection.day)?.room.leave(connection, kind)
  }
  const resyncAll = () => {
    for (const { room } of rooms.values()) room.resync()
  }
  const stopResyncing = resyncOnMissedEvents(platform.bus, timings.uncertainCommitMs, resyncAll)

  return {
    join: async (connection, day) => {
      const room = getOrOpen(day)
      try {
        await enterRoom(room, connection, () => leave(connection, 'left'))
      } finally {
        closeIfUnused(room)
      }
    },
    leave,
    updateProfile: presenceService.updateProfile,
    resendPresence: (connection) => {
      if (connection.day !== null) rooms.get(connection.day)?.room.resendPresence(connection)
    },
    count: presenceService.count,
    newest: presenceService.newest,
    close: () => {
      stopResyncing()
      presenceService.close()
      for (const openRoom of rooms.values()) closeRoom(openRoom)
      rooms.clear()
    },
  }
}

/**
 * Resyncs all rooms after missed bus events, and after a write with an unknown outcome (bus channel `rooms`).
 * Resyncs again after `uncertainCommitMs`: a crashed node's statement may still be committed in between.
 */
function resyncOnMissedEvents(bus: Bus, uncertainCommitMs: number, resync: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  const resyncTwice = () => {
    resync()
    clearTimeout(timer)
    timer = setTimeout(resync, uncertainCommitMs)
  }
  const unsubscribes = [
    bus.watch({ onMessagesMissed: resyncTwice }),
    bus.subscribe(busEvents.rooms, resyncTwice),
  ]
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe()
    clearTimeout(timer)
  }
}

function closeRoom({ room, unsubscribe }: OpenRoom): void {
  unsubscribe()
  room.close()
}

function roomQueries(options: RoomsOptions, day: string): RoomQueries {
  const { platform, initialMessages, recentMessages, countLikes } = options
  return {
    latest: () => initialMessages(day),
    latestForResync: () => recentMessages(day, resyncMessageCount),
    countLikes,
    onError: (error) => {
      if (!isDatabaseUnavailable(error))
        platform.log.error({ err: error, day }, "A room's messages could not be read.")
    },
  }
}

/** Adds a connection to the room once its first frames are ready; no event can come between them and the join. */
function enterRoom(room: Room, connection: LiveConnection, leavePrevious: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    room.joinSnapshot.read((frames) => {
      if (connection.isOpen()) {
        leavePrevious()
        for (const frame of frames) connection.write(frame)
        room.enter(connection)
      }
      resolve()
    }, reject)
  })
}

/** Forwards a room's bus events to its connections. */
function handleRoomEvent(room: Room, event: RoomEvent): void {
  if (event.type === 'likes-changed') handleLikesChanged(room, event)
  else room.broadcast(event)
}

function handleLikesChanged(room: Room, { messageId, own }: LikesChanged): void {
  room.likesChanged(messageId)
  if (!own) return
  const { userId, liked, version } = own
  room.sendTo(userId, { type: 'own-like', messageId, liked, version })
}
