// Days and wall times as text in requests and responses.
import * as z from 'zod/mini'
import { t } from './i18n/t.ts'

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
  // Validates without Temporal, as one response may contain thousands of days.
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
    error: () => t('A date is written YYYY-MM-DD, such as 2026-11-21.'),
    params: { format: 'date' },
  }),
)

/** A wall time, HH:MM. */
export const timeSchema = z
  .string()
  .check(z.regex(timePattern, { error: () => t('A time is written HH:MM, such as 06:30.') }))
