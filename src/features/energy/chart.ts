// Chart data: Before and After over a period in at most sixty columns, and the count of each level.
import { addDays, monthOf, weekOf } from '#shared/day.ts'
import { levelIndexOf, meanOfKnown, formatSignedLevels, type HistoryDay } from './history.ts'
import { energyLevels, type EnergyLevel } from './levels.ts'

export const chartSteps = ['day', 'week', 'month', 'quarter', 'year'] as const
export type ChartStep = (typeof chartSteps)[number]

/** A day, or a longer step whose days are averaged. */
export interface ChartColumn {
  /** The first day of the column. */
  from: string
  /** The number of its days with an entry. */
  dayCount: number
  /**
   * Levels, 0 to 7: of the one day, or the mean over the days with both entries. Without such days, the mean over
   * the others.
   */
  before: number | null
  after: number | null
  /** After minus Before in levels; null when no day has both entries. */
  change: number | null
}

export interface Chart {
  /** The length of a column. */
  step: ChartStep
  /** Contiguous, oldest first; columns without entries are empty. */
  columns: ChartColumn[]
}

/** The direction of a change, rounded to one decimal; `apart` when no day has both entries. */
export type ChartMove = 'rise' | 'fall' | 'same' | 'before-only' | 'after-only' | 'apart' | 'none'

/** A level and how often it was recorded. */
export interface LevelCount extends Pick<EnergyLevel, 'index' | 'name' | 'token'> {
  before: number
  after: number
}

const columnsMax = 60
/** About a month and a half; longer periods are averaged. */
const dayColumnsMax = 45
/** A period within this many weeks is extended to whole weeks. */
const wholeWeeksMax = 2

/** Builds the chart of days in date order without duplicates; `columnsThatFit` is the limit by width. */
export function buildChart(days: readonly HistoryDay[], columnsThatFit = columnsMax): Chart {
  const first = days[0]?.sessionDate
  const last = days.at(-1)?.sessionDate
  if (first === undefined || last === undefined) return { step: 'day', columns: [] }
  for (const step of chartSteps) {
    const maxColumns = Math.min(step === 'day' ? dayColumnsMax : columnsMax, columnsThatFit)
    const starts = startsWithin(first, last, step, maxColumns)
    if (starts) return { step, columns: fillColumns(starts, days) }
  }
  return { step: 'year', columns: fillColumns([`${first.slice(0, 4)}-01-01`], days) }
}

export function moveOfColumn({ before, after, change }: ChartColumn): ChartMove {
  if (before === null) return after === null ? 'none' : 'after-only'
  if (after === null) return 'before-only'
  if (change === null) return 'apart'
  const shown = formatSignedLevels(change)
  if (shown.startsWith('+')) return 'rise'
  return shown.startsWith('−') ? 'fall' : 'same'
}

/** Counts each level, Crown first. */
export function countLevels(days: readonly HistoryDay[]): LevelCount[] {
  const counts = energyLevels.map(({ index, name, token }) => ({ index, name, token, before: 0, after: 0 }))
  for (const { preEntry, postEntry } of days) {
    const before = counts[levelIndexOf(preEntry) ?? -1]
    const after = counts[levelIndexOf(postEntry) ?? -1]
    if (before) before.before += 1
    if (after) after.after += 1
  }
  return counts.reverse()
}

/** The column with an entry nearest to a fractional index; null when all are empty. */
export function nearestColumn({ columns }: Chart, position: number): number | null {
  let nearest: number | null = null
  for (const [index, { dayCount }] of columns.entries()) {
    if (dayCount === 0) continue
    if (nearest === null || Math.abs(index - position) < Math.abs(nearest - position)) nearest = index
  }
  return nearest
}

/** The start days of the columns between two days; null when there would be more than `most`. */
function startsWithin(first: string, last: string, step: ChartStep, maxColumns: number): string[] | null {
  const weeks = step === 'day' ? wholeWeeks(first, last) : null
  if (weeks && weeks.length <= maxColumns) return weeks
  const starts: string[] = []
  for (let start = startOf(first, step); start <= last; start = startAfter(start, step)) {
    if (starts.length === maxColumns) return null
    starts.push(start)
  }
  return starts
}

/** The days of the whole weeks around both days; null when they exceed `wholeWeeksMax`. */
function wholeWeeks(first: string, last: string): string[] | null {
  const days = weekOf(first)
  while (days.length < wholeWeeksMax * 7 && last > (days.at(-1) ?? last)) {
    days.push(...weekOf(addDays(days.at(-1) ?? last, 1)))
  }
  return last > (days.at(-1) ?? last) ? null : days
}

function startOf(day: string, step: ChartStep): string {
  switch (step) {
    case 'day':
      return day
    case 'week':
      return weekOf(day)[0] ?? day
    case 'month':
    case 'quarter':
    case 'year':
      return dayOfMonth(monthNumber(day) - (monthNumber(day) % monthsOf[step]))
  }
}

function startAfter(start: string, step: ChartStep): string {
  switch (step) {
    case 'day':
      return addDays(start, 1)
    case 'week':
      return addDays(start, 7)
    case 'month':
    case 'quarter':
    case 'year':
      return dayOfMonth(monthNumber(start) + monthsOf[step])
  }
}

const monthsOf = { month: 1, quarter: 3, year: 12 } as const

export function monthNumber(day: string): number {
  const [year = 0, month = 1] = monthOf(day).split('-').map(Number)
  return year * 12 + month - 1
}

/** The first day of a month, given as months since the year 0. */
function dayOfMonth(number: number): string {
  const year = String(Math.floor(number / 12)).padStart(4, '0')
  return `${year}-${String((number % 12) + 1).padStart(2, '0')}-01`
}

function fillColumns(starts: readonly string[], days: readonly HistoryDay[]): ChartColumn[] {
  let next = 0
  return starts.map((from, index) => {
    const until = starts[index + 1]
    const start = next
    while (next < days.length && (until === undefined || (days[next]?.sessionDate ?? '') < until)) next += 1
    return buildColumn(from, days.slice(start, next))
  })
}

function buildColumn(from: string, days: readonly HistoryDay[]): ChartColumn {
  const pairs = days.filter(({ improvement }) => improvement !== null)
  const counted = pairs.length > 0 ? pairs : days
  const before = meanOfKnown(counted.map(({ preEntry }) => levelIndexOf(preEntry)))
  const after = meanOfKnown(counted.map(({ postEntry }) => levelIndexOf(postEntry)))
  const change = pairs.length > 0 && before !== null && after !== null ? after - before : null
  return { from, dayCount: days.length, before, after, change }
}
