// Sitting watch: tells the pages in a room when the day's sitting has changed (PHASE-19).
import { createCoalescedReads } from '#server/async/coalesced-reads.ts'
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

/** Changes are read this often even without an event: the bus may be away. */
const pollMs = 5_000
/** Between two reads after events. */
const tickMs = 100

/** Watches the sitting of a room's day; it sends one frame per change, and none when a phase changes (PHASE-05). */
export function watchSitting(
  { bus, clock, database, log }: Pick<Platform, 'bus' | 'clock' | 'database' | 'log'>,
  room: WatchedRoom,
) {
  /** The last known state, as JSON; pages expect no sitting until told otherwise. */
  let known = 'null'
  const frameOf = (sitting: Sitting | null) => room.encode({ type: 'sitting-changed', sitting })
  let joinFrames: readonly Buffer[] = []
  const reads = createCoalescedReads({
    tickMs,
    read: async () => {
      const [sitting = null] = await sittingsBetween(database.query, { from: room.day, to: room.day })
      return [sitting]
    },
    send: (sitting) => {
      const state = JSON.stringify(sitting)
      if (known === state) return
      const frame = frameOf(sitting)
      room.broadcast(frame)
      known = state
      joinFrames = sitting === null ? [] : [frame]
    },
    onError: (error) => {
      if (!isDatabaseUnavailable(error))
        log.error({ err: error, day: room.day }, 'The sitting could not be read.')
    },
  })
  const read = () => reads.changed(room.day)
  let cancelTimer = () => {}
  const poll = () => {
    read()
    cancelTimer = clock.after(pollMs, poll)
  }
  poll()
  const unsubscribe = bus.subscribe(busEvents.days, ({ type }) => {
    if (type === 'changed') read()
  })

  return {
    // The page read the day before it joined: the sitting may have changed in between.
    onJoin: async () => () => joinFrames,
    onGap: read,
    close: () => {
      unsubscribe()
      cancelTimer()
      reads.close()
    },
  }
}
