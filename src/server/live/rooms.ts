// Rooms: this node's rooms, opened by the first join and closed after the last leave.
import type { Bus } from '#server/bus/bus.ts'
import type { Platform } from '#server/context.ts'
import { busEvents } from '#shared/bus-events.ts'
import type { RoomKey } from '#shared/live/room-key.ts'
import { outside, roomOf, type LiveConnection } from './connection.ts'
import type { ProfileUpdate } from './presence-roster.ts'
import { createPresenceService, type PresenceService, type LeaveKind } from './presence-service.ts'
import type { RoomFeature } from './room-feature.ts'
import { createRoom, type Room } from './room.ts'
import type { LiveTimings } from './timings.ts'

/** The members in the rooms, on all nodes. */
export type PresenceReader = Pick<PresenceService, 'count' | 'newest' | 'isPresent' | 'lastSocketClosedAtMs'>

export interface Rooms extends PresenceReader {
  /**
   * Joins a room and leaves the previous one. The connection receives the room's first frames and every event
   * after them. Rejects without any change when those frames can't be read.
   */
  join(connection: LiveConnection, key: RoomKey): Promise<void>
  leave(connection: LiveConnection, kind: LeaveKind): void
  /** Updates a user's profile in every room they are in. */
  updateProfile(update: ProfileUpdate): void
  /** Sends a connection the presence it skipped because of backpressure. */
  resendPresence(connection: LiveConnection): void
  close(): void
}

export interface RoomsOptions {
  platform: Platform
  timings: LiveTimings
  /** The parts that other features add to each room; exactly one of them accepts joins. */
  features: readonly RoomFeature[]
}

/**
 * Presence is replicated for all rooms, also those that no one on this node has joined. Throws unless one feature
 * accepts joins.
 */
export function createRooms(options: RoomsOptions): Rooms {
  const { platform, timings } = options
  const features = acceptingFirst(options.features)
  const rooms = new Map<RoomKey, Room>()
  const presenceService = createPresenceService({
    platform,
    timings,
    joined: (key, user) => rooms.get(key)?.joined(user),
    left: (key, user) => rooms.get(key)?.left(user),
    changed: (key) => rooms.get(key)?.presenceChanged(),
  })

  const closeIfUnused = (key: RoomKey, room: Room) => {
    if (rooms.get(key) !== room || !room.isUnused()) return
    room.close()
    rooms.delete(key)
  }
  const getOrOpen = (key: RoomKey): Room => {
    const existing = rooms.get(key)
    if (existing) return existing
    const room: Room = createRoom({
      key,
      features,
      timings,
      presenceService,
      onEmpty: () => closeIfUnused(key, room),
    })
    rooms.set(key, room)
    return room
  }
  const leave = (connection: LiveConnection, kind: LeaveKind) => {
    const key = roomOf(connection)
    if (key !== null) rooms.get(key)?.leave(connection, kind)
  }
  const stopWatching = watchGaps(platform.bus, timings.uncertainCommitMs, () => {
    for (const room of rooms.values()) room.onGap()
  })

  return {
    join: async (connection, key) => {
      const room = getOrOpen(key)
      const leaving = roomOf(connection)
      connection.state = { name: 'joining', leaving }
      try {
        await room.join(connection, () => leave(connection, 'left'))
      } finally {
        if (connection.state.name === 'joining')
          connection.state = leaving === null ? outside : { name: 'inside', room: leaving }
        closeIfUnused(key, room)
      }
    },
    leave,
    updateProfile: presenceService.updateProfile,
    resendPresence: (connection) => {
      const key = roomOf(connection)
      if (key !== null) rooms.get(key)?.resendPresence(connection)
    },
    count: presenceService.count,
    isPresent: presenceService.isPresent,
    lastSocketClosedAtMs: presenceService.lastSocketClosedAtMs,
    newest: presenceService.newest,
    close: () => {
      stopWatching()
      presenceService.close()
      for (const room of rooms.values()) room.close()
      rooms.clear()
    },
  }
}

function acceptingFirst(features: readonly RoomFeature[]): readonly RoomFeature[] {
  const accepting = features.filter(({ acceptsJoin }) => acceptsJoin)
  if (accepting.length !== 1) throw new Error(`${accepting.length} features accept joins instead of one.`)
  return [...accepting, ...features.filter(({ acceptsJoin }) => !acceptsJoin)]
}

/**
 * Reports missed bus events, and writes with an unknown outcome (bus channel `rooms`). Reports them again after
 * `uncertainCommitMs`: a crashed node's statement may still be committed in between.
 */
function watchGaps(bus: Bus, uncertainCommitMs: number, onGap: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  const reportTwice = () => {
    onGap()
    clearTimeout(timer)
    timer = setTimeout(onGap, uncertainCommitMs)
  }
  const unsubscribes = [
    bus.watch({ onMessagesMissed: reportTwice }),
    bus.subscribe(busEvents.rooms, reportTwice),
  ]
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe()
    clearTimeout(timer)
  }
}
