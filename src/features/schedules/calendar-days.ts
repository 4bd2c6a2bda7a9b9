// The schedules as calendars and lists need them: by day and by month, ahead and past, and in words.
import { yearViewPerMonth } from '#shared/constants.ts'
import { chicagoDay, formatDay, monthOf, wallTimeToMs, formatTimeOfDay } from '#shared/day.ts'
import type { Schedule } from './contract.ts'

/** The schedules of each day that has any, in the order of the day: by time, an active one before the others. */
export function schedulesByDay(schedules: readonly Schedule[]): Map<string, Schedule[]> {
  return groupSchedulesBy(schedules, ({ date }) => date)
}

/** The schedules of each month ('YYYY-MM') that has any, in the order of its days. */
export function schedulesByMonth(schedules: readonly Schedule[]): Map<string, Schedule[]> {
  return groupSchedulesBy(schedules, ({ date }) => monthOf(date))
}

/** What the year view shows of a month: its first three, and how many there are besides (SCH-04). */
export function monthPreview(schedules: readonly Schedule[]): { shown: Schedule[]; more: number } {
  const shown = schedules.slice(0, yearViewPerMonth)
  return { shown, more: schedules.length - shown.length }
}

/** Those of today and later, the next one first, and those before, the newest first. */
export function splitUpcomingAndPast(
  schedules: readonly Schedule[],
  today: string,
): { ahead: Schedule[]; past: Schedule[] } {
  const ordered = [...schedules].sort(compareSchedules)
  return {
    ahead: ordered.filter(({ date }) => date >= today),
    past: ordered.filter(({ date }) => date < today).reverse(),
  }
}

/** When it begins by Chicago's clock: '6:00 AM'; later where the clock leaves that time out (TIME-02). */
export function formatChicagoStart(schedule: Schedule): string {
  return formatTimeOfDay(startMs(schedule))
}

/** When it begins by another zone's clock, with the weekday where that differs; null where it is as in Chicago. */
export function formatLocalStart(schedule: Schedule, zone: string): string | null {
  const atMs = startMs(schedule)
  const there = formatTimeOfDay(atMs)
  const here = formatTimeOfDay(atMs, zone)
  const day = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(zone).toPlainDate().toString()
  if (day === chicagoDay(atMs)) return here === there ? null : here
  return `${formatDay(day).split(',', 1).join('')} ${here}`
}

/** Minutes for the eye: '30 min'. */
export function formatMinutes(minutes: number): string {
  return `${minutes} min`
}

/** Minutes for the ear: '30 minutes'. */
export function formatSpokenMinutes(minutes: number): string {
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
}

/** One for the ear: 'Morning light at 6:00 AM, 30 minutes, inactive'. */
function describeSchedule(schedule: Schedule): string {
  const { template, isActive } = schedule
  const said = `${template.title} at ${formatChicagoStart(schedule)}, ${formatSpokenMinutes(template.duration)}`
  return isActive ? said : `${said}, inactive`
}

/** What a day holds, for the ear: 'nothing scheduled', one, or '2 meditations: …; …'. */
export function describeDay(schedules: readonly Schedule[] = []): string {
  const said = schedules.map(describeSchedule).join('; ')
  if (schedules.length === 0) return 'nothing scheduled'
  return schedules.length === 1 ? said : `${describeCount(schedules.length)}: ${said}`
}

/** How many there are: '1 meditation', '12 meditations'. */
export function describeCount(count: number): string {
  return `${count} ${count === 1 ? 'meditation' : 'meditations'}`
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

function compareSchedules(a: Schedule, b: Schedule): number {
  return (
    compareStrings(a.date, b.date) ||
    compareStrings(a.scheduledTime, b.scheduledTime) ||
    Number(b.isActive) - Number(a.isActive) ||
    a.id - b.id
  )
}

// Dates and times are digits: no collation, and thousands of them cost nothing.
function compareStrings(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

function startMs({ date, scheduledTime }: Schedule): number {
  return wallTimeToMs(date, scheduledTime)
}
