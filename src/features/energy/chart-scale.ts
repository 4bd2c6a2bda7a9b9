// Where everything of the chart stands, in px: eight rows for the levels, columns for the days, bars for the counts.
import { energyLevelCount } from '#shared/constants.ts'
import { formatDay } from '#shared/day.ts'
import { monthNumber, moveOfColumn, type Chart, type ChartMove, type LevelCount } from './chart.ts'

/** The height of a level's row. */
export const rowPx = 34
export const plotPx = energyLevelCount * rowPx
/** The names of the levels, at the left. */
export const axisPx = 132

/** The widths of the chart's two drawings, beside each other where there is room. */
export interface ChartFrame {
  isWide: boolean
  periodPx: number
  spreadPx: number
}

const wideFromPx = 700
const gapPx = 48
/** A screen of 320 px has this beside its gutters. */
const narrowestPx = 288

/** `widthPx` is what the whole chart has; below the narrowest screen it is drawn as for that. */
export function chartFrame(widthPx: number): ChartFrame {
  const isWide = widthPx >= wideFromPx
  const free = Math.max(widthPx, narrowestPx) - axisPx
  const spreadPx = isWide ? Math.round(Math.min(300, widthPx * 0.27)) : free
  return { isWide, periodPx: isWide ? free - gapPx - spreadPx : free, spreadPx }
}

/** How many columns a width has room for: a mark of each must be told from its neighbours. */
export function columnsThatFit(periodPx: number): number {
  return Math.max(7, Math.floor(periodPx / 5.2))
}

/** The middle of a level's row; levels between two have their place between them. */
export function levelY(level: number): number {
  return (energyLevelCount - 1 - level) * rowPx + rowPx / 2
}

/** A column's mark: a ring at Before, a disc at After, and what joins them. */
export interface Mark {
  /** The index of the column. */
  column: number
  x: number
  move: Exclude<ChartMove, 'none'>
  beforeY: number | null
  afterY: number | null
  /** Of the ring and the disc; a disc within its ring is smaller. */
  ringPx: number
  discPx: number
  /** A drop that widens upwards, for a rise; a line from ring to disc for a fall; null for the others. */
  path: string | null
}

/** The marks of a chart, from the left; empty columns have none. */
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
    const wide = round(ringPx * 0.96)
    return `M${x} ${beforeY}L${x - wide} ${afterY}h${2 * wide}Z`
  }
  return move === 'fall' ? `M${x} ${round(beforeY + ringPx)}V${afterY}` : null
}

/** A word below the columns. */
export interface Tick {
  x: number
  text: string
}

/** About what a character of 12.8 px takes. */
const characterPx = 7
const tickGapPx = 14

/** The few dates below the columns, so many that they don't touch. */
export function buildTicks(chart: Chart, periodPx: number): Tick[] {
  const columnPx = periodPx / chart.columns.length
  const place = ({ index, text }: { index: number; text: string }): Tick => {
    const half = (text.length * characterPx) / 2
    return { x: round(Math.min((index + 0.5) * columnPx, periodPx - half)), text }
  }
  return (chart.step === 'day' ? dayTicks(chart, columnPx) : monthTicks(chart, columnPx)).map(place)
}

type TickLabel = { index: number; text: string }

/** Every first, second, third day, or every Monday, every second one. */
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

/** The columns in which a month begins: each, or every second, third, sixth; a year in place of its January. */
function monthTicks({ columns }: Chart, columnPx: number): TickLabel[] {
  const first = columns[0]
  const last = columns.at(-1)
  if (!first || !last) return []
  const months = Math.max(1, monthNumber(last.from) - monthNumber(first.from))
  const monthPx = (columnPx * columns.length) / months
  const stride = strideOf([1, 2, 3, 6, 12, 24, 60, 120], 4, monthPx)
  // A week that is shown first may belong to a month of which little is shown.
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
  const needed = characters * characterPx + tickGapPx
  return strides.find((stride) => stride * stepPx >= needed) ?? strides.at(-1) ?? 1
}

/** A level's two bars, which grow from the middle: Before to the left, After to the right. */
export interface SpreadRow extends LevelCount {
  y: number
  beforePx: number
  afterPx: number
}

/** The middle of the spread, which its bars grow from: the centers themselves, or a gap where their names stand by. */
export const spinePx = { wide: 32, narrow: 8 } as const
/** Room for a number at the end of the longest bar. */
const countPx = 40
const shortestBarPx = 6
/** So that the bar of a single entry is a short one. */
const fullBarAtLeast = 5

export function spreadRows(
  counts: readonly LevelCount[],
  { isWide, spreadPx }: Pick<ChartFrame, 'isWide' | 'spreadPx'>,
): SpreadRow[] {
  const middle = spinePx[isWide ? 'wide' : 'narrow']
  const most = Math.max(fullBarAtLeast, ...counts.flatMap(({ before, after }) => [before, after]))
  const longest = Math.max(shortestBarPx, (spreadPx - middle) / 2 - countPx)
  const barPx = (count: number) =>
    count === 0 ? 0 : round(shortestBarPx + ((longest - shortestBarPx) * count) / most)
  return counts.map((count) => ({
    ...count,
    y: levelY(count.index),
    beforePx: barPx(count.before),
    afterPx: barPx(count.after),
  }))
}

/** The place among the columns, in columns from the first one's middle, of a point in the drawing. */
export function columnAtX(x: number, columnCount: number, periodPx: number): number {
  return (x / periodPx) * columnCount - 0.5
}

function round(px: number): number {
  return Math.round(px * 10) / 10
}
