// The schedules as calendars and lists need them: by day and by month, ahead and past, and in words.
import { yearViewPerMonth } from '#shared/constants.ts'
import { chicagoDay, dayInWords, monthOf, scheduledMs, timeInWords } from '#shared/day.ts'
import type { Schedule } from './contract.ts'

/** The schedules of each day that has any, in the order of the day: by time, an active one before the others. */
export function schedulesByDay(schedules: readonly Schedule[]): Map<string, Schedule[]> {
  return grouped(schedules, ({ date }) => date)
}

/** The schedules of each month ('YYYY-MM') that has any, in the order of its days. */
export function schedulesByMonth(schedules: readonly Schedule[]): Map<string, Schedule[]> {
  return grouped(schedules, ({ date }) => monthOf(date))
}

/** What the year view shows of a month: its first three, and how many there are besides (SCH-04). */
export function monthGlance(schedules: readonly Schedule[]): { shown: Schedule[]; more: number } {
  const shown = schedules.slice(0, yearViewPerMonth)
  return { shown, more: schedules.length - shown.length }
}

/** Those of today and later, the next one first, and those before, the newest first. */
export function aheadAndPast(
  schedules: readonly Schedule[],
  today: string,
): { ahead: Schedule[]; past: Schedule[] } {
  const ordered = [...schedules].sort(inOrder)
  return {
    ahead: ordered.filter(({ date }) => date >= today),
    past: ordered.filter(({ date }) => date < today).reverse(),
  }
}

/** When it begins by Chicago's clock: '6:00 AM'; later where the clock leaves that time out (TIME-02). */
export function startInChicago(schedule: Schedule): string {
  return timeInWords(startMs(schedule))
}

/** When it begins by another zone's clock, with the weekday where that differs; null where it is as in Chicago. */
export function startElsewhere(schedule: Schedule, zone: string): string | null {
  const atMs = startMs(schedule)
  const there = timeInWords(atMs)
  const here = timeInWords(atMs, zone)
  const day = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(zone).toPlainDate().toString()
  if (day === chicagoDay(atMs)) return here === there ? null : here
  return `${dayInWords(day).split(',', 1).join('')} ${here}`
}

/** Minutes for the eye: '30 min'. */
export function minutesShort(minutes: number): string {
  return `${minutes} min`
}

/** Minutes for the ear: '30 minutes'. */
export function minutesSpoken(minutes: number): string {
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
}

/** One for the ear: 'Morning light at 6:00 AM, 30 minutes, inactive'. */
function scheduleSpoken(schedule: Schedule): string {
  const { template, isActive } = schedule
  const said = `${template.title} at ${startInChicago(schedule)}, ${minutesSpoken(template.duration)}`
  return isActive ? said : `${said}, inactive`
}

/** What a day holds, for the ear: 'nothing scheduled', one, or '2 meditations: …; …'. */
export function daySpoken(schedules: readonly Schedule[] = []): string {
  const said = schedules.map(scheduleSpoken).join('; ')
  if (schedules.length === 0) return 'nothing scheduled'
  return schedules.length === 1 ? said : `${countSpoken(schedules.length)}: ${said}`
}

/** How many there are: '1 meditation', '12 meditations'. */
export function countSpoken(count: number): string {
  return `${count} ${count === 1 ? 'meditation' : 'meditations'}`
}

function grouped(
  schedules: readonly Schedule[],
  keyOf: (schedule: Schedule) => string,
): Map<string, Schedule[]> {
  const groups = new Map<string, Schedule[]>()
  for (const schedule of [...schedules].sort(inOrder)) {
    const group = groups.get(keyOf(schedule))
    if (group) group.push(schedule)
    else groups.set(keyOf(schedule), [schedule])
  }
  return groups
}

function inOrder(a: Schedule, b: Schedule): number {
  return (
    compared(a.date, b.date) ||
    compared(a.scheduledTime, b.scheduledTime) ||
    Number(b.isActive) - Number(a.isActive) ||
    a.id - b.id
  )
}

// Dates and times are digits: no collation, and thousands of them cost nothing.
function compared(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

function startMs({ date, scheduledTime }: Schedule): number {
  return scheduledMs(date, scheduledTime)
}
