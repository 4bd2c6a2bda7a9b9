// Room: one day's room on this node, its connections, and the events they receive.
import { presenceShownMax } from '#shared/constants.ts'
import type { OnlineUser, ServerMessage } from '../contract.ts'
import { shouldAnnounceMembers } from '../rules.ts'
import type { PresenceService, LeaveKind } from './presence-service.ts'
import type { LiveConnection } from './connection.ts'
import { createFanOut } from './fan-out.ts'
import { frameOf, textFrame } from './frame.ts'
import { createPresenceBroadcaster } from './presence-broadcaster.ts'
import { createRoomChat, type RoomChat, type RoomQueries } from './room-chat.ts'
import type { LiveTimings } from './timings.ts'

export interface Room extends Pick<RoomChat, 'joinSnapshot' | 'broadcast' | 'likesChanged' | 'resync'> {
  readonly day: string
  /** This node's connections in the room. */
  readonly connections: ReadonlySet<LiveConnection>
  /** Sends an event to all sockets of one member. */
  sendTo(userId: number, event: ServerMessage): void
  enter(connection: LiveConnection): void
  leave(connection: LiveConnection, kind: LeaveKind): void
  /** A member joined the room on any node. */
  joined(user: OnlineUser): void
  /** A member left the room on every node. */
  left(user: OnlineUser): void
  /** The members or their profiles have changed. */
  presenceChanged(): void
  /** Sends a connection the presence it skipped because of backpressure. */
  resendPresence(connection: LiveConnection): void
  close(): void
}

interface RoomOptions {
  day: string
  timings: LiveTimings
  queries: RoomQueries
  presenceService: PresenceService
  /** Called when the last connection has left. */
  onEmpty(): void
}

export function createRoom({ day, timings, queries, presenceService, onEmpty }: RoomOptions): Room {
  const connections = new Set<LiveConnection>()
  const socketsOf = new Map<number, Set<LiveConnection>>()
  const fanOut = createFanOut(connections)
  const presence = createPresenceBroadcaster({
    connections,
    tickMs: timings.presenceTickMs,
    encode: () => presenceFrame(presenceService, day),
  })
  const chat = createRoomChat({ queries, timings, fanOut })
  const broadcastIfAnnounced = (event: ServerMessage, memberCount: number) => {
    if (shouldAnnounceMembers(memberCount)) fanOut.write(frameOf(event))
  }

  return {
    day,
    connections,
    joinSnapshot: chat.joinSnapshot,
    broadcast: chat.broadcast,
    likesChanged: chat.likesChanged,
    resync: chat.resync,
    sendTo: (userId, event) => {
      const sockets = socketsOf.get(userId)
      if (!sockets) return
      const frame = frameOf(event)
      for (const connection of sockets) connection.write(frame)
    },
    enter: (connection) => {
      const { id } = connection.user
      const sockets = socketsOf.get(id) ?? new Set()
      connection.day = day
      connection.lastPresenceFrame = null
      connections.add(connection)
      socketsOf.set(id, sockets.add(connection))
      if (sockets.size === 1) presenceService.enter(day, connection.user)
      presence.sendInitial(connection)
    },
    leave: (connection, kind) => {
      const { id } = connection.user
      const sockets = socketsOf.get(id)
      connection.day = null
      connections.delete(connection)
      sockets?.delete(connection)
      if (!sockets?.size) {
        socketsOf.delete(id)
        presenceService.leave(day, id, kind)
      }
      if (connections.size === 0) onEmpty()
    },
    joined: (user) => broadcastIfAnnounced({ type: 'user-joined', user }, presenceService.count(day)),
    left: (user) =>
      broadcastIfAnnounced({ type: 'user-left', userId: user.id }, presenceService.count(day) + 1),
    presenceChanged: () => presence.changed(),
    resendPresence: (connection) => presence.sendLatest(connection),
    close: () => {
      for (const part of [fanOut, presence, chat]) part.close()
    },
  }
}

function presenceFrame(presenceService: PresenceService, day: string): Buffer {
  const users = presenceService.newestAsJson(day, presenceShownMax)
  return textFrame(
    `{"type":"online-count-updated","onlineCount":${presenceService.count(day)},"onlineUsers":${users}}`,
  )
}
