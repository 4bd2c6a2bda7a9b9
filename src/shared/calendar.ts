// Calendar grids on plain days: cells, names and keyboard navigation (TIME-05).
import { calendarCells } from './constants.ts'
import { addDays, capitalize, firstWeekday, formatDay, monthOf } from './day.ts'
import { t } from './i18n/t.ts'

export interface CalendarCell {
  day: string
  inMonth: boolean
}

const daysPerWeek = 7
const monthsPerYear = 12
const monthsPerRow = 3
// The first and last month whose grid, with adjacent cells, stays within four-digit years.
const firstMonth = '0001-01'
const lastMonth = '9998-12'
const firstDay = `${firstMonth}-01`
const lastDay = `${lastMonth}-31`

const monthKeys: ReadonlyMap<string, number> = new Map([
  ['PageUp', -1],
  ['PageDown', 1],
])

/** A month ('YYYY-MM') in the viewer's weeks: always 42 cells, or only the weeks that it touches when `complete`. */
export function monthGrid(month: string, rows: 'fixed' | 'complete'): CalendarCell[] {
  const first = `${month}-01`
  const leading = columnOf(first)
  const length = Temporal.PlainYearMonth.from(month).daysInMonth
  const cells = rows === 'fixed' ? calendarCells : Math.ceil((leading + length) / daysPerWeek) * daysPerWeek
  return Array.from({ length: cells }, (_, index) => {
    const day = addDays(first, index - leading)
    return { day, inMonth: monthOf(day) === month }
  })
}

/** The week of a day, from its first day for the viewer. */
export function weekGrid(day: string): CalendarCell[] {
  const first = addDays(day, -columnOf(day))
  return Array.from({ length: daysPerWeek }, (_, index) => ({ day: addDays(first, index), inMonth: true }))
}

/** The twelve months of the month's year, in rows of three. */
export function yearRows(month: string): string[][] {
  const year = month.slice(0, 4)
  return Array.from({ length: monthsPerYear / monthsPerRow }, (_, row) =>
    Array.from(
      { length: monthsPerRow },
      (__, column) => `${year}-${String(row * monthsPerRow + column + 1).padStart(2, '0')}`,
    ),
  )
}

export function weekRows(cells: readonly CalendarCell[]): CalendarCell[][] {
  const rows = Math.ceil(cells.length / daysPerWeek)
  return Array.from({ length: rows }, (_, row) => cells.slice(row * daysPerWeek, (row + 1) * daysPerWeek))
}

/** Adds months, which may be negative; clamps to the years 1 to 9998. */
export function addMonths(month: string, months: number): string {
  const moved = Temporal.PlainYearMonth.from(month).add({ months }).toString()
  if (moved < firstMonth) return firstMonth
  return moved > lastMonth ? lastMonth : moved
}

/** Adds weeks, which may be negative; clamps to the years 1 to 9998. */
export function addWeeks(day: string, weeks: number): string {
  const moved = addDays(day, weeks * daysPerWeek)
  if (moved < firstDay) return firstDay
  return moved > lastDay ? lastDay : moved
}

/** The same day of the month in another month, or its last day if that is shorter. */
export function dayInMonth(day: string, month: string): string {
  return Temporal.PlainYearMonth.from(month)
    .toPlainDate({ day: Temporal.PlainDate.from(day).day })
    .toString()
}

/**
 * Keyboard navigation from a day: arrows move by a day or week, Home and End to the ends of the week. PageUp and
 * PageDown move by a month, with Shift by a year. Null for other keys. With a last month the arrows stay within its
 * 42 cells.
 */
export function dayForKey(
  day: string,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  limit: string | null,
): string | null {
  const byMonths = monthKeys.get(key)
  if (byMonths !== undefined) {
    const month = addMonths(monthOf(day), byMonths * (shiftKey ? monthsPerYear : 1))
    return dayInMonth(day, limit !== null && month > limit ? limit : month)
  }
  const target = dayForArrowKey(day, key)
  if (target === null) return null
  const last = monthGrid(limit ?? lastMonth, 'fixed').at(-1)?.day ?? day
  return target > last || target < firstDay ? day : target
}

/**
 * Keyboard navigation from a month in rows of three: arrows move by a month or row. Home and End lead to January and
 * December, PageUp and PageDown by a year. Null for other keys.
 */
export function monthForKey(month: string, key: string): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addMonths(month, -1)
    case 'ArrowRight':
      return addMonths(month, 1)
    case 'ArrowUp':
      return addMonths(month, -monthsPerRow)
    case 'ArrowDown':
      return addMonths(month, monthsPerRow)
    case 'PageUp':
      return addMonths(month, -monthsPerYear)
    case 'PageDown':
      return addMonths(month, monthsPerYear)
    case 'Home':
      return `${month.slice(0, 4)}-01`
    case 'End':
      return `${month.slice(0, 4)}-12`
    default:
      return null
  }
}

/** A month without its year: 'November'. */
export function monthName(month: string): string {
  return capitalize(formatDay(`${month}-01`, 'nameOfMonth'))
}

/** The year of a day or a month: '2026'. */
export function formatYear(day: string): string {
  return String(Number(day.slice(0, 4)))
}

/** A day for screen readers: 'Thursday 19 November', with the year if it differs from `yearAround`. */
export function formatSpokenDay(day: string, yearAround: string): string {
  const parts = {
    weekday: formatDay(day, 'dayOfWeek'),
    number: formatDay(day, 'dayOfMonth'),
    month: formatDay(day, 'nameOfMonth'),
  }
  const year = formatYear(day)
  return capitalize(
    year === yearAround
      ? t('{weekday} {number} {month}', parts)
      : t('{weekday} {number} {month} {year}', { ...parts, year }),
  )
}

/** The weekday of a day: 'Sunday'. */
export function weekdayName(day: string): string {
  return capitalize(formatDay(day, 'dayOfWeek'))
}

function dayForArrowKey(day: string, key: string): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -daysPerWeek)
    case 'ArrowDown':
      return addDays(day, daysPerWeek)
    case 'Home':
      return addDays(day, -columnOf(day))
    case 'End':
      return addDays(day, daysPerWeek - 1 - columnOf(day))
    default:
      return null
  }
}

/** 0 is Sunday. */
export function weekdayOf(day: string): number {
  return Temporal.PlainDate.from(day).dayOfWeek % daysPerWeek
}

/** The column of a day in the viewer's calendars, from 0. */
function columnOf(day: string): number {
  return (weekdayOf(day) - firstWeekday() + daysPerWeek) % daysPerWeek
}
