// Room members: this node's connections by their rooms, to write to them all, or to move them out.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { KeyedQueue } from '#server/async/keyed-queue.ts'
import type { Platform } from '#server/context.ts'
import type { RoomKey } from '#shared/live/room-key.ts'
import { roomOf, type LiveConnection } from './connection.ts'
import { frameOf } from './frames.ts'
import type { OutgoingMessage } from './room-feature.ts'

export interface RoomMembers {
  /** Whether a connection of this node is in one of the selected rooms. */
  isAnyIn(isSelected: (room: RoomKey) => boolean): boolean
  /** Writes a message to every connection in the selected rooms on this node. */
  write(isSelected: (room: RoomKey) => boolean, message: OutgoingMessage): void
  /**
   * Moves every connection on this node out of the selected rooms, and writes it the message. Runs after the messages
   * received so far are handled and joins in progress are done.
   */
  moveOut(isSelected: (room: RoomKey) => boolean, message: OutgoingMessage): void
}

interface RoomMembersOptions {
  platform: Pick<Platform, 'log'>
  /** The tasks of each connection. */
  tasks: Pick<KeyedQueue<LiveConnection>, 'run'>
  /** All open sockets of this node. */
  connections(): readonly LiveConnection[]
  /** Removes a connection from its room. */
  leave(connection: LiveConnection): void
}

export function createRoomMembers({ platform, tasks, connections, leave }: RoomMembersOptions): RoomMembers {
  const { log } = platform
  const isIn = (connection: LiveConnection, isSelected: (room: RoomKey) => boolean) => {
    const room = roomOf(connection)
    return room !== null && isSelected(room)
  }
  return {
    isAnyIn: (isSelected) => connections().some((connection) => isIn(connection, isSelected)),
    write: (isSelected, message) => {
      const frame = frameOf(message)
      const inside = connections().filter((connection) => isIn(connection, isSelected))
      void forEachInSlices(inside, (connection) => {
        // The connection may have joined another room meanwhile.
        if (isIn(connection, isSelected)) connection.write(frame)
      })
    },
    moveOut: (isSelected, message) => {
      const frame = frameOf(message)
      const move = (connection: LiveConnection) => {
        if (!isIn(connection, isSelected)) return
        leave(connection)
        connection.write(frame)
      }
      void forEachInSlices(connections(), (connection) => {
        tasks
          .run(connection, async () => move(connection))
          .catch((error: unknown) =>
            log.error({ err: error }, 'A member could not be moved out of a closed room.'),
          )
      })
    },
  }
}

/** Yields to other work after this many connections, so that a full room doesn't delay other messages. */
const sliceSize = 500

async function forEachInSlices(
  connections: readonly LiveConnection[],
  each: (connection: LiveConnection) => void,
) {
  for (const [index, connection] of connections.entries()) {
    if (index > 0 && index % sliceSize === 0) await nextTurn()
    each(connection)
  }
}
