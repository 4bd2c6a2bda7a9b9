// Known senders: which connections belong to known members, for the part of a room's rate that is reserved.
import type { Platform } from '#server/context.ts'
import type { RoomKey } from '#shared/live/room-key.ts'
import { roomOf, type LiveConnection } from './connection.ts'
import type { RoomsPolicy } from './rooms-policy.ts'

export interface KnownSenders {
  /**
   * Whether the connection's member is known in its room (PULSE-15). False until the first call has found
   * out: a room asks only about those who write, and joining stays free of queries.
   */
  isKnown(connection: LiveConnection): boolean
}

export function createKnownSenders(
  { log }: Pick<Platform, 'log'>,
  { isKnownMember }: Pick<RoomsPolicy, 'isKnownMember'>,
): KnownSenders {
  const found = new WeakMap<LiveConnection, { room: RoomKey; isKnown: boolean }>()
  const find = async (connection: LiveConnection, room: RoomKey) => {
    try {
      found.set(connection, { room, isKnown: await isKnownMember(room, connection.user.id) })
    } catch (error) {
      // The next message asks again.
      found.delete(connection)
      log.warn({ err: error }, 'Whether a sender is a known member could not be read.')
    }
  }
  return {
    isKnown: (connection) => {
      const room = roomOf(connection)
      const known = found.get(connection)
      if (room === null || known?.room === room) return known?.isKnown ?? false
      found.set(connection, { room, isKnown: false })
      void find(connection, room)
      return false
    },
  }
}
