// Reminder rules: when each leaves, and which sittings a member chose. Pure; zones and the clock are arguments.
import { addDays, dayInZone, type CommunityDays } from '#shared/day.ts'
import type { ReminderChoices } from './contract.ts'

const minuteMs = 60_000
export const quarterMs = 15 * minuteMs
const hourMs = 60 * minuteMs

/** A ten-minute notice leaves between these before the bell (REM-05). */
export const tenMinutesFromMs = 12 * minuteMs
export const tenMinutesUntilMs = 10 * minuteMs

/** Changes of sittings further ahead than this aren't announced: the evening before is the first reminder. */
export const announcedAheadMs = 36 * hourMs

const dayBeforeTime = '18:00'

/** 18:00 of the zone on the day before a bell, by that zone's calendar (REM-02). */
export function dayBeforeMs(days: CommunityDays, bell: number, zone: string): number {
  return days.wallTimeMs(addDays(dayInZone(bell, zone), -1), dayBeforeTime, zone)
}

/** Whether a bell hasn't rung yet. */
export function isBellAhead(bell: number, nowMs: number): boolean {
  return bell > nowMs
}

/** The start of the quarter of an hour of a moment; zones differ by whole quarters. */
export function quarterOf(atMs: number): number {
  return Math.floor(atMs / quarterMs) * quarterMs
}

/** When a sitting is scheduled, by the community's clock; members choose by it. */
export interface ScheduledHour {
  weekday: number
  time: string
}

export function scheduledHour(days: CommunityDays, scheduledAt: number): ScheduledHour {
  const at = Temporal.Instant.fromEpochMilliseconds(scheduledAt).toZonedDateTimeISO(days.zoneAt(scheduledAt))
  const [time] = at.toPlainTime().toString({ smallestUnit: 'minute' }).split(' ', 1)
  // Temporal counts from Monday, 1, to Sunday, 7.
  return { weekday: at.dayOfWeek % 7, time: time ?? '' }
}

/** Whether a member wants to hear of sittings of this hour. */
export function isChosen(
  { weekdays, times }: Pick<ReminderChoices, 'weekdays' | 'times'>,
  { weekday, time }: ScheduledHour,
): boolean {
  return (weekdays === null || weekdays.includes(weekday)) && (times === null || times.includes(time))
}

/** Whether a member has chosen anything that is sent. */
export function isAnythingChosen({ tenMinutes, dayBefore, changes, news }: ReminderChoices): boolean {
  return tenMinutes !== null || dayBefore !== null || changes.length > 0 || news
}
