// Which days the history shows, as it stands in the address: the period, and in week mode how many weeks back.
import { formatDayRange } from '#shared/day.ts'
import { periods, type DayRange, type Period } from './history.ts'

export interface PeriodChoice {
  period: Period
  /** 0 for the current week, -1 for the one before; 0 outside of week mode (HIST-03). */
  weekOffset: number
}

/** The choice as texts of the address; what is as always is left out. */
export interface PeriodQuery {
  period?: string
  week?: string
}

// Four digits go back beyond every history, and not beyond the calendar.
const weeksBack = /^-[1-9]\d{0,3}$/

/** Reads the address; what makes no sense there, the future included, becomes what it is by default. */
export function parsePeriodChoice({ period, week = '' }: PeriodQuery): PeriodChoice {
  const known = periods.find((one) => one === period) ?? 'week'
  return { period: known, weekOffset: known === 'week' && weeksBack.test(week) ? Number(week) : 0 }
}

/** The address of a choice. */
export function toPeriodQuery({ period, weekOffset }: PeriodChoice): PeriodQuery {
  if (period !== 'week') return { period }
  return weekOffset === 0 ? {} : { week: String(weekOffset) }
}

/** A week for people: 'November 16 – 22, 2026'. */
export function formatWeekRange({ from, to }: DayRange): string {
  if (from === null || to === null) return ''
  return formatDayRange(from, to)
}
