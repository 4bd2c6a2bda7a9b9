// Rooms: this node's rooms by day, opened by the first join and closed after the last leave.
import { busEvents } from '#shared/bus-events.ts'
import type { Bus } from '#server/bus/bus.ts'
import type { Platform } from '#server/context.ts'
import { createPresenceService, type PresenceService, type LeaveKind } from './presence-service.ts'
import type { LiveConnection } from './connection.ts'
import type { ProfileUpdate } from './presence-roster.ts'
import { createRoom, type Room } from './room.ts'
import type { RoomFeature } from './service.ts'
import type { LiveTimings } from './timings.ts'

export interface Rooms extends Pick<
  PresenceService,
  'count' | 'newest' | 'isPresent' | 'lastSocketClosedAtMs'
> {
  /**
   * Joins a day's room and leaves the previous one. The connection receives the room's first frames and every event
   * after them. Rejects without any change when those frames can't be read.
   */
  join(connection: LiveConnection, day: string): Promise<void>
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
  /** The parts that other features add to each room. */
  features: readonly RoomFeature[]
}

/** Presence is replicated for all days, with or without a local room. */
export function createRooms(options: RoomsOptions): Rooms {
  const { platform, timings, features } = options
  const rooms = new Map<string, Room>()
  const presenceService = createPresenceService({
    platform,
    timings,
    joined: (day, user) => rooms.get(day)?.joined(user),
    left: (day, user) => rooms.get(day)?.left(user),
    changed: (day) => rooms.get(day)?.presenceChanged(),
  })

  const closeIfUnused = (day: string, room: Room) => {
    if (rooms.get(day) !== room || !room.isUnused()) return
    room.close()
    rooms.delete(day)
  }
  const getOrOpen = (day: string): Room => {
    const existing = rooms.get(day)
    if (existing) return existing
    const room: Room = createRoom({
      day,
      features,
      timings,
      presenceService,
      onEmpty: () => closeIfUnused(day, room),
    })
    rooms.set(day, room)
    return room
  }
  const leave = (connection: LiveConnection, kind: LeaveKind) => {
    if (connection.day !== null) rooms.get(connection.day)?.leave(connection, kind)
  }
  const stopWatching = watchGaps(platform.bus, timings.uncertainCommitMs, () => {
    for (const room of rooms.values()) room.onGap()
  })

  return {
    join: async (connection, day) => {
      const room = getOrOpen(day)
      try {
        await room.join(connection, () => leave(connection, 'left'))
      } finally {
        closeIfUnused(day, room)
      }
    },
    leave,
    updateProfile: presenceService.updateProfile,
    resendPresence: (connection) => {
      if (connection.day !== null) rooms.get(connection.day)?.resendPresence(connection)
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
