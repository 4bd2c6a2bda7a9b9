// Room thanks: broadcasts the number of thanks to a room, at most once a second (THANK-02).
import * as z from 'zod/mini'
import type { RoomAccess, RoomExtension } from '#server/live/room-feature.ts'
import { hasShared } from '#features/sittings/phases.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import type { Platform } from '#server/context.ts'
import { createRoomState } from '#server/live/room-state.ts'
import { dayOfRoom } from '#shared/live/room-key.ts'
import { busChannel, type BusChannel } from '#shared/bus-events.ts'
import type { ThanksServerMessage } from '../contract.ts'
import { countThanks } from './sql.ts'

export interface ThanksDeps {
  /** The sitting of a day, null without one. */
  sittingOf(day: string): Promise<Sitting | null>
}

const thanksEventSchema = z.object({ type: z.literal('changed') })

/** The channel of a day's thanks. */
export function thanksEvents(day: string): BusChannel<z.infer<typeof thanksEventSchema>> {
  return busChannel(`thanks:${day}`, thanksEventSchema)
}

const tickMs = 1_000

interface RoomThanks {
  sittingId: number
  count: number
}

/** A page that joins in the sharing reads the count by its call. */
export function createRoomThanks(
  platform: Pick<Platform, 'bus' | 'clock' | 'database' | 'log' | 'roomClock'> & ThanksDeps,
  room: RoomAccess,
): RoomExtension {
  const { database, roomClock, sittingOf } = platform
  const day = dayOfRoom(room.key)
  return createRoomState<RoomThanks | null, ThanksServerMessage>({
    platform,
    room,
    events: [thanksEvents(day)],
    read: async () => {
      const sitting = await sittingOf(day)
      if (sitting === null || !hasShared(sitting, roomClock.now())) return null
      const count = await countThanks(database.query, sitting.id)
      return count === 0 ? null : { sittingId: sitting.id, count }
    },
    toMessages: (thanks) => (thanks === null ? [] : [{ type: 'thanks-updated', count: thanks.count }]),
    initial: null,
    tickMs,
    pollMs: null,
    isSentOnJoin: false,
    failureText: 'The room’s thanks could not be read.',
  })
}
