// The rooms of this node by day: opened by the first who joins, closed after the last has left.
import * as z from 'zod/mini'
import type { ChatMessage } from '#features/chat/contract.ts'
import type { Bus } from '#server/bus.ts'
import type { Platform } from '#server/context.ts'
import { isDatabaseUnavailable } from '#server/db.ts'
import { serverMessageSchema, type OnlineUser } from '../contract.ts'
import { createPresenceService, type PresenceService, type LeaveKind } from './presence-service.ts'
import type { LiveConnection } from './connection.ts'
import { createUnknownMessageLog } from './unknown-message-log.ts'
import type { LikeCount, RoomQueries } from './room-chat.ts'
import { createRoom, type Room } from './room.ts'
import type { LiveTimings } from './timings.ts'
import { resyncMessageCount } from './delivered-messages.ts'

export interface Rooms extends Pick<PresenceService, 'count' | 'newest'> {
  /**
   * Joins a day's room and leaves the one before. The connection gets the latest messages and hears everything
   * that comes after them. Rejects, and nothing changes, when the messages can't be read.
   */
  join(connection: LiveConnection, day: string): Promise<void>
  leave(connection: LiveConnection, how: LeaveKind): void
  /** Shows somebody's new name and picture wherever they are. */
  know(user: OnlineUser): void
  /** Gives a connection that has caught up the presence that it missed. */
  catchUp(connection: LiveConnection): void
  close(): void
}

export interface RoomsOptions {
  platform: Platform
  timings: LiveTimings
  /** The latest messages of a day that are shown to who comes in, oldest first. */
  initialMessages(day: string): Promise<ChatMessage[]>
  /** The same, as many as wanted. */
  recentMessages(day: string, limit: number): Promise<ChatMessage[]>
  /** How many like each of these messages, as far as they are still there. */
  countLikes(messageIds: readonly number[]): Promise<readonly LikeCount[]>
}

/** That a like count is to be read anew; `own` goes to the member who liked or un-liked, where it was one. */
const likesChangedSchema = z.object({
  type: z.literal('likes-changed'),
  messageId: z.int(),
  own: z.optional(z.object({ userId: z.int(), liked: z.boolean(), version: z.int() })),
})

/** What the bus says to a room: changed likes, or what goes to everybody as it is. */
const roomEventSchema = z.union([serverMessageSchema, likesChangedSchema])

interface OpenRoom {
  room: Room
  unsubscribe(): void
}

/** Rooms that hear of events on the bus channels `room:{day}`. Whom the others hold is known without one, too. */
export function createRooms(options: RoomsOptions): Rooms {
  const { platform, timings } = options
  const rooms = new Map<string, OpenRoom>()
  const hear = createRoomEventHandler(platform)
  const attendance = createPresenceService({
    platform,
    timings,
    joined: (day, user) => rooms.get(day)?.room.joined(user),
    left: (day, user) => rooms.get(day)?.room.left(user),
    changed: (day) => rooms.get(day)?.room.presenceChanged(),
  })

  const closeUnused = (room: Room) => {
    const opened = rooms.get(room.day)
    if (opened?.room !== room || room.connections.size > 0 || room.history.isAwaited()) return
    closeRoom(opened)
    rooms.delete(room.day)
  }
  const open = (day: string): Room => {
    const present = rooms.get(day)
    if (present) return present.room
    const readings = roomQueries(options, day)
    const room: Room = createRoom({ day, timings, attendance, readings, emptied: () => closeUnused(room) })
    const unsubscribe = platform.bus.subscribe(`room:${day}`, (event) => hear(room, event))
    rooms.set(day, { room, unsubscribe })
    return room
  }
  const leave = (connection: LiveConnection, how: LeaveKind) => {
    if (connection.day !== null) rooms.get(connection.day)?.room.leave(connection, how)
  }
  const repairAll = () => {
    for (const { room } of rooms.values()) room.repair()
  }
  const stopDoubting = resyncOnMissedEvents(platform.bus, timings.outcomeMs, repairAll)

  return {
    join: async (connection, day) => {
      const room = open(day)
      try {
        await enterRoom(room, connection, () => leave(connection, 'told'))
      } finally {
        closeUnused(room)
      }
    },
    leave,
    know: attendance.know,
    catchUp: (connection) => {
      if (connection.day !== null) rooms.get(connection.day)?.room.catchUp(connection)
    },
    count: attendance.count,
    newest: attendance.newest,
    close: () => {
      stopDoubting()
      attendance.close()
      for (const opened of rooms.values()) closeRoom(opened)
      rooms.clear()
    },
  }
}

/**
 * Repairs whenever something was missed, or somebody couldn't hear what became of a write, and once more when it has
 * become that: what a node that died has sent to the database may be committed after it.
 */
function resyncOnMissedEvents(bus: Bus, outcomeMs: number, repair: () => void): () => void {
  let outcome: NodeJS.Timeout | undefined
  const doubt = () => {
    repair()
    clearTimeout(outcome)
    outcome = setTimeout(repair, outcomeMs)
  }
  const stops = [bus.watch({ missed: doubt }), bus.subscribe('rooms', doubt)]
  return () => {
    for (const stop of stops) stop()
    clearTimeout(outcome)
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
    latestForRepair: () => recentMessages(day, resyncMessageCount),
    countLikes,
    failed: (error) => {
      if (!isDatabaseUnavailable(error)) platform.log.error({ err: error, day }, 'A room could not be read.')
    },
  }
}

/** Lets a connection in as soon as its first frames are there, in the same instant in which they are written. */
function enterRoom(room: Room, connection: LiveConnection, leaveFirst: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    room.history.read((frames) => {
      if (connection.isOpen()) {
        leaveFirst()
        for (const frame of frames) connection.write(frame)
        room.enter(connection)
      }
      resolve()
    }, reject)
  })
}

/** Lets a room hear what the bus says to it. */
function createRoomEventHandler({ log }: Platform): (room: Room, event: unknown) => void {
  const notUnderstood = createUnknownMessageLog((error) =>
    log.error({ err: error }, 'An event for a room was not understood.'),
  )
  return (room, event) => {
    const parsed = z.safeParse(roomEventSchema, event)
    if (!parsed.success) notUnderstood(event, parsed.error)
    else if (parsed.data.type === 'likes-changed') handleLikesChanged(room, parsed.data)
    else room.tell(parsed.data)
  }
}

function handleLikesChanged(room: Room, { messageId, own }: z.infer<typeof likesChangedSchema>): void {
  room.likesChanged(messageId)
  if (!own) return
  const { userId, liked, version } = own
  room.sendTo(userId, { type: 'own-like', messageId, liked, version })
}
