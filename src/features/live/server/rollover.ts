// Midnight: who is in a room is told that a day has begun, and who is left in the old room moves when that closes.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { addDays } from '#shared/day.ts'
import type { Platform } from '#server/context.ts'
import { isDatabaseUnavailable } from '#server/db.ts'
import { roomClosesAtMs } from '../rules.ts'
import type { LiveConnection } from './connection.ts'
import { createDayWatch } from './day-watch.ts'
import { frameOf } from './frame.ts'
import { createPlanChanges, type PlanChangesOptions } from './plan-changes.ts'

export interface Rollover {
  /** The Chicago day that this node goes by: its clock's, or one that began elsewhere a moment ago. */
  today(): string
  /** Until when the room of a date is open, in epoch milliseconds; for ever gone by where there is none (LIVE-21). */
  openUntilMs(date: string): Promise<number>
  /** Somebody has joined a room: where it is yesterday's they hear what those heard who were there at midnight. */
  joined(connection: LiveConnection): void
  close(): void
}

export interface RolloverOptions {
  platform: Pick<Platform, 'bus' | 'clock' | 'log'>
  /** All open sockets of this node. */
  connections(): LiveConnection[]
  /** Takes a connection out of its room. */
  leave(connection: LiveConnection): void
  /** Minutes of the meditation of a day, null without one. */
  durationOf(day: string): Promise<number | null>
  planOf: PlanChangesOptions['planOf']
}

/** Each node tells its own sockets, and closes its own part of the room. */
export function createRollover(options: RolloverOptions): Rollover {
  const { platform, connections, durationOf } = options
  const closing = createRoomCloser(options)
  const broadcast = (day: string, frame: Buffer) => {
    const isThere = isIn(day)
    void forEachInSlices(connections().filter(isThere), (connection) => {
      // Some may have gone to another day by themselves meanwhile.
      if (isThere(connection)) connection.write(frame)
    })
  }
  const begun = (day: string) => {
    broadcast(addDays(day, -1), frameOf({ type: 'session-changed', sessionDate: day, roomClosed: false }))
    closing.follow(day)
  }
  const planChanges = createPlanChanges({ ...options, today: () => days.today(), broadcast })
  const changed = () => {
    closing.readAnew()
    planChanges.changed()
  }
  const days = createDayWatch({ platform, begun, changed })

  return {
    today: days.today,
    openUntilMs: async (date) => {
      const today = days.today()
      if (date === today) return Number.POSITIVE_INFINITY
      if (date !== addDays(today, -1)) return Number.NEGATIVE_INFINITY
      return roomClosesAtMs(date, await durationOf(date))
    },
    joined: (connection) => {
      const today = days.today()
      if (!isBefore(today)(connection)) return
      connection.send({ type: 'session-changed', sessionDate: today, roomClosed: false })
      closing.follow(today)
    },
    close: () => {
      days.close()
      closing.close()
      planChanges.close()
    },
  }
}

const readRetryMs = 5_000

/** Closes yesterday's room when the duration of its meditation, as it is then, says so (LIVE-17). */
function createRoomCloser(options: RolloverOptions) {
  const { platform, connections, leave } = options
  const { clock, log } = platform
  let today = ''
  /** Null while nobody is known to be there. */
  let callOff: (() => void) | null = null
  let readings = 0

  const earliestMs = () => roomClosesAtMs(addDays(today, -1), null)
  const moveAllBefore = (day: string) => {
    const moved = frameOf({ type: 'session-changed', sessionDate: today, roomClosed: true })
    const move = (connection: LiveConnection) => {
      if (!isBefore(day)(connection)) return
      leave(connection)
      connection.write(moved)
    }
    void forEachInSlices(connections(), (connection) => {
      // After what they have said so far is answered; and who is just joining has joined then.
      connection.handled = connection.handled
        .then(() => move(connection))
        .catch((error: unknown) => log.error({ err: error }, 'Somebody was not moved out of a closed room.'))
    })
  }
  const look = async () => {
    callOff?.()
    readings += 1
    const reading = readings
    // Whoever comes yet calls `follow`: an empty room needs no reading.
    const closesAtMs = connections().some(isBefore(today)) ? await readClosingTime(options, today) : null
    if (reading !== readings) return
    callOff = null
    if (closesAtMs === null) return
    if (closesAtMs === 'unknown') callOff = clock.after(readRetryMs, () => void look())
    else if (closesAtMs > clock.now()) callOff = clock.at(closesAtMs, () => void look())
    else moveAllBefore(today)
  }

  return {
    /** It is this day, and somebody may be in the room of the one before. */
    follow: (day: string) => {
      if (day !== today) {
        readings += 1
        callOff?.()
        callOff = null
        today = day
        // Left there by a node that slept through a whole day.
        const yesterday = addDays(day, -1)
        if (connections().some(isBefore(yesterday))) moveAllBefore(yesterday)
      }
      callOff ??= clock.at(earliestMs(), () => void look())
    },
    /** The duration may be another one now. */
    readAnew: () => {
      if (callOff && clock.now() >= earliestMs()) void look()
    },
    close: () => {
      readings += 1
      callOff?.()
    },
  }
}

/** When the room of the day before `today` closes. */
async function readClosingTime(
  { platform: { log }, durationOf }: RolloverOptions,
  today: string,
): Promise<number | 'unknown'> {
  const yesterday = addDays(today, -1)
  try {
    return roomClosesAtMs(yesterday, await durationOf(yesterday))
  } catch (error) {
    if (!isDatabaseUnavailable(error)) log.error({ err: error }, 'It could not be read when a room closes.')
    return 'unknown'
  }
}

const isIn = (day: string) => (connection: LiveConnection) => connection.day === day
const isBefore = (day: string) => (connection: LiveConnection) =>
  connection.day !== null && connection.day < day

/** After so many others get their turn: nobody's word waits until a full room is told. */
const sliceSize = 500

async function forEachInSlices(
  connections: readonly LiveConnection[],
  each: (connection: LiveConnection) => void,
) {
  for (const [index, connection] of connections.entries()) {
    if (index > 0 && index % sliceSize === 0) await nextTurn()
    each(connection)
  }
}
