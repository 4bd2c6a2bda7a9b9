// Room thanks: broadcasts the number of thanks to a room, at most once a second (THANK-02).
import * as z from 'zod/mini'
import type { RoomAccess, RoomExtension } from '#features/live/server/service.ts'
import { hasShared } from '#features/sittings/phases.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { createCoalescedReads } from '#server/async/coalesced-reads.ts'
import type { Platform } from '#server/context.ts'
import { isDatabaseUnavailable } from '#server/db/database.ts'
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

/** Each node reads the count after every change, so all nodes converge on the same count. */
export function createRoomThanks(
  {
    bus,
    database,
    log,
    roomClock,
    sittingOf,
  }: Pick<Platform, 'bus' | 'database' | 'log' | 'roomClock'> & ThanksDeps,
  room: RoomAccess,
): RoomExtension {
  let lastSent = ''
  const reads = createCoalescedReads({
    tickMs,
    read: async () => {
      const sitting = await sittingOf(room.day)
      if (sitting === null || !hasShared(sitting, roomClock.now())) return []
      const count = await countThanks(database.query, sitting.id)
      return count === 0 ? [] : [{ sittingId: sitting.id, count }]
    },
    send: (state) => {
      const key = JSON.stringify(state)
      if (key === lastSent) return
      lastSent = key
      const message: ThanksServerMessage = { type: 'thanks-updated', count: state.count }
      room.broadcast(room.encode(message))
    },
    onError: (error) => {
      if (!isDatabaseUnavailable(error))
        log.error({ err: error, day: room.day }, 'The room’s thanks could not be read.')
    },
  })
  const read = () => reads.changed(room.day)
  const unsubscribe = bus.subscribe(thanksEvents(room.day), read)
  return {
    // A page that joins in the sharing reads the count by its call.
    onJoin: async () => () => [],
    onGap: read,
    close: () => {
      unsubscribe()
      reads.close()
    },
  }
}
