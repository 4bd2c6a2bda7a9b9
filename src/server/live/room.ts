// Room: one room on this node, its connections, and the fan-out of events to them.
import { presenceShownMax } from '#shared/constants.ts'
import type { LiveServerMessage, OnlineUser } from '#shared/live/channel-messages.ts'
import type { RoomKey } from '#shared/live/room-key.ts'
import { can } from '#shared/roles.ts'
import { shouldAnnounceMembers } from './announcements.ts'
import { outside, type LiveConnection } from './connection.ts'
import { createConnectionsByUser } from './connections-by-user.ts'
import { createFanOut } from './fan-out.ts'
import { frameOf, textFrame } from './frames.ts'
import { createPresenceBroadcaster } from './presence-broadcaster.ts'
import type { PresenceService, LeaveKind } from './presence-service.ts'
import type { RoomAccess, RoomFeature } from './room-feature.ts'
import type { LiveTimings } from './timings.ts'

export interface Room {
  /** Whether no connection is in the room or joining it. */
  isUnused(): boolean
  /**
   * Joins once all extensions have the connection's first frames; no event can come between them and the join.
   * Rejects without any change when one of them can't be read.
   */
  join(connection: LiveConnection, leavePrevious: () => void): Promise<void>
  leave(connection: LiveConnection, kind: LeaveKind): void
  /** Events may have been missed. */
  onGap(): void
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
  key: RoomKey
  features: readonly RoomFeature[]
  timings: LiveTimings
  presenceService: PresenceService
  /** Called when the last connection has left. */
  onEmpty(): void
}

export function createRoom({ key, features, timings, presenceService, onEmpty }: RoomOptions): Room {
  const connections = new Set<LiveConnection>()
  const byUser = createConnectionsByUser()
  let joiningCount = 0
  const fanOut = createFanOut(connections)
  const presence = createPresenceBroadcaster({
    connections,
    tickMs: timings.presenceTickMs,
    encode: () => presenceFrame(presenceService, key),
  })
  const access: RoomAccess = {
    key,
    encode: frameOf,
    broadcast: fanOut.write,
    sendToModerators: (message) => {
      const frame = access.encode(message)
      for (const connection of connections)
        if (can(connection.persona, 'chat.moderate')) connection.write(frame)
    },
    sendTo: (userId, message) => {
      const sockets = byUser.of(userId)
      if (sockets.length === 0) return
      const frame = access.encode(message)
      for (const connection of sockets) connection.write(frame)
    },
  }
  const extensions = features.map((feature) => feature.openRoom(access))
  const broadcastIfAnnounced = (event: LiveServerMessage, memberCount: number) => {
    if (shouldAnnounceMembers(memberCount)) fanOut.write(frameOf(event))
  }
  const enter = (connection: LiveConnection) => {
    connection.state = { name: 'inside', room: key }
    connection.lastPresenceFrame = null
    connections.add(connection)
    byUser.add(connection)
    if (byUser.of(connection.user.id).length === 1) presenceService.enter(key, connection.user)
    presence.sendInitial(connection)
  }

  return {
    isUnused: () => connections.size === 0 && joiningCount === 0,
    join: async (connection, leavePrevious) => {
      joiningCount += 1
      const member = {
        userId: connection.user.id,
        mayModerate: can(connection.persona, 'chat.moderate'),
      }
      const reads = await Promise.allSettled(extensions.map((extension) => extension.onJoin(member)))
      joiningCount -= 1
      const frames = reads.flatMap((read) => (read.status === 'fulfilled' ? read.value() : []))
      for (const read of reads) if (read.status === 'rejected') throw read.reason
      if (connection.state.name !== 'joining' || !connection.isOpen()) return
      leavePrevious()
      for (const frame of frames) connection.write(frame)
      enter(connection)
    },
    leave: (connection, kind) => {
      const { id } = connection.user
      connection.state = outside
      connections.delete(connection)
      byUser.delete(connection)
      if (byUser.of(id).length === 0) presenceService.leave(key, id, kind)
      if (connections.size === 0) onEmpty()
    },
    onGap: () => {
      for (const extension of extensions) extension.onGap()
    },
    joined: (user) => broadcastIfAnnounced({ type: 'user-joined', user }, presenceService.count(key)),
    left: (user) =>
      broadcastIfAnnounced({ type: 'user-left', userId: user.id }, presenceService.count(key) + 1),
    presenceChanged: () => presence.changed(),
    resendPresence: (connection) => presence.sendLatest(connection),
    close: () => {
      for (const part of [fanOut, presence, ...extensions]) part.close()
    },
  }
}

function presenceFrame(presenceService: PresenceService, room: RoomKey): Buffer {
  const users = presenceService.newestAsJson(room, presenceShownMax)
  return textFrame(
    `{"type":"online-count-updated","onlineCount":${presenceService.count(room)},"onlineUsers":${users}}`,
  )
}
