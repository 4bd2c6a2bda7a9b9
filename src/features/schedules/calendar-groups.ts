// Schedules of a calendar: grouped by day and month, and counted.
import { yearViewPerMonth } from '#shared/constants.ts'
import { monthOf } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { compareSchedules } from './calendar-days.ts'
import type { Schedule } from './contract.ts'

/** Groups schedules by day; within a day by time, an active one first. */
export function schedulesByDay(schedules: readonly Schedule[]): Map<string, Schedule[]> {
  return groupSchedulesBy(schedules, ({ date }) => date)
}

/** Groups schedules by month ('YYYY-MM'), each in date order. */
export function schedulesByMonth(schedules: readonly Schedule[]): Map<string, Schedule[]> {
  return groupSchedulesBy(schedules, ({ date }) => monthOf(date))
}

/** The year view's entries of a month: the first three, and the number of the others (SCH-04). */
export function monthPreview(schedules: readonly Schedule[]): { shown: Schedule[]; more: number } {
  const shown = schedules.slice(0, yearViewPerMonth)
  return { shown, more: schedules.length - shown.length }
}

/** A count: '1 meditation', '12 meditations'. */
export function describeCount(count: number): string {
  return t('{count, plural, one {# meditation} other {# meditations}}', { count })
}

function groupSchedulesBy(
  schedules: readonly Schedule[],
  keyOf: (schedule: Schedule) => string,
): Map<string, Schedule[]> {
  const groups = new Map<string, Schedule[]>()
  for (const schedule of [...schedules].sort(compareSchedules)) {
    const group = groups.get(keyOf(schedule))
    if (group) group.push(schedule)
    else groups.set(keyOf(schedule), [schedule])
  }
  return groups
}
