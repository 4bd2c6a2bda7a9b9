// The chart in words: its heading, what it says of a column, and what a screen reader hears.
import { addDays, dayInWords } from '#shared/day.ts'
import { numberInWords } from '#shared/numbers.ts'
import type { Chart, ChartColumn, ChartStep, LevelCount } from './chart.ts'
import { moveOf } from './chart.ts'
import { dayTitle, indexOf, signedLevels, type HistoryDay } from './history.ts'
import { energyLevels } from './levels.ts'

/** The answer of the chart: a heading, and a sentence below it. */
export interface ChartAnswer {
  heading: string
  detail: string
}

/** 'Is it helping?', answered from the days that have both entries, without judging. There must be a day. */
export function chartAnswer(days: readonly HistoryDay[]): ChartAnswer {
  const pairs = days.flatMap(({ preEntry, postEntry }) => {
    const before = indexOf(preEntry)
    const after = indexOf(postEntry)
    return before === null || after === null ? [] : [{ before, after }]
  })
  const [only] = pairs
  if (!only) return unpairedAnswer(days)
  if (pairs.length === 1) return answerOfOne(only.before, only.after)
  return { heading: headingOfMany(pairs), detail: detailOfMany(pairs) }
}

interface Pair {
  before: number
  after: number
}

function unpairedAnswer(days: readonly HistoryDay[]): ChartAnswer {
  const hasBefore = days.some(({ preEntry }) => preEntry !== null)
  const hasAfter = days.some(({ postEntry }) => postEntry !== null)
  if (hasBefore && hasAfter) {
    return {
      heading: 'Your levels, day by day.',
      detail: 'Note your energy before and after the same sitting, and the distance between them shows here.',
    }
  }
  const what = days.length === 1 ? 'sitting' : 'sittings'
  return hasBefore
    ? {
        heading: `How you came to your ${what}.`,
        detail: 'Note your energy after a sitting too, and the distance shows here.',
      }
    : {
        heading: `How you left your ${what}.`,
        detail: 'Note your energy before a sitting too, and the distance shows here.',
      }
}

function answerOfOne(before: number, after: number): ChartAnswer {
  const change = after - before
  const detail =
    change === 0 ? `${nameOf(before)}, before and after.` : `From ${nameOf(before)} to ${nameOf(after)}.`
  if (change === 0) return { heading: 'You left at the level you came with.', detail }
  return { heading: `You left ${levelCount(Math.abs(change))} ${comparative(change)} than you came.`, detail }
}

function headingOfMany(pairs: readonly Pair[]): string {
  const all = pairs.length
  const higher = pairs.filter(({ before, after }) => after > before).length
  const lower = pairs.filter(({ before, after }) => after < before).length
  const same = all - higher - lower
  const every = all === 2 ? 'both sittings' : `all ${sittings(all)}`
  if (higher === all) return `You left higher than you came in ${every}.`
  if (same === all) return `You left at the level you came with in ${every}.`
  if (lower === all) return `You left lower than you came in ${every}.`
  if (higher > lower && higher >= same)
    return `You left higher than you came in ${numberInWords(higher)} of ${sittings(all)}.`
  const parts = [
    ...(higher > 0 ? [`higher in ${numberInWords(higher)}`] : []),
    ...(lower > 0 ? [`lower in ${numberInWords(lower)}`] : []),
    ...(same > 0 ? [`at the same level in ${numberInWords(same)}`] : []),
  ]
  return `Of ${sittings(all)} you left ${listed(parts)}.`
}

function detailOfMany(pairs: readonly Pair[]): string {
  const before = mean(pairs.map((pair) => pair.before))
  const after = mean(pairs.map((pair) => pair.after))
  const [came, left] = [oneDecimal(before), oneDecimal(after)]
  const [nearCame, nearLeft] = [placeInWords(before), placeInWords(after)]
  return nearCame === nearLeft
    ? `On average you came in at ${came} and left at ${left}, both ${nearCame}.`
    : `On average you came in at ${came}, ${nearCame}, and left at ${left}, ${nearLeft}.`
}

/** What the columns are, above them: 'Day by day', 'Averages by week'. */
export function stepInWords(step: ChartStep): string {
  return step === 'day' ? 'Day by day' : `Averages by ${step}`
}

/** The stretch of a column: 'Today', 'Thursday, November 19, 2026', 'Week of November 16, 2026', 'April – June 2026'. */
export function columnTitle({ from }: ChartColumn, step: ChartStep, today: string): string {
  switch (step) {
    case 'day':
      return dayTitle(from, today)
    case 'week':
      return `Week of ${dayInWords(from, 'long')}`
    case 'month':
      return dayInWords(from, 'month')
    case 'quarter':
      // 70 days on is within the third month.
      return `${dayInWords(from, 'month').split(' ', 1).join()} – ${dayInWords(addDays(from, 70), 'month')}`
    case 'year':
      return from.slice(0, 4)
  }
}

/** A level for people: its name on a day, one decimal in an average, '–' without one. */
export function levelInWords(level: number | null, step: ChartStep): string {
  if (level === null) return '–'
  return step === 'day' ? nameOf(level) : oneDecimal(level)
}

/** The distance of a column: '+4', '0', '−1.5' with one decimal in averages; '' where there is none. */
export function changeInWords({ change }: ChartColumn, step: ChartStep): string {
  if (change === null) return ''
  return step === 'day' ? signedLevels(change).replace('.0', '') : signedLevels(change)
}

/** A column in a sentence, for the ear. */
export function columnSentence(column: ChartColumn, step: ChartStep, today: string): string {
  const before = levelInWords(column.before, step)
  const after = levelInWords(column.after, step)
  const distance = Math.abs(column.change ?? 0)
  const by = step === 'day' ? levelCount(distance) : `${oneDecimal(distance)} levels`
  const said = {
    rise: `${before} before, ${after} after, ${by} higher`,
    fall: `${before} before, ${after} after, ${by} lower`,
    same: `${before} before and after`,
    'before-only': `${before} before`,
    'after-only': `${after} after`,
    apart: `${before} before and ${after} after, on different days`,
    none: 'nothing noted',
  }[moveOf(column)]
  return `${columnTitle(column, step, today)}: ${said}`
}

/** How many sittings an average is of. */
export function sittings(count: number): string {
  return count === 1 ? '1 sitting' : `${numberInWords(count)} sittings`
}

/** The drawing over the period, in a sentence. */
export function periodSentence({ step, columns }: Chart, heading: string): string {
  const noted = columns.filter(({ dayCount }) => dayCount > 0)
  const [first, last] = [noted[0], noted.at(-1)]
  if (!first || !last) return heading
  const from = dayInWords(first.from, 'long')
  const to = dayInWords(last.from, 'long')
  const when = first === last ? `on ${from}` : `from ${from} to ${to}`
  const what =
    step === 'day' ? 'Energy levels before and after' : `Energy levels before and after, averages by ${step},`
  return `${what} ${when}. ${heading}`
}

/** The spread, in a sentence: which level was noted most, before and after. */
export function spreadSentence(counts: readonly LevelCount[]): string {
  const parts = (['before', 'after'] as const).flatMap((when) => {
    const most = Math.max(...counts.map((count) => count[when]))
    if (most === 0) return []
    const names = counts.filter((count) => count[when] === most).map(({ name }) => name)
    return [
      `most often ${listed(names)} ${when} (${most === 1 ? 'once' : `${numberInWords(most)} times`}${names.length > 1 ? ' each' : ''})`,
    ]
  })
  return `How often each level was noted: ${parts.join(', ')}.`
}

function nameOf(level: number): string {
  return energyLevels[level]?.name ?? oneDecimal(level)
}

/** Where an average is: 'at Heart', 'near Heart', 'between Heart and Throat'. */
function placeInWords(level: number): string {
  const nearest = Math.round(level)
  const distance = Math.abs(level - nearest)
  if (distance > 0.25) return `between ${nameOf(Math.floor(level))} and ${nameOf(Math.ceil(level))}`
  return `${distance < 0.05 ? 'at' : 'near'} ${nameOf(nearest)}`
}

function levelCount(count: number): string {
  return count === 1 ? 'one level' : `${count} levels`
}

function comparative(change: number): string {
  return change > 0 ? 'higher' : 'lower'
}

function oneDecimal(level: number): string {
  return level.toFixed(1)
}

function listed(parts: readonly string[]): string {
  const last = parts.at(-1) ?? ''
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
