// History: one record per day with levels and time; averages, filters and search.
import type { MoodEntry } from '#features/energy/contract.ts'
import { recordOfDay } from '#features/energy/entry-pairs.ts'
import { levelOf } from '#features/energy/levels.ts'
import type { DayPractice } from '#features/practice/contract.ts'
import { formatSource } from '#features/practice/sources.ts'
import { addDays, capitalize, formatDay, formatDayRange, lastDays, weekOf } from '#shared/day.ts'
import { formatDecimal } from '#shared/i18n/format-number.ts'
import { t } from '#shared/i18n/t.ts'
import { foldForSearch } from '#shared/search-fold.ts'
import type { DayTime } from './contract.ts'

/** A day with at least one entry (HIST-21), or with practice from elsewhere (PORT-03). */
export interface HistoryDay {
  sessionDate: string
  /** The Before entry of the day's record (ENERGY-12). */
  preEntry: MoodEntry | null
  /** Its After entry. */
  postEntry: MoodEntry | null
  /** Whole minutes, rounded; 0 when no time was recorded. */
  timeSpent: number
  /** After minus Before in levels; null unless both are a pair. */
  improvement: number | null
  /** Whether both are sample data. */
  isSample: boolean
  /** Time and entries that the member brought from elsewhere; the time isn't in `timeSpent`. */
  elsewhere: readonly DayPractice[]
}

export const periods = ['week', 'month', 'all'] as const
export type Period = (typeof periods)[number]

/** First and last day, both included; null leaves that end open. */
export interface DayRange {
  from: string | null
  to: string | null
}

export interface HistorySummary {
  /** The number of days with an entry (HIST-04). */
  sessions: number
  /** Mean improvement over the days with a pair; null without any (HIST-05). */
  averageImprovement: number | null
  /** Mean minutes over the days with time; null without any (HIST-06). */
  averageMinutes: number | null
}

const monthDays = 30

/** Builds the days, oldest first, from entries, times and practice in any order. */
export function buildHistory(
  entries: readonly MoodEntry[],
  times: readonly DayTime[],
  practice: readonly DayPractice[] = [],
): HistoryDay[] {
  const entriesByDay = new Map<string, MoodEntry[]>()
  for (const entry of entries) {
    const ofDay = entriesByDay.get(entry.sessionDate)
    if (ofDay) ofDay.push(entry)
    else entriesByDay.set(entry.sessionDate, [entry])
  }
  const practiceByDay = new Map<string, DayPractice[]>()
  for (const part of practice) {
    const ofDay = practiceByDay.get(part.day)
    if (ofDay) ofDay.push(part)
    else practiceByDay.set(part.day, [part])
    if (!entriesByDay.has(part.day)) entriesByDay.set(part.day, [])
  }
  const secondsByDay = new Map<string, number>()
  for (const { sessionDate, duration } of times) {
    secondsByDay.set(sessionDate, (secondsByDay.get(sessionDate) ?? 0) + duration)
  }
  return [...entriesByDay]
    .map(([sessionDate, ofDay]) => {
      const { before, after, improvement } = recordOfDay(ofDay)
      return {
        sessionDate,
        preEntry: before,
        postEntry: after,
        timeSpent: Math.round((secondsByDay.get(sessionDate) ?? 0) / 60),
        improvement,
        isSample: ofDay.length > 0 && (before?.isSample ?? true) && (after?.isSample ?? true),
        elsewhere: practiceByDay.get(sessionDate) ?? [],
      }
    })
    .sort((a, b) => (a.sessionDate < b.sessionDate ? -1 : 1))
}

/** Whether the day has an entry; without one it has practice alone. */
export function hasEntry({ preEntry, postEntry }: HistoryDay): boolean {
  return preEntry !== null || postEntry !== null
}

/** Whole minutes from elsewhere, rounded. */
export function minutesElsewhere(days: readonly HistoryDay[]): number {
  const seconds = days.flatMap(({ elsewhere }) => elsewhere.map((part) => part.seconds))
  return Math.round(seconds.reduce((sum, each) => sum + each, 0) / 60)
}

/** '20m, from Insight Timer' of each source; without a time where it brought entries alone. */
export function formatElsewhere(
  { elsewhere }: HistoryDay,
  formatMinutes: (minutes: number) => string = formatDuration,
): string[] {
  return elsewhere.map((part) => {
    const source = formatSource(part)
    const time = formatMinutes(Math.round(part.seconds / 60))
    return part.seconds === 0 ? source : t('{time}, {source}', { time, source })
  })
}

/** Whether the day has a pair (HIST-10). */
export function isComplete({ improvement }: HistoryDay): boolean {
  return improvement !== null
}

/** Whether its two entries are of different sittings, so that nothing leads from one to the other. */
export function isOfDifferentSittings({ preEntry, postEntry, improvement }: HistoryDay): boolean {
  return preEntry !== null && postEntry !== null && improvement === null
}

/** The days of a period; `weekOffset` is 0 for the current week, -1 for the previous one (HIST-02, HIST-03). */
export function periodRange(period: Period, weekOffset: number, today: string): DayRange {
  switch (period) {
    case 'week': {
      const week = weekOf(addDays(today, 7 * weekOffset))
      return { from: week[0] ?? null, to: week.at(-1) ?? null }
    }
    case 'month':
      return { from: lastDays(today, monthDays)[0] ?? null, to: today }
    case 'all':
      return { from: null, to: null }
  }
}

/** Filters days by range, in the order of the input. */
export function daysWithin(days: readonly HistoryDay[], { from, to }: DayRange): HistoryDay[] {
  return days.filter(
    ({ sessionDate }) => (from === null || sessionDate >= from) && (to === null || sessionDate <= to),
  )
}

/** The figures of the three summary cards (HIST-04 to HIST-06). */
export function summarizeHistory(days: readonly HistoryDay[]): HistorySummary {
  return {
    sessions: days.length,
    averageImprovement: meanOfKnown(days.map(({ improvement }) => improvement)),
    averageMinutes: meanOfKnown(days.map(({ timeSpent }) => (timeSpent > 0 ? timeSpent : null))),
  }
}

/**
 * Finds days by their displayed date, YYYY-MM-DD, comments or source, ignoring case and accents; an empty text finds all
 * (HIST-07).
 */
export function searchDays(days: readonly HistoryDay[], text: string, today: string): HistoryDay[] {
  const query = foldForSearch(text)
  if (query === '') return [...days]
  return days.filter(
    (day) =>
      searchTextOf(day).includes(query) ||
      (day.sessionDate === today && foldForSearch(t('Today')).includes(query)),
  )
}

/** A history day for display: 'Today' or 'Thursday, November 19, 2026' (HIST-09). */
export function formatHistoryDay(day: string, today: string): string {
  return day === today ? t('Today') : capitalize(formatDay(day, 'full'))
}

/** Minutes for display: '1h 5m', or '24m' below an hour (HIST-06). */
export function formatDuration(minutes: number): string {
  const roundedMinutes = Math.round(minutes)
  const hours = Math.floor(roundedMinutes / 60)
  return hours > 0
    ? t('{hours}h {minutes}m', { hours, minutes: roundedMinutes % 60 })
    : t('{minutes}m', { minutes: roundedMinutes })
}

/** Levels with sign and one decimal: '+1.5', '−0.4', '0.0' (HIST-05). */
export function formatSignedLevels(levels: number): string {
  // Round to tenths first: formatting alone turns 0.35 into 0.3.
  const tenths = Math.round(Math.abs(levels) * 10)
  const text = formatDecimal(tenths / 10)
  if (tenths === 0) return text
  return levels > 0 ? `+${text}` : `−${text}`
}

/** The mean, ignoring nulls; null without any value. */
export function meanOfKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}

/** The level index of an entry, 0 to 7; null without an entry. */
export function levelIndexOf(entry: MoodEntry | null): number | null {
  return entry === null ? null : levelOf(entry.emotionLevel).index
}

// Cached per day, so that a keystroke only searches the texts.
const searchTexts = new WeakMap<HistoryDay, string>()

function searchTextOf(day: HistoryDay): string {
  const cached = searchTexts.get(day)
  if (cached !== undefined) return cached
  // The short form, 'Nov 19', is how the chart shows the day.
  const full = formatDay(day.sessionDate, 'full')
  // Portuguese writes the first of a month '1º'; people type '1'.
  const dates = [full, full.replace('º', ''), formatDay(day.sessionDate, 'short'), day.sessionDate]
  const text = foldForSearch(
    [
      ...dates,
      day.preEntry?.comment ?? '',
      day.postEntry?.comment ?? '',
      ...day.elsewhere.map(formatSource),
    ].join(' · '),
  )
  searchTexts.set(day, text)
  return text
}

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
