// Hall watch: sends the number of people in halls to the clients of a room, on every node.
import { isHeldNow } from '#features/sittings/rules.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import type { Platform } from '#server/context.ts'
import type { RoomAccess, RoomExtension } from '#server/live/room-feature.ts'
import { createRoomState } from '#server/live/room-state.ts'
import { dayOfRoom } from '#shared/live/room-key.ts'
import type { HallMessage } from '../live-messages.ts'
import { hallEvents } from './hall-events.ts'
import { countHalls } from './sql.ts'

export interface WatchHallsDeps {
  /** The sitting that a day's room shows at a moment of the room clock; null without one. */
  sittingOf(day: string, atMs: number): Promise<Sitting | null>
}

/** Without the bus. Outside the time of a sitting nothing is read. */
const pollMs = 10_000

type RoomHalls = Omit<HallMessage, 'type'>

export function watchHalls(
  platform: Pick<Platform, 'bus' | 'clock' | 'database' | 'log' | 'roomClock'> & WatchHallsDeps,
  room: RoomAccess,
): RoomExtension {
  const { database, roomClock, sittingOf } = platform
  const day = dayOfRoom(room.key)
  return createRoomState<RoomHalls | null, HallMessage>({
    platform,
    room,
    events: [hallEvents],
    read: async () => {
      const nowMs = roomClock.now()
      const sitting = await sittingOf(day, nowMs)
      if (sitting === null || !isHeldNow(sitting, nowMs)) return null
      const counts = await countHalls(database.query, sitting.id)
      return counts && { sittingId: sitting.id, ...counts }
    },
    toMessages: (halls) => (halls === null ? [] : [{ type: 'halls-changed', ...halls }]),
    initial: null,
    pollMs,
    isSentOnJoin: true,
    failureText: 'The halls of a room could not be counted.',
  })
}
