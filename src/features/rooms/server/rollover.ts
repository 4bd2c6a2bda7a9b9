// Rollover at midnight: announces the new day to rooms, and moves members out of yesterday's when it closes.
import { roomWindow } from '#features/sittings/current-sitting.ts'
import type { Platform } from '#server/context.ts'
import { isDatabaseUnavailable } from '#server/db/database.ts'
import type { RoomMembers } from '#server/live/room-members.ts'
import { busEvents } from '#shared/bus-events.ts'
import { addDays } from '#shared/day.ts'
import { dayOfRoom, type RoomKey } from '#shared/live/room-key.ts'
import type { SessionChanged } from '../contract.ts'
import {
  createDailyMeditationChanges,
  type DailyMeditationChangesOptions,
} from './daily-meditation-changes.ts'

export interface Rollover {
  /**
   * Closing time of a joined room in epoch milliseconds: Infinity for today's, and for tomorrow's, which opened early.
   */
  openUntilMs(day: string): Promise<number>
  /** A connection joined a room. In yesterday's, it gets the session-changed event that was sent at midnight. */
  joined(day: string, send: (message: SessionChanged) => void): void
  close(): void
}

export interface RolloverOptions {
  platform: Pick<Platform, 'bus' | 'calendar' | 'clock' | 'log'>
  members: RoomMembers
  /** When a day's room is open, in epoch milliseconds (LIVE-17). */
  windowOf(day: string): Promise<{ untilMs: number }>
  dailyMeditationOf: DailyMeditationChangesOptions['dailyMeditationOf']
}

/** Each node notifies its own sockets, and closes its own part of the room. */
export function createRollover(options: RolloverOptions): Rollover {
  const { platform, members, windowOf } = options
  const { bus, calendar } = platform
  const roomCloser = createRoomCloser(options)
  const broadcast = (day: string, message: SessionChanged) => members.write(isOf(day), message)
  const onDayStarted = (day: string) => {
    broadcast(addDays(day, -1), sessionChanged({ sessionDate: day, roomClosed: false }))
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
    joined: (day, send) => {
      const today = calendar.today()
      if (day >= today) return
      send(sessionChanged({ sessionDate: today, roomClosed: false }))
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
  const { platform, members } = options
  const { calendar, clock } = platform
  let today = ''
  /** Null while yesterday's room is known to be empty. */
  let cancelTimer: (() => void) | null = null
  let readCount = 0

  const earliestMs = () => {
    const input = { days: calendar.days(), sittings: [], minutes: 0 }
    return roomWindow(addDays(today, -1), input).untilMs
  }
  const moveMembersOutBefore = (day: string) =>
    members.moveOut(isBefore(day), sessionChanged({ sessionDate: today, roomClosed: true }))
  const checkClosing = async () => {
    cancelTimer?.()
    readCount += 1
    const readNumber = readCount
    // Later joins call `scheduleClose`, so an empty room needs no read.
    const closesAtMs = members.isAnyIn(isBefore(today)) ? await readClosingTime(options, today) : null
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
        if (members.isAnyIn(isBefore(yesterday))) moveMembersOutBefore(yesterday)
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

function sessionChanged(change: Omit<SessionChanged, 'type'>): SessionChanged {
  return { type: 'session-changed', ...change }
}

const isOf = (day: string) => (room: RoomKey) => dayOfRoom(room) === day
const isBefore = (day: string) => (room: RoomKey) => dayOfRoom(room) < day
