// For which hour a sitting is planned; members choose sittings by it (`isChosen`). Pure.
import type { PlannedHour } from '#features/notifications/rules.ts'
import type { ScheduledStart } from '#features/sittings/scheduled-start.ts'
import { addDays, type CommunityDays } from '#shared/day.ts'

/** The planned hour of a schedule: what its clock shows, also where that clock skips or repeats an hour. */
export function plannedHour({ date, scheduledTime, timeZone, dayShift }: ScheduledStart): PlannedHour {
  const day = addDays(date, dayShift)
  return { weekday: weekdayOf(Temporal.PlainDate.from(day)), time: scheduledTime, zone: timeZone }
}

/** The hour of a sitting whose schedule was deleted: its bell by the community's clock. */
export function hourOfBell(days: CommunityDays, bell: number): PlannedHour {
  const at = Temporal.Instant.fromEpochMilliseconds(bell).toZonedDateTimeISO(days.zoneAt(bell))
  const time = at.toPlainTime().toString({ smallestUnit: 'minute' })
  return { weekday: weekdayOf(at), time, zone: null }
}

/** Temporal counts from Monday, 1, to Sunday, 7. */
function weekdayOf({ dayOfWeek }: { readonly dayOfWeek: number }): number {
  return dayOfWeek % 7
}
