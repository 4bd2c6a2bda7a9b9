// Room: one day's room on this node, its connections, and the fan-out of events to them.
import { presenceShownMax } from '#shared/constants.ts'
import { can } from '#shared/roles.ts'
import type { LiveServerMessage, OnlineUser } from '../contract.ts'
import { shouldAnnounceMembers } from '../rules.ts'
import type { PresenceService, LeaveKind } from './presence-service.ts'
import { type LiveConnection, frameOf, textFrame } from './connection.ts'
import { createPresenceBroadcaster } from './presence-broadcaster.ts'
import type { RoomAccess, RoomFeature } from './service.ts'
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
  day: string
  features: readonly RoomFeature[]
  timings: LiveTimings
  presenceService: PresenceService
  /** Called when the last connection has left. */
  onEmpty(): void
}

export function createRoom({ day, features, timings, presenceService, onEmpty }: RoomOptions): Room {
  const connections = new Set<LiveConnection>()
  const socketsOf = new Map<number, Set<LiveConnection>>()
  let joiningCount = 0
  const fanOut = createFanOut(connections)
  const presence = createPresenceBroadcaster({
    connections,
    tickMs: timings.presenceTickMs,
    encode: () => presenceFrame(presenceService, day),
  })
  const access: RoomAccess = {
    day,
    encode: (message) => textFrame(JSON.stringify(message)),
    broadcast: fanOut.write,
    sendToModerators: (message) => {
      const frame = access.encode(message)
      for (const connection of connections)
        if (can(connection.persona, 'chat.moderate')) connection.write(frame)
    },
    sendTo: (userId, message) => {
      const sockets = socketsOf.get(userId)
      if (!sockets) return
      const frame = access.encode(message)
      for (const connection of sockets) connection.write(frame)
    },
  }
  const extensions = features.map((feature) => feature.openRoom(access))
  const broadcastIfAnnounced = (event: LiveServerMessage, memberCount: number) => {
    if (shouldAnnounceMembers(memberCount)) fanOut.write(frameOf(event))
  }
  const enter = (connection: LiveConnection) => {
    const { id } = connection.user
    const sockets = socketsOf.get(id) ?? new Set()
    connection.day = day
    connection.lastPresenceFrame = null
    connections.add(connection)
    socketsOf.set(id, sockets.add(connection))
    if (sockets.size === 1) presenceService.enter(day, connection.user)
    presence.sendInitial(connection)
  }

  return {
    isUnused: () => connections.size === 0 && joiningCount === 0,
    join: async (connection, leavePrevious) => {
      joiningCount += 1
      const reads = await Promise.allSettled(extensions.map((extension) => extension.onJoin()))
      joiningCount -= 1
      const frames = reads.flatMap((read) => (read.status === 'fulfilled' ? read.value() : []))
      for (const read of reads) if (read.status === 'rejected') throw read.reason
      if (!connection.isOpen()) return
      leavePrevious()
      for (const frame of frames) connection.write(frame)
      enter(connection)
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
    onGap: () => {
      for (const extension of extensions) extension.onGap()
    },
    joined: (user) => broadcastIfAnnounced({ type: 'user-joined', user }, presenceService.count(day)),
    left: (user) =>
      broadcastIfAnnounced({ type: 'user-left', userId: user.id }, presenceService.count(day) + 1),
    presenceChanged: () => presence.changed(),
    resendPresence: (connection) => presence.sendLatest(connection),
    close: () => {
      for (const part of [fanOut, presence, ...extensions]) part.close()
    },
  }
}

function presenceFrame(presenceService: PresenceService, day: string): Buffer {
  const users = presenceService.newestAsJson(day, presenceShownMax)
  return textFrame(
    `{"type":"online-count-updated","onlineCount":${presenceService.count(day)},"onlineUsers":${users}}`,
  )
}

export interface FanOut {
  /** Sends a frame to every connection, in call order. */
  write(frame: Buffer): void
  close(): void
}

const busyPerSecond = 8
const secondMs = 1_000
const batchMs = 250
/** Below this size batching saves nothing, so writes are immediate. */
const batchMinConnections = 50

/** Writes to the connections that are in the set at the time of writing. */
function createFanOut(connections: ReadonlySet<LiveConnection>): FanOut {
  let recentWritesMs: number[] = []
  let pending: Buffer[] = []
  let timer: NodeJS.Timeout | null = null

  const writeNow = (frame: Buffer) => {
    for (const connection of connections) connection.write(frame)
  }
  const flush = () => {
    timer = null
    const frames = pending
    pending = []
    writeNow(frames.length === 1 && frames[0] ? frames[0] : Buffer.concat(frames))
  }
  const isBusy = () => {
    const nowMs = performance.now()
    recentWritesMs = recentWritesMs.filter((atMs) => atMs > nowMs - secondMs)
    recentWritesMs.push(nowMs)
    return recentWritesMs.length > busyPerSecond && connections.size > batchMinConnections
  }

  return {
    write: (frame) => {
      if (!isBusy() && timer === null) {
        writeNow(frame)
        return
      }
      pending.push(frame)
      timer ??= setTimeout(flush, batchMs)
    },
    close: () => {
      if (timer !== null) clearTimeout(timer)
      timer = null
      pending = []
    },
  }
}
