// Room thanks: broadcasts the number of thanks to a room, at most once a second (THANK-02).
import * as z from 'zod/mini'
import { hasShared } from '#features/sittings/phases.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import type { Platform } from '#server/context.ts'
import type { RoomAccess, RoomExtension } from '#server/live/room-feature.ts'
import { createRoomState } from '#server/live/room-state.ts'
import { busChannel, type BusChannel } from '#shared/bus-events.ts'
import { dayOfRoom } from '#shared/live/room-key.ts'
import type { ThanksServerMessage } from '../contract.ts'
import { countThanks } from './sql.ts'

export interface ThanksDeps {
  /** The sitting that a day's room shows at a moment of the room clock; null without one. */
  sittingOf(day: string, atMs: number): Promise<Sitting | null>
  /** The sittings of a day's room, in the order of their doors. */
  ofRoom(day: string): Promise<Sitting[]>
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
  const { database, roomClock, ofRoom } = platform
  const day = dayOfRoom(room.key)
  return createRoomState<RoomThanks | null, ThanksServerMessage>({
    platform,
    room,
    events: [thanksEvents(day)],
    read: async () => {
      const nowMs = roomClock.now()
      // The next sitting may have opened its doors since.
      const sitting = (await ofRoom(day)).findLast((each) => !each.cancelled && hasShared(each, nowMs))
      if (!sitting) return null
      const count = await countThanks(database.query, sitting.id)
      return count === 0 ? null : { sittingId: sitting.id, count }
    },
    toMessages: (thanks) => (thanks === null ? [] : [{ type: 'thanks-updated', ...thanks }]),
    initial: null,
    tickMs,
    pollMs: null,
    isSentOnJoin: false,
    failureText: 'The room’s thanks could not be read.',
  })
}
