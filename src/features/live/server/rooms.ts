// The rooms of this node by day: opened by the first who joins, closed after the last has left.
import * as z from 'zod/mini'
import type { ChatMessage } from '#features/chat/contract.ts'
import type { Platform } from '#server/context.ts'
import { isDatabaseUnavailable } from '#server/db.ts'
import { serverMessageSchema, type OnlineUser } from '../contract.ts'
import type { Connection } from './connection.ts'
import type { LikeCount } from './like-counts.ts'
import type { Leaving } from './members.ts'
import { createRoom, type Room } from './room.ts'
import type { LiveTimings } from './timings.ts'

export interface Rooms {
  /**
   * Joins a day's room and leaves the one before. The connection gets the latest messages and hears everything
   * that comes after them. Rejects, and nothing changes, when the messages can't be read.
   */
  join(connection: Connection, day: string): Promise<void>
  leave(connection: Connection, how: Leaving): void
  /** Shows somebody's new name and picture wherever they are. */
  know(user: OnlineUser): void
  /** Gives a connection that has caught up the presence that it missed. */
  catchUp(connection: Connection): void
  /** The room of a day, if anybody is there. */
  of(day: string): Room | undefined
  close(): void
}

export interface RoomsOptions {
  platform: Platform
  timings: LiveTimings
  /** The latest messages of a day, oldest first. */
  initialMessages(day: string): Promise<ChatMessage[]>
  /** How many like each of these messages, as far as they are still there. */
  countLikes(messageIds: readonly number[]): Promise<readonly LikeCount[]>
}

/** What the bus says to a room: what goes to everybody as it is, or that a like count is to be read anew. */
const roomEventSchema = z.union([
  serverMessageSchema,
  z.object({ type: z.literal('likes-changed'), messageId: z.int() }),
])

/** Rooms that hear of events on the bus channels `room:{day}`. */
export function createRooms({ platform, timings, initialMessages, countLikes }: RoomsOptions): Rooms {
  const rooms = new Map<string, { room: Room; close(): void }>()

  const closeUnused = ({ day, count, history }: Room) => {
    if (count() > 0 || history.isAwaited()) return
    rooms.get(day)?.close()
    rooms.delete(day)
  }
  const open = (day: string): Room => {
    const present = rooms.get(day)
    if (present) return present.room
    const room: Room = createRoom({
      day,
      timings,
      load: () => initialMessages(day),
      countLikes,
      countingFailed: (error) => {
        if (!isDatabaseUnavailable(error)) platform.log.error({ err: error }, 'Likes could not be counted.')
      },
      emptied: () => closeUnused(room),
    })
    const unsubscribe = platform.bus.subscribe(`room:${day}`, (event) => hearParsed(platform, room, event))
    const close = () => {
      unsubscribe()
      room.close()
    }
    rooms.set(day, { room, close })
    return room
  }
  const leave = (connection: Connection, how: Leaving) => {
    if (connection.day !== null) rooms.get(connection.day)?.room.leave(connection, how)
  }

  return {
    join: async (connection, day) => {
      const room = open(day)
      try {
        await made(room, connection, () => leave(connection, 'told'))
      } finally {
        closeUnused(room)
      }
    },
    leave,
    know: (user) => {
      for (const { room } of rooms.values()) room.know(user)
    },
    catchUp: (connection) => {
      if (connection.day !== null) rooms.get(connection.day)?.room.catchUp(connection)
    },
    of: (day) => rooms.get(day)?.room,
    close: () => {
      for (const { close } of rooms.values()) close()
      rooms.clear()
    },
  }
}

/** Lets a connection in as soon as its first frames are there, in the same instant in which they are written. */
function made(room: Room, connection: Connection, leaveFirst: () => void): Promise<void> {
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

function hearParsed({ log }: Platform, room: Room, event: unknown): void {
  const parsed = z.safeParse(roomEventSchema, event)
  if (!parsed.success) log.error({ issues: parsed.error.issues }, 'An event for a room was not understood.')
  else if (parsed.data.type === 'likes-changed') room.likesChanged(parsed.data.messageId)
  else room.tell(parsed.data)
}
