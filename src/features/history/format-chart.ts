// Chart texts: heading, column descriptions, and sentences for screen readers.
import { addDays, formatDay } from '#shared/day.ts'
import { formatList } from '#shared/format-list.ts'
import { formatNumber } from '#shared/format-number.ts'
import type { Chart, ChartColumn, ChartStep, LevelCount } from './chart.ts'
import { moveOfColumn } from './chart.ts'
import { formatHistoryDay, levelIndexOf, formatSignedLevels, type HistoryDay } from './history.ts'
import { energyLevels } from '#features/energy/levels.ts'
import { t } from '#shared/t.ts'

/** The chart's summary: a heading and a sentence below it. */
export interface ChartSummary {
  heading: string
  detail: string
}

/** Describes 'Is it helping?' neutrally, from the days with both entries. `days` must not be empty. */
export function summarizeChart(days: readonly HistoryDay[]): ChartSummary {
  const pairs = days.flatMap(({ preEntry, postEntry }) => {
    const before = levelIndexOf(preEntry)
    const after = levelIndexOf(postEntry)
    return before === null || after === null ? [] : [{ before, after }]
  })
  const [only] = pairs
  if (!only) return summarizeUnpaired(days)
  if (pairs.length === 1) return summarizeOnePair(only.before, only.after)
  return { heading: headingForPairs(pairs), detail: detailForPairs(pairs) }
}

interface Pair {
  before: number
  after: number
}

function summarizeUnpaired(days: readonly HistoryDay[]): ChartSummary {
  const hasBefore = days.some(({ preEntry }) => preEntry !== null)
  const hasAfter = days.some(({ postEntry }) => postEntry !== null)
  if (hasBefore && hasAfter) {
    return {
      heading: 'Your levels, day by day.',
      detail: 'Track your energy before and after the same sitting, and the change shows here.',
    }
  }
  return hasBefore
    ? {
        heading: t(
          '{count, plural, one {Your energy before your sitting.} other {Your energy before your sittings.}}',
          { count: days.length },
        ),
        detail: 'Track your energy after a sitting too, and the change shows here.',
      }
    : {
        heading: t(
          '{count, plural, one {Your energy after your sitting.} other {Your energy after your sittings.}}',
          { count: days.length },
        ),
        detail: 'Track your energy before a sitting too, and the change shows here.',
      }
}

function summarizeOnePair(before: number, after: number): ChartSummary {
  const change = after - before
  const detail =
    change === 0
      ? `${levelName(before)}, before and after.`
      : `From ${levelName(before)} to ${levelName(after)}.`
  if (change === 0) return { heading: 'You finished at the level where you started.', detail }
  const heading =
    change > 0
      ? t(
          '{count, plural, one {You finished one level higher than you started.} other {You finished # levels higher than you started.}}',
          { count: change },
        )
      : t(
          '{count, plural, one {You finished one level lower than you started.} other {You finished # levels lower than you started.}}',
          { count: -change },
        )
  return { heading, detail }
}

function headingForPairs(pairs: readonly Pair[]): string {
  const total = pairs.length
  const higher = pairs.filter(({ before, after }) => after > before).length
  const lower = pairs.filter(({ before, after }) => after < before).length
  const same = total - higher - lower
  const all = formatSittingCount(total)
  if (higher === total)
    return total === 2
      ? 'You finished higher than you started in both sittings.'
      : `You finished higher than you started in all ${all}.`
  if (same === total)
    return total === 2
      ? 'You finished at the level where you started in both sittings.'
      : `You finished at the level where you started in all ${all}.`
  if (lower === total)
    return total === 2
      ? 'You finished lower than you started in both sittings.'
      : `You finished lower than you started in all ${all}.`
  if (higher > lower && higher >= same)
    return `You finished higher than you started in ${formatNumber(higher)} of ${all}.`
  const parts = [
    ...(higher > 0 ? [`higher in ${formatNumber(higher)}`] : []),
    ...(lower > 0 ? [`lower in ${formatNumber(lower)}`] : []),
    ...(same > 0 ? [`at the same level in ${formatNumber(same)}`] : []),
  ]
  return `Of ${all}, you finished ${formatList(parts)}.`
}

function detailForPairs(pairs: readonly Pair[]): string {
  const before = mean(pairs.map((pair) => pair.before))
  const after = mean(pairs.map((pair) => pair.after))
  const [beforeText, afterText] = [oneDecimal(before), oneDecimal(after)]
  const [beforeName, afterName] = [formatAverageLevel(before), formatAverageLevel(after)]
  return beforeName === afterName
    ? `On average, you started at ${beforeText} and finished at ${afterText}, both ${beforeName}.`
    : `On average, you started at ${beforeText}, ${beforeName}, and finished at ${afterText}, ${afterName}.`
}

/** The label above the columns: 'Day by day', 'Averages by week'. */
export function formatChartStep(step: ChartStep): string {
  return step === 'day' ? 'Day by day' : `Averages by ${step}`
}

/** A column's title: 'Today', 'Thursday, November 19, 2026', 'Week of November 16, 2026', 'April – June 2026'. */
export function formatColumnTitle({ from }: ChartColumn, step: ChartStep, today: string): string {
  switch (step) {
    case 'day':
      return formatHistoryDay(from, today)
    case 'week':
      return `Week of ${formatDay(from, 'long')}`
    case 'month':
      return formatDay(from, 'month')
    case 'quarter':
      // 70 days later is always in the quarter's third month.
      return `${formatDay(from, 'month').split(' ', 1).join()} – ${formatDay(addDays(from, 70), 'month')}`
    case 'year':
      return from.slice(0, 4)
  }
}

/** A level: its name for a day, one decimal for an average, '–' for null. */
export function formatChartLevel(level: number | null, step: ChartStep): string {
  if (level === null) return '–'
  return step === 'day' ? levelName(level) : oneDecimal(level)
}

/** A column's change: '+4', '0', with one decimal in averages '−1.5'; '' without a change. */
export function formatChartChange({ change }: ChartColumn, step: ChartStep): string {
  if (change === null) return ''
  return step === 'day' ? formatSignedLevels(change).replace('.0', '') : formatSignedLevels(change)
}

/** A column as a sentence for screen readers. */
export function describeColumn(column: ChartColumn, step: ChartStep, today: string): string {
  const before = formatChartLevel(column.before, step)
  const after = formatChartLevel(column.after, step)
  const distance = Math.abs(column.change ?? 0)
  const difference = step === 'day' ? formatLevelCount(distance) : `${oneDecimal(distance)} levels`
  const values = {
    rise: `${before} before, ${after} after, ${difference} higher`,
    fall: `${before} before, ${after} after, ${difference} lower`,
    same: `${before} before and after`,
    'before-only': `${before} before`,
    'after-only': `${after} after`,
    diverging: `${before} before and ${after} after, on different days`,
    none: 'no entry',
  }[moveOfColumn(column)]
  return `${formatColumnTitle(column, step, today)}: ${values}`
}

/** The number of sittings behind an average. */
export function formatSittingCount(count: number): string {
  return t('{count, plural, one {# sitting} other {# sittings}}', { count })
}

/** The period chart as a sentence for screen readers. */
export function describePeriod({ step, columns }: Chart, heading: string): string {
  const recorded = columns.filter(({ dayCount }) => dayCount > 0)
  const [first, last] = [recorded[0], recorded.at(-1)]
  if (!first || !last) return heading
  const from = formatDay(first.from, 'long')
  const to = formatDay(last.from, 'long')
  const subject =
    step === 'day' ? 'Energy levels before and after' : `Energy levels before and after, averages by ${step},`
  return first === last ? `${subject} on ${from}. ${heading}` : `${subject} from ${from} to ${to}. ${heading}`
}

/** The distribution as a sentence: the most frequent level, before and after. */
export function describeSpread(counts: readonly LevelCount[]): string {
  const parts = (['before', 'after'] as const).flatMap((when) => {
    const maxCount = Math.max(...counts.map((count) => count[when]))
    if (maxCount === 0) return []
    const names = counts.filter((count) => count[when] === maxCount).map(({ name }) => name)
    const times = t('{count, plural, one {once} other {# times}}', { count: maxCount })
    return names.length > 1
      ? [`most often ${formatList(names)} ${when} (${times} each)`]
      : [`most often ${formatList(names)} ${when} (${times})`]
  })
  return `How often you recorded each level: ${parts.join(', ')}.`
}

function levelName(level: number): string {
  return energyLevels[level]?.name ?? oneDecimal(level)
}

/** An average in words: 'at Heart', 'near Heart', 'between Heart and Throat'. */
function formatAverageLevel(level: number): string {
  const nearest = Math.round(level)
  const distance = Math.abs(level - nearest)
  if (distance > 0.25) return `between ${levelName(Math.floor(level))} and ${levelName(Math.ceil(level))}`
  return `${distance < 0.05 ? 'at' : 'near'} ${levelName(nearest)}`
}

function formatLevelCount(count: number): string {
  return t('{count, plural, one {one level} other {# levels}}', { count })
}

function oneDecimal(level: number): string {
  return level.toFixed(1)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
