// Chart data: Before and After over a period in at most sixty columns, and the count of each level.
import { energyLevels, type EnergyLevel } from '#features/energy/levels.ts'
import { energyLevelCount } from '#shared/constants.ts'
import { addDays, capitalize, formatDay, monthOf, weekOf } from '#shared/day.ts'
import { formatNumber } from '#shared/i18n/format-number.ts'
import { t } from '#shared/i18n/t.ts'
import { levelIndexOf, meanOfKnown, formatSignedLevels, type HistoryDay } from './history.ts'

export const chartSteps = ['day', 'week', 'month', 'quarter', 'year'] as const
export type ChartStep = (typeof chartSteps)[number]

/** A day, or a longer step whose days are averaged. */
export interface ChartColumn {
  /** The first day of the column. */
  from: string
  /** The number of its days with an entry. */
  dayCount: number
  /**
   * Levels, 0 to 7: of the one day, or the mean over the days with a pair. Without such days, the mean over
   * the others.
   */
  before: number | null
  after: number | null
  /** After minus Before in levels; null when no day has a pair. */
  change: number | null
}

export interface Chart {
  /** The length of a column. */
  step: ChartStep
  /** Contiguous, oldest first; columns without entries are empty. */
  columns: ChartColumn[]
}

/** The direction of a change, rounded to one decimal; `diverging` when no day has a pair. */
export type ChartMove = 'rise' | 'fall' | 'same' | 'before-only' | 'after-only' | 'diverging' | 'none'

/** A level and how often it was recorded. */
export interface LevelCount extends Pick<EnergyLevel, 'index' | 'name'> {
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
  if (change === null) return 'diverging'
  const shown = formatSignedLevels(change)
  if (shown.startsWith('+')) return 'rise'
  return shown.startsWith('−') ? 'fall' : 'same'
}

/** Counts each level, Crown first. */
export function countLevels(days: readonly HistoryDay[]): LevelCount[] {
  const counts = energyLevels.map(({ index, name }) => ({ index, name, before: 0, after: 0 }))
  for (const { preEntry, postEntry } of days) {
    const before = counts[levelIndexOf(preEntry) ?? -1]
    const after = counts[levelIndexOf(postEntry) ?? -1]
    if (before) before.before += 1
    if (after) after.after += 1
  }
  return counts.reverse()
}

/** Below this number of entries the distribution says nothing that the period doesn't show. */
const spreadMinEntries = 7

export function hasSpread(counts: readonly LevelCount[]): boolean {
  return counts.reduce((sum, { before, after }) => sum + before + after, 0) >= spreadMinEntries
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

function monthNumber(day: string): number {
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
  const included = pairs.length > 0 ? pairs : days
  const before = meanOfKnown(included.map(({ preEntry }) => levelIndexOf(preEntry)))
  const after = meanOfKnown(included.map(({ postEntry }) => levelIndexOf(postEntry)))
  const change = pairs.length > 0 && before !== null && after !== null ? after - before : null
  return { from, dayCount: days.length, before, after, change }
}

export const rowPx = 34
export const plotPx = energyLevelCount * rowPx
/** Of the line below the plots, with dates or names. */
export const ticksPx = 30
export const tickY = plotPx + 20
/** Width of the level names on the left. */
export const axisPx = 132

/** The widths of the chart's two drawings, side by side where they fit. */
export interface ChartFrame {
  isWide: boolean
  periodPx: number
  spreadPx: number
}

const wideFromPx = 700
const gapPx = 48
/** A screen of 320 px less its gutters. */
const narrowestPx = 288

/** `widthPx` is the width of the whole chart; below `narrowestPx` the layout is that of `narrowestPx`. */
export function chartFrame(widthPx: number, { hasSpread = true } = {}): ChartFrame {
  const isWide = hasSpread && widthPx >= wideFromPx
  const freePx = Math.max(widthPx, narrowestPx) - axisPx
  const spreadPx = isWide ? Math.round(Math.min(300, widthPx * 0.27)) : freePx
  return { isWide, periodPx: isWide ? freePx - gapPx - spreadPx : freePx, spreadPx }
}

/** The number of columns that fit: neighbouring marks must be distinguishable. */
export function columnsThatFit(periodPx: number): number {
  return Math.max(7, Math.floor(periodPx / 5.2))
}

/** The middle of a level's row; fractional levels are interpolated. */
export function levelY(level: number): number {
  return (energyLevelCount - 1 - level) * rowPx + rowPx / 2
}

/** A column's mark: a ring at Before, a disc at After, and their connection. */
export interface Mark {
  column: number
  x: number
  move: Exclude<ChartMove, 'none'>
  beforeY: number | null
  afterY: number | null
  /** Radius of the ring; a disc inside its ring is smaller. */
  ringPx: number
  discPx: number
  /** SVG path: for a rise a drop that widens upwards, for a fall a line from ring to disc; otherwise null. */
  path: string | null
}

/** The marks of a chart from left to right; empty columns have none. */
export function buildMarks({ columns }: Chart, periodPx: number): Mark[] {
  const columnPx = periodPx / columns.length
  const ringPx = Math.max(2.2, Math.min(6, columnPx * 0.35))
  return columns.flatMap((column, index) => {
    const move = moveOfColumn(column)
    if (move === 'none') return []
    const x = round((index + 0.5) * columnPx)
    const beforeY = column.before === null ? null : round(levelY(column.before))
    const afterY = column.after === null ? null : round(levelY(column.after))
    const discPx = round(move === 'same' ? ringPx * 0.45 : ringPx)
    const path = markPath(move, { x, beforeY, afterY, ringPx })
    return [{ column: index, x, move, beforeY, afterY, ringPx: round(ringPx), discPx, path }]
  })
}

type MarkEndpoints = Pick<Mark, 'x' | 'beforeY' | 'afterY' | 'ringPx'>

function markPath(move: ChartMove, { x, beforeY, afterY, ringPx }: MarkEndpoints): string | null {
  if (beforeY === null || afterY === null) return null
  if (move === 'rise') {
    const halfWidthPx = round(ringPx * 0.96)
    return `M${x} ${beforeY}L${x - halfWidthPx} ${afterY}h${2 * halfWidthPx}Z`
  }
  return move === 'fall' ? `M${x} ${round(beforeY + ringPx)}V${afterY}` : null
}

/** A label below the columns. */
export interface Tick {
  x: number
  text: string
}

/** Approximate character width at a font size of 12.8 px. */
const characterPx = 7
const tickGapPx = 14

/** Date labels below the columns, thinned out so that they don't overlap. */
export function buildTicks(chart: Chart, periodPx: number): Tick[] {
  const columnPx = periodPx / chart.columns.length
  const toTick = ({ index, text }: { index: number; text: string }): Tick => {
    const half = (text.length * characterPx) / 2
    return { x: round(Math.min((index + 0.5) * columnPx, periodPx - half)), text }
  }
  const ticks = (chart.step === 'day' ? dayTicks(chart, columnPx) : monthTicks(chart, columnPx)).map(toTick)
  // One that the edge moved inwards may have come too close to the label before it.
  return ticks.filter(
    ({ x, text }, index) => x - (ticks[index - 1]?.x ?? -periodPx) >= text.length * characterPx,
  )
}

type TickLabel = { index: number; text: string }

/** Labels every day, every second or third day, or every one, two or four weeks on Monday. */
function dayTicks({ columns }: Chart, columnPx: number): TickLabel[] {
  const isShort = columns.length <= 14
  const textOf = (day: string) =>
    isShort
      ? capitalize(
          t('{weekday} {number}', {
            weekday: formatDay(day, 'shortWeekday'),
            number: formatDay(day, 'dayOfMonth'),
          }),
        )
      : formatDay(day, 'short')
  const texts = columns.map(({ from }) => textOf(from))
  const stride = strideOf([1, 2, 3, 7, 14, 28], texts, columnPx)
  const monday = columns.findIndex(({ from }) => Temporal.PlainDate.from(from).dayOfWeek === 1)
  const first = stride >= 7 ? Math.max(0, monday) % stride : 0
  return texts.flatMap((text, index) => (index % stride === first ? [{ index, text }] : []))
}

/**
 * Labels columns in which a month starts, thinned out to every second, third, sixth month and so on. January shows
 * its year.
 */
function monthTicks({ columns }: Chart, columnPx: number): TickLabel[] {
  const first = columns[0]
  const last = columns.at(-1)
  if (!first || !last) return []
  const months = Math.max(1, monthNumber(last.from) - monthNumber(first.from))
  const monthPx = (columnPx * columns.length) / months
  const textOf = (day: string) =>
    monthNumber(day) % 12 === 0 ? day.slice(0, 4) : capitalize(formatDay(day, 'shortMonth'))
  const texts = columns.map(({ from }) => textOf(from))
  const stride = strideOf([1, 2, 3, 6, 12, 24, 60, 120], texts, monthPx)
  // The first week may start in a month that is hardly visible; that month gets no label.
  let before = monthNumber(first.from) - (Number(first.from.slice(8)) <= 7 ? 1 : 0)
  return columns.flatMap(({ from }, index) => {
    const month = monthNumber(from)
    const isNew = month > before
    before = month
    return isNew && month % stride === 0 ? [{ index, text: texts[index] ?? '' }] : []
  })
}

function strideOf(strides: readonly number[], texts: readonly string[], stepPx: number): number {
  const neededPx = Math.max(...texts.map(({ length }) => length)) * characterPx + tickGapPx
  return strides.find((stride) => stride * stepPx >= neededPx) ?? strides.at(-1) ?? 1
}

/** A level's two bars: Before to the left of the spine, After to the right. */
export interface SpreadRow extends LevelCount {
  y: number
  beforePx: number
  afterPx: number
}

/** Width of the spine between the bars: it holds the centers, or only a gap when the names are next to it. */
export const spinePx = { wide: 32, narrow: 8 } as const
/** From a bar to its count, and the width of a digit. */
export const countGapPx = 6
const digitPx = 8
const shortestBarPx = 6
/** The smallest full scale, so that a single entry gets a short bar. */
const fullBarAtLeast = 5

export function spreadRows(
  counts: readonly LevelCount[],
  { isWide, spreadPx }: Pick<ChartFrame, 'isWide' | 'spreadPx'>,
): SpreadRow[] {
  const spine = spinePx[isWide ? 'wide' : 'narrow']
  const maxCount = Math.max(fullBarAtLeast, ...counts.flatMap(({ before, after }) => [before, after]))
  // The longest bar ends with its count at the drawing's edge.
  const countPx = countGapPx + digitPx * formatNumber(maxCount).length
  const longestPx = Math.max(shortestBarPx, (spreadPx - spine) / 2 - countPx)
  const barPx = (count: number) =>
    count === 0 ? 0 : round(shortestBarPx + ((longestPx - shortestBarPx) * count) / maxCount)
  return counts.map((count) => ({
    ...count,
    y: levelY(count.index),
    beforePx: barPx(count.before),
    afterPx: barPx(count.after),
  }))
}

/** Converts x to a fractional column index; 0 is the middle of the first column. */
export function columnAtX(x: number, columnCount: number, periodPx: number): number {
  return (x / periodPx) * columnCount - 0.5
}

function round(px: number): number {
  return Math.round(px * 10) / 10
}
