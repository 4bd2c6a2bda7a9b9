// Rollover at midnight: announces the new day to rooms, and moves members out of yesterday's when it closes.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { busEvents } from '#shared/bus-events.ts'
import { addDays } from '#shared/day.ts'
import type { Platform } from '#server/context.ts'
import type { KeyedQueue } from '#server/async/keyed-queue.ts'
import { isDatabaseUnavailable } from '#server/db/database.ts'
import { roomWindow } from '#features/sittings/moment.ts'
import { type LiveConnection, frameOf } from './connection.ts'
import {
  createDailyMeditationChanges,
  type DailyMeditationChangesOptions,
} from './daily-meditation-changes.ts'

export interface Rollover {
  /**
   * Closing time of a joined room in epoch milliseconds: Infinity for today's, and for tomorrow's, which opened early.
   */
  openUntilMs(day: string): Promise<number>
  /**
   * A connection joined a room. In yesterday's room, it gets the session-changed event that was sent at midnight.
   */
  joined(connection: LiveConnection): void
  close(): void
}

export interface RolloverOptions {
  platform: Pick<Platform, 'bus' | 'calendar' | 'clock' | 'log'>
  /** The tasks of each connection. */
  tasks: Pick<KeyedQueue<LiveConnection>, 'run'>
  /** All open sockets of this node. */
  connections(): LiveConnection[]
  /** Removes a connection from its room. */
  leave(connection: LiveConnection): void
  /** When a day's room is open, in epoch milliseconds (LIVE-17). */
  windowOf(day: string): Promise<{ untilMs: number }>
  dailyMeditationOf: DailyMeditationChangesOptions['dailyMeditationOf']
}

/** Each node notifies its own sockets, and closes its own part of the room. */
export function createRollover(options: RolloverOptions): Rollover {
  const { platform, connections, windowOf } = options
  const { bus, calendar } = platform
  const roomCloser = createRoomCloser(options)
  const broadcast = (day: string, frame: Buffer) => {
    const isInDay = isIn(day)
    void forEachInSlices(connections().filter(isInDay), (connection) => {
      // The connection may have joined another day's room meanwhile.
      if (isInDay(connection)) connection.write(frame)
    })
  }
  const onDayStarted = (day: string) => {
    broadcast(addDays(day, -1), frameOf({ type: 'session-changed', sessionDate: day, roomClosed: false }))
    roomCloser.scheduleClose(day)
  }
  const dailyMeditationChanges = createDailyMeditationChanges({
    ...options,
    today: calendar.today,
    broadcast,
  })
  const onDailyMeditationChanged = () => {
    roomCloser.refresh()
    dailyMeditationChanges.changed()
  }
  const stops = [
    calendar.onDayStarted(onDayStarted),
    bus.subscribe(busEvents.days, ({ type }) => {
      if (type === 'changed') onDailyMeditationChanged()
    }),
    bus.watch({ onMessagesMissed: onDailyMeditationChanged }),
  ]

  return {
    openUntilMs: async (day) => {
      const today = calendar.today()
      if (day >= today) return Number.POSITIVE_INFINITY
      return day === addDays(today, -1) ? (await windowOf(day)).untilMs : Number.NEGATIVE_INFINITY
    },
    joined: (connection) => {
      const today = calendar.today()
      if (!isBefore(today)(connection)) return
      connection.send({ type: 'session-changed', sessionDate: today, roomClosed: false })
      roomCloser.scheduleClose(today)
    },
    close: () => {
      for (const stop of stops) stop()
      roomCloser.close()
      dailyMeditationChanges.close()
    },
  }
}

const readRetryMs = 5_000

/** Closes yesterday's room at the time that its meditation's current duration gives (LIVE-17). */
function createRoomCloser(options: RolloverOptions) {
  const { platform, tasks, connections, leave } = options
  const { calendar, clock, log } = platform
  let today = ''
  /** Null while yesterday's room is known to be empty. */
  let cancelTimer: (() => void) | null = null
  let readCount = 0

  const earliestMs = () => {
    const facts = { days: calendar.days(), sittings: [], minutes: 0 }
    return roomWindow(addDays(today, -1), facts).untilMs
  }
  const moveMembersOutBefore = (day: string) => {
    const movedFrame = frameOf({ type: 'session-changed', sessionDate: today, roomClosed: true })
    const move = (connection: LiveConnection) => {
      if (!isBefore(day)(connection)) return
      leave(connection)
      connection.write(movedFrame)
    }
    void forEachInSlices(connections(), (connection) => {
      // Runs after the messages received so far are responded to and joins in progress are done.
      tasks
        .run(connection, async () => move(connection))
        .catch((error: unknown) =>
          log.error({ err: error }, 'A member could not be moved out of a closed room.'),
        )
    })
  }
  const checkClosing = async () => {
    cancelTimer?.()
    readCount += 1
    const readNumber = readCount
    // Later joins call `scheduleClose`, so an empty room needs no read.
    const closesAtMs = connections().some(isBefore(today)) ? await readClosingTime(options, today) : null
    if (readNumber !== readCount) return
    cancelTimer = null
    if (closesAtMs === null) return
    if (closesAtMs === 'unknown') cancelTimer = clock.after(readRetryMs, () => void checkClosing())
    else if (closesAtMs > clock.now()) cancelTimer = clock.at(closesAtMs, () => void checkClosing())
    else moveMembersOutBefore(today)
  }

  return {
    /** Schedules the closing of the room of the day before `day`, which may still have members. */
    scheduleClose: (day: string) => {
      if (day !== today) {
        readCount += 1
        cancelTimer?.()
        cancelTimer = null
        today = day
        // A node that was suspended for a whole day may still have them.
        const yesterday = addDays(day, -1)
        if (connections().some(isBefore(yesterday))) moveMembersOutBefore(yesterday)
      }
      cancelTimer ??= clock.at(earliestMs(), () => void checkClosing())
    },
    /** Reads the closing time again: the meditation's duration may have changed. */
    refresh: () => {
      if (cancelTimer && clock.now() >= earliestMs()) void checkClosing()
    },
    close: () => {
      readCount += 1
      cancelTimer?.()
    },
  }
}

/** When the room of the day before `today` closes. */
async function readClosingTime(
  { platform: { log }, windowOf }: RolloverOptions,
  today: string,
): Promise<number | 'unknown'> {
  const yesterday = addDays(today, -1)
  try {
    return (await windowOf(yesterday)).untilMs
  } catch (error) {
    if (!isDatabaseUnavailable(error))
      log.error({ err: error }, "The closing time of yesterday's room could not be read.")
    return 'unknown'
  }
}

const isIn = (day: string) => (connection: LiveConnection) => connection.day === day
const isBefore = (day: string) => (connection: LiveConnection) =>
  connection.day !== null && connection.day < day

/** Yields to other work after this many connections, so that a full room doesn't delay other messages. */
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
