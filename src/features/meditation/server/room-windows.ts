// Room windows: when the room of a day is open, for the live channel and for members' time.
import { roomWindow } from '#features/sittings/current-sitting.ts'
import type { SittingsAround } from '#features/sittings/server/service.ts'
import type { Platform } from '#server/context.ts'
import { addDays } from '#shared/day.ts'

export interface RoomWindows {
  /** When a day's room is open, in epoch milliseconds, the end excluded (LIVE-17). */
  windowOf(day: string): Promise<{ fromMs: number; untilMs: number }>
  /** Whether a day's room is open: today's, yesterday's until its end, tomorrow's from its doors on (LIVE-21). */
  isOpen(day: string): Promise<boolean>
}

export function createRoomWindows(
  { calendar, clock, roomClock }: Pick<Platform, 'calendar' | 'clock' | 'roomClock'>,
  {
    around,
    minutesOf,
  }: {
    around: Pick<SittingsAround, 'ofRoom'>
    /** The duration of a day's meditation; null without one. */
    minutesOf(day: string): Promise<number | null>
  },
): RoomWindows {
  const windowOf: RoomWindows['windowOf'] = async (day) => {
    const [minutes, sittings] = await Promise.all([minutesOf(day), around.ofRoom(day)])
    return roomWindow(day, { days: calendar.days(), sittings, minutes: minutes ?? 0 })
  }
  return {
    windowOf,
    isOpen: async (day) => {
      const today = calendar.today()
      if (day === today) return true
      if (day === addDays(today, -1)) return clock.now() < (await windowOf(day)).untilMs
      return day === addDays(today, 1) && roomClock.now() >= (await windowOf(day)).fromMs
    },
  }
}
