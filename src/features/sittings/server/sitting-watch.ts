// Sitting watch: tells the pages in a room when the day's sitting has changed (PHASE-19).
import { createPolledState } from '#server/async/polled-state.ts'
import type { Platform } from '#server/context.ts'
import { isDatabaseUnavailable } from '#server/db/database.ts'
import { busEvents } from '#shared/bus-events.ts'
import type { Sitting, SittingServerMessage } from '../sitting.ts'
import { sittingsBetween } from './sql.ts'

/** What the watch needs of a room of the live channel. */
interface WatchedRoom {
  readonly day: string
  encode(message: SittingServerMessage): Buffer
  broadcast(frame: Buffer): void
}

const pollMs = 5_000

/** Watches the sitting of a room's day; it sends one frame per change, and none when a phase changes (PHASE-05). */
export function watchSitting(
  { bus, calendar, clock, database, log }: Pick<Platform, 'bus' | 'calendar' | 'clock' | 'database' | 'log'>,
  room: WatchedRoom,
) {
  let joinFrames: readonly Buffer[] = []
  const state = createPolledState<Sitting | null>({
    clock,
    pollMs,
    initial: null,
    read: async () => {
      const [sitting = null] = await sittingsBetween(database.query, calendar.days(), {
        from: room.day,
        to: room.day,
      })
      return sitting
    },
    onChange: (sitting) => {
      const frame = room.encode({ type: 'sitting-changed', sitting })
      room.broadcast(frame)
      joinFrames = sitting === null ? [] : [frame]
    },
    onError: (error) => {
      if (!isDatabaseUnavailable(error))
        log.error({ err: error, day: room.day }, 'The sitting could not be read.')
    },
  })
  const unsubscribe = bus.subscribe(busEvents.days, ({ type }) => {
    if (type === 'changed') state.changed()
  })

  return {
    // The page read the day before it joined: the sitting may have changed in between.
    onJoin: async () => () => joinFrames,
    onGap: state.changed,
    close: () => {
      unsubscribe()
      state.close()
    },
  }
}
