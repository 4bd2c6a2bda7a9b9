// Period of the history as URL parameters: the period, and in week mode the week.
import { formatDayRange } from '#shared/day.ts'
import { periods, type DayRange, type Period } from './history.ts'

export interface PeriodChoice {
  period: Period
  /** 0 for the current week, -1 for the previous one; 0 outside week mode (HIST-03). */
  weekOffset: number
}

/** The choice as query parameters; defaults are omitted. */
export interface PeriodQuery {
  period?: string
  week?: string
}

// Four digits cover every history and stay within the calendar.
const weeksBack = /^-[1-9]\d{0,3}$/

/** Parses the query; invalid values, the future included, become the defaults. */
export function parsePeriodChoice({ period, week = '' }: PeriodQuery): PeriodChoice {
  const validPeriod = periods.find((candidate) => candidate === period) ?? 'week'
  return {
    period: validPeriod,
    weekOffset: validPeriod === 'week' && weeksBack.test(week) ? Number(week) : 0,
  }
}

/** The query of a choice. */
export function toPeriodQuery({ period, weekOffset }: PeriodChoice): PeriodQuery {
  if (period !== 'week') return { period }
  return weekOffset === 0 ? {} : { week: String(weekOffset) }
}

/** A week for display: 'November 16 – 22, 2026'. */
export function formatWeekRange({ from, to }: DayRange): string {
  if (from === null || to === null) return ''
  return formatDayRange(from, to)
}
