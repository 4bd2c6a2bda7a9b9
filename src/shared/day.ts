// Chicago days, as text 'YYYY-MM-DD': the only conversion from a moment to a date (TIME-01). Temporal is native, or
// loaded by the entry points before this file runs.
import * as z from 'zod/mini'
import { productTimeZone } from './constants.ts'

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/
const timePattern = /^([01]\d|2[0-3]):[0-5]\d$/

// Most calls ask for today.
let lastValidDay = ''

/** Whether the text is a valid calendar day written as YYYY-MM-DD. */
export function isDay(text: string): boolean {
  if (text !== '' && text === lastValidDay) return true
  if (!isCalendarDay(text)) return false
  lastValidDay = text
  return true
}

function isCalendarDay(text: string): boolean {
  // Validates without Temporal, as one answer may contain thousands of days.
  const [, year, month, day] = (dayPattern.exec(text) ?? []).map(Number)
  return year !== undefined && month !== undefined && day !== undefined
    ? year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
    : false
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** A calendar day in requests and responses. */
export const daySchema = z.string().check(
  z.refine(isDay, {
    error: 'A date is written YYYY-MM-DD, such as 2026-11-21.',
    params: { format: 'date' },
  }),
)

/** A Chicago wall time, HH:MM. */
export const timeSchema = z
  .string()
  .check(z.regex(timePattern, { error: 'A time is written HH:MM, such as 06:30.' }))

// Every request needs the current day, which stays the same for hours.
let cachedDay = { day: '', fromMs: 0, untilMs: 0 }

/** The Chicago calendar day of a moment in epoch milliseconds. */
export function chicagoDay(nowMs: number): string {
  if (nowMs >= cachedDay.fromMs && nowMs < cachedDay.untilMs) return cachedDay.day
  const day = dayInZone(nowMs, null)
  cachedDay = { day, fromMs: dayStartMs(day), untilMs: dayStartMs(addDays(day, 1)) }
  return day
}

/** Adds days, which may be negative. */
export function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString()
}

/** The start of a Chicago day in epoch milliseconds. */
export function dayStartMs(day: string): number {
  return Temporal.PlainDate.from(day).toZonedDateTime(productTimeZone).epochMilliseconds
}

/** Milliseconds from the moment to the next Chicago midnight; days have 23, 24 or 25 hours (TIME-03). */
export function msUntilMidnight(nowMs: number): number {
  return dayStartMs(addDays(chicagoDay(nowMs), 1)) - nowMs
}

/**
 * A Chicago wall time on a day in epoch milliseconds. In the spring gap the time moves forward; in the autumn
 * overlap the first one counts (TIME-02).
 */
export function wallTimeToMs(day: string, time: string): number {
  return Temporal.PlainDate.from(day)
    .toPlainDateTime(Temporal.PlainTime.from(time))
    .toZonedDateTime(productTimeZone, { disambiguation: 'compatible' }).epochMilliseconds
}

/** The seven days of the day's week, from Monday (TIME-05). */
export function weekOf(day: string): string[] {
  const monday = addDays(day, 1 - Temporal.PlainDate.from(day).dayOfWeek)
  return Array.from({ length: 7 }, (_, index) => addDays(monday, index))
}

/** The `count` days up to and including the day, oldest first. */
export function lastDays(day: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addDays(day, index - count + 1))
}

/** The month of a day, 'YYYY-MM'. */
export function monthOf(day: string): string {
  return day.slice(0, 7)
}

const dayStyles = {
  weekday: { weekday: 'long', month: 'long', day: 'numeric' },
  long: { year: 'numeric', month: 'long', day: 'numeric' },
  full: { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' },
  short: { month: 'short', day: 'numeric' },
  month: { year: 'numeric', month: 'long' },
  shortWeekday: { weekday: 'short' },
} as const
type DayStyle = keyof typeof dayStyles

// Cached: creating a format costs more than formatting a hundred days.
const dayFormats = new Map<DayStyle, Intl.DateTimeFormat>()

function dayFormat(style: DayStyle): Intl.DateTimeFormat {
  // A day has no zone: parsed and formatted as UTC.
  const format =
    dayFormats.get(style) ?? new Intl.DateTimeFormat('en-US', { ...dayStyles[style], timeZone: 'UTC' })
  dayFormats.set(style, format)
  return format
}

/**
 * Formats a day: 'Saturday, November 21', 'November 21, 2026' (long), 'Saturday, November 21, 2026' (full), 'Nov
 * 21' (short), its month 'November 2026', or its weekday 'Sat'.
 */
export function formatDay(day: string, style: DayStyle = 'weekday'): string {
  return dayFormat(style).format(Date.parse(day))
}

/** Formats a range of days: 'November 16 – 22, 2026', with both months and years where they differ. */
export function formatDayRange(from: string, to: string): string {
  const [first = '', firstYear = ''] = formatDay(from, 'long').split(', ')
  const [last = '', lastYear = ''] = formatDay(to, 'long').split(', ')
  if (firstYear !== lastYear) return `${first}, ${firstYear} – ${last}, ${lastYear}`
  const end = monthOf(from) === monthOf(to) ? last.slice(last.indexOf(' ') + 1) : last
  return `${first} – ${end}, ${lastYear}`
}

/** Formats a moment as a wall time, '6:02 AM', in the zone; without one, in Chicago. */
export function formatTimeOfDay(atMs: number, zone: string | null = null): string {
  return Temporal.Instant.fromEpochMilliseconds(atMs).toLocaleString('en-US', {
    timeZone: zone ?? productTimeZone,
    hour: 'numeric',
    minute: '2-digit',
  })
}

interface ReaderZones {
  /** The community's zone; null for Chicago. */
  community: string | null
  /** The reader's; null if it is unknown. */
  reader: string | null
}

/**
 * A moment by the reader's clock, with the weekday where it differs: ' (Sat 2:00 AM where you are)'. Empty where the
 * clocks agree, or the reader's zone is unknown.
 */
export function readerTimeSuffix(atMs: number, { community, reader }: ReaderZones): string {
  if (reader === null) return ''
  const time = formatTimeOfDay(atMs, reader)
  const day = dayInZone(atMs, reader)
  if (day === dayInZone(atMs, community))
    return time === formatTimeOfDay(atMs, community) ? '' : ` (${time} where you are)`
  return ` (${formatDay(day).split(',', 1).join('')} ${time} where you are)`
}

/** A time of day by the community's clock and, where it differs, by the reader's: '7:00 PM (1:00 AM where you are)'. */
export function formatTimeForReader(atMs: number, zones: ReaderZones): string {
  return `${formatTimeOfDay(atMs, zones.community)}${readerTimeSuffix(atMs, zones)}`
}

/** The calendar day of a moment in the zone; without one, in Chicago. */
export function dayInZone(atMs: number, zone: string | null): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(atMs)
  return instant
    .toZonedDateTimeISO(zone ?? productTimeZone)
    .toPlainDate()
    .toString()
}

/** Epoch milliseconds of an ISO timestamp. */
export function timestampToMs(timestamp: string): number {
  return Temporal.Instant.from(timestamp).epochMilliseconds
}

/** The ISO timestamp of epoch milliseconds: UTC, with milliseconds. */
export function msToTimestamp(atMs: number): string {
  return Temporal.Instant.fromEpochMilliseconds(atMs).toString({ smallestUnit: 'millisecond' })
}
