// Chart layout in px: eight rows for the levels, columns for the days, bars for the counts.
import { energyLevelCount } from '#shared/constants.ts'
import { formatDay } from '#shared/day.ts'
import { monthNumber, moveOfColumn, type Chart, type ChartMove, type LevelCount } from './chart.ts'

export const rowPx = 34
export const plotPx = energyLevelCount * rowPx
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
export function chartFrame(widthPx: number): ChartFrame {
  const isWide = widthPx >= wideFromPx
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
  return (chart.step === 'day' ? dayTicks(chart, columnPx) : monthTicks(chart, columnPx)).map(toTick)
}

type TickLabel = { index: number; text: string }

/** Labels every day, every second or third day, or every one, two or four weeks on Monday. */
function dayTicks({ columns }: Chart, columnPx: number): TickLabel[] {
  const isShort = columns.length <= 14
  const textOf = (day: string) =>
    isShort ? `${formatDay(day, 'shortWeekday')} ${Number(day.slice(8))}` : formatDay(day, 'short')
  const stride = strideOf([1, 2, 3, 7, 14, 28], 6, columnPx)
  const monday = columns.findIndex(({ from }) => formatDay(from, 'shortWeekday') === 'Mon')
  const first = stride >= 7 ? Math.max(0, monday) % stride : 0
  return columns.flatMap(({ from }, index) =>
    index % stride === first ? [{ index, text: textOf(from) }] : [],
  )
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
  const stride = strideOf([1, 2, 3, 6, 12, 24, 60, 120], 4, monthPx)
  // The first week may start in a month that is hardly visible; that month gets no label.
  let before = monthNumber(first.from) - (Number(first.from.slice(8)) <= 7 ? 1 : 0)
  return columns.flatMap(({ from }, index) => {
    const month = monthNumber(from)
    const isNew = month > before
    before = month
    if (!isNew || month % stride !== 0) return []
    return [
      { index, text: month % 12 === 0 ? from.slice(0, 4) : (formatDay(from, 'short').split(' ')[0] ?? '') },
    ]
  })
}

function strideOf(strides: readonly number[], characters: number, stepPx: number): number {
  const neededPx = characters * characterPx + tickGapPx
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
/** Room for the count at the end of the longest bar. */
const countPx = 40
const shortestBarPx = 6
/** The smallest full scale, so that a single entry gets a short bar. */
const fullBarAtLeast = 5

export function spreadRows(
  counts: readonly LevelCount[],
  { isWide, spreadPx }: Pick<ChartFrame, 'isWide' | 'spreadPx'>,
): SpreadRow[] {
  const spine = spinePx[isWide ? 'wide' : 'narrow']
  const maxCount = Math.max(fullBarAtLeast, ...counts.flatMap(({ before, after }) => [before, after]))
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
