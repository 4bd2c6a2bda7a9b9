// Starts as schedules store them, without a database.
import { dayShiftOf, type ScheduledStart } from '#features/sittings/scheduled-start.ts'
import type { CommunityDays } from '#shared/day.ts'

/** Creates starts of a community with these days; a zone of their own if one is given. */
export function scheduledStartsIn(days: CommunityDays) {
  return (date: string, scheduledTime: string, timeZone: string | null = null): ScheduledStart => ({
    date,
    scheduledTime,
    timeZone,
    dayShift: dayShiftOf(days, { date, scheduledTime, timeZone }),
  })
}
