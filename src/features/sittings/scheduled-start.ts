// When a schedule starts: a wall time by the community's clock, or by that of the schedule's own zone.
import { addDays, type CommunityDays } from '#shared/day.ts'

export interface ScheduledStart {
  /** A day of the community. */
  date: string
  /** By the clock of `timeZone`, HH:MM. */
  scheduledTime: string
  /** Null for the community's, on that day. */
  timeZone: string | null
  /** How many days the start is after `date` in `timeZone`, -2 to 2; 0 by the community's clock. */
  dayShift: number
}

/** A schedule without an own zone. */
export const communityClock = { timeZone: null, dayShift: 0 } as const

/**
 * The start in epoch milliseconds. In an hour that the zone's clocks skip it moves forward, in a repeated hour the first
 * one counts (TIME-02).
 */
export function scheduledStartMs(
  days: CommunityDays,
  { date, scheduledTime, timeZone, dayShift }: ScheduledStart,
): number {
  return days.wallTimeMs(addDays(date, dayShift), scheduledTime, timeZone ?? days.zoneOf(date))
}

const shifts = [-2, -1, 0, 1, 2]

/** The smallest shift whose start isn't before the community's midnight of `date` (SCH-34). */
export function dayShiftOf(days: CommunityDays, start: Omit<ScheduledStart, 'dayShift'>): number {
  if (start.timeZone === null) return 0
  const midnightMs = days.startMs(start.date)
  return shifts.find((dayShift) => scheduledStartMs(days, { ...start, dayShift }) >= midnightMs) ?? 0
}

// Clock changes in different weeks move a start out of its day by up to an hour and a half.
const toleranceMs = 2 * 3_600_000

/**
 * The shift of a row that continues a series: the series' own, so that each day of the zone is one of the community. Where
 * that no longer fits, as after a change of the community's zone, a new series starts (SCH-34).
 */
export function continuedShift(days: CommunityDays, start: ScheduledStart): number {
  const { date, timeZone, dayShift } = start
  if (timeZone === null) return 0
  const startMs = scheduledStartMs(days, start)
  const fits =
    startMs > days.startMs(date) - toleranceMs && startMs < days.startMs(addDays(date, 1)) + toleranceMs
  return fits ? dayShift : dayShiftOf(days, start)
}
