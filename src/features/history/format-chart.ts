// Chart texts: heading, column descriptions, and sentences for screen readers.
import { energyLevels } from '#features/energy/levels.ts'
import { addDays, capitalize, formatDay, formatDayRange } from '#shared/day.ts'
import { formatList } from '#shared/i18n/format-list.ts'
import { formatDecimal, formatNumber } from '#shared/i18n/format-number.ts'
import { t, translate } from '#shared/i18n/t.ts'
import type { Chart, ChartColumn, ChartStep, LevelCount } from './chart.ts'
import { moveOfColumn } from './chart.ts'
import { formatHistoryDay, isComplete, levelIndexOf, formatSignedLevels, type HistoryDay } from './history.ts'

/** The chart's summary: a heading and a sentence below it. */
export interface ChartSummary {
  heading: string
  detail: string
}

/** Describes 'Is it helping?' neutrally, from the days with a pair. `days` must not be empty. */
export function summarizeChart(days: readonly HistoryDay[]): ChartSummary {
  const pairs = days.filter(isComplete).flatMap(({ preEntry, postEntry }) => {
    const before = levelIndexOf(preEntry)
    const after = levelIndexOf(postEntry)
    return before === null || after === null ? [] : [{ before, after }]
  })
  const [only] = pairs
  if (!only) return summarizeUnpaired(days)
  const { heading, detail } =
    pairs.length === 1
      ? summarizeOnePair(only.before, only.after)
      : { heading: headingForPairs(pairs), detail: detailForPairs(pairs) }
  const unpaired = days.length - pairs.length
  if (unpaired === 0) return { heading, detail }
  // They are in the period's total, and not in the heading.
  return { heading, detail: `${detail} ${t('{count, number} more can’t be compared.', { count: unpaired })}` }
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
      heading: t('Your levels, day by day.'),
      detail: t('Track your energy before and after the same sitting, and the change shows here.'),
    }
  }
  return hasBefore
    ? {
        heading: t(
          '{count, plural, one {Your energy before your sitting.} other {Your energy before your sittings.}}',
          { count: days.length },
        ),
        detail: t('Track your energy after a sitting too, and the change shows here.'),
      }
    : {
        heading: t(
          '{count, plural, one {Your energy after your sitting.} other {Your energy after your sittings.}}',
          { count: days.length },
        ),
        detail: t('Track your energy before a sitting too, and the change shows here.'),
      }
}

function summarizeOnePair(before: number, after: number): ChartSummary {
  const change = after - before
  const detail =
    change === 0
      ? t('{level}, before and after.', { level: levelName(before) })
      : t('From {before} to {after}.', { before: levelName(before), after: levelName(after) })
  if (change === 0) return { heading: t('You finished at the level where you started.'), detail }
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
  if (higher === total)
    return t(
      '{total, plural, =2 {You finished higher than you started in both sittings.} one {You finished higher than you started in # sitting.} other {You finished higher than you started in all # sittings.}}',
      { total },
    )
  if (same === total)
    return t(
      '{total, plural, =2 {You finished at the level where you started in both sittings.} one {You finished at the level where you started in # sitting.} other {You finished at the level where you started in all # sittings.}}',
      { total },
    )
  if (lower === total)
    return t(
      '{total, plural, =2 {You finished lower than you started in both sittings.} one {You finished lower than you started in # sitting.} other {You finished lower than you started in all # sittings.}}',
      { total },
    )
  if (higher > lower && higher >= same)
    return t(
      '{total, plural, one {You finished higher than you started in {higher, number} of # sitting.} other {You finished higher than you started in {higher, number} of # sittings.}}',
      { total, higher },
    )
  if (same === 0)
    return t(
      '{total, plural, one {Of # sitting, you finished higher in {higher, number} and lower in {lower, number}.} other {Of # sittings, you finished higher in {higher, number} and lower in {lower, number}.}}',
      { total, higher, lower },
    )
  if (lower === 0)
    return t(
      '{total, plural, one {Of # sitting, you finished higher in {higher, number} and at the same level in {same, number}.} other {Of # sittings, you finished higher in {higher, number} and at the same level in {same, number}.}}',
      { total, higher, same },
    )
  if (higher === 0)
    return t(
      '{total, plural, one {Of # sitting, you finished lower in {lower, number} and at the same level in {same, number}.} other {Of # sittings, you finished lower in {lower, number} and at the same level in {same, number}.}}',
      { total, lower, same },
    )
  return t(
    '{total, plural, one {Of # sitting, you finished higher in {higher, number}, lower in {lower, number} and at the same level in {same, number}.} other {Of # sittings, you finished higher in {higher, number}, lower in {lower, number} and at the same level in {same, number}.}}',
    { total, higher, lower, same },
  )
}

function detailForPairs(pairs: readonly Pair[]): string {
  const before = mean(pairs.map((pair) => pair.before))
  const after = mean(pairs.map((pair) => pair.after))
  const levels = { before: formatDecimal(before), after: formatDecimal(after) }
  const [beforeWords, afterWords] = [averageInWords(before), averageInWords(after)]
  return beforeWords === afterWords
    ? t('On average, you started at {before} and finished at {after}, both {words}.', {
        ...levels,
        words: beforeWords,
      })
    : t('On average, you started at {before}, {beforeWords}, and finished at {after}, {afterWords}.', {
        ...levels,
        beforeWords,
        afterWords,
      })
}

/** The label above the columns: 'Day by day', 'Averages by week'. */
export function formatChartStep(step: ChartStep): string {
  return t(
    '{step, select, day {Day by day} week {Averages by week} month {Averages by month} quarter {Averages by quarter} other {Averages by year}}',
    { step },
  )
}

/** A column's title: 'Today', 'Thursday, November 19, 2026', 'Week of November 16, 2026', 'April – June 2026'. */
export function formatColumnTitle({ from }: ChartColumn, step: ChartStep, today: string): string {
  switch (step) {
    case 'day':
      return formatHistoryDay(from, today)
    case 'week':
      return t('Week of {day}', { day: formatDay(from, 'long') })
    case 'month':
      return capitalize(formatDay(from, 'month'))
    case 'quarter':
      // 70 days later is always in the quarter's third month.
      return capitalize(formatDayRange(from, addDays(from, 70), 'month'))
    case 'year':
      return from.slice(0, 4)
  }
}

/** A level: its name for a day, one decimal for an average, '–' for null. */
export function formatChartLevel(level: number | null, step: ChartStep): string {
  if (level === null) return '–'
  return step === 'day' ? levelName(level) : formatDecimal(level)
}

/** A column's change: '+4', '0', with one decimal in averages '−1.5'; '' without a change. */
export function formatChartChange({ change }: ChartColumn, step: ChartStep): string {
  if (change === null) return ''
  if (step !== 'day') return formatSignedLevels(change)
  return change > 0 ? `+${formatNumber(change)}` : formatNumber(change)
}

/** A column as a sentence for screen readers. */
export function describeColumn(column: ChartColumn, step: ChartStep, today: string): string {
  const before = formatChartLevel(column.before, step)
  const after = formatChartLevel(column.after, step)
  const title = formatColumnTitle(column, step, today)
  const distance = Math.abs(column.change ?? 0)
  const values = { title, before, after }
  switch (moveOfColumn(column)) {
    case 'rise':
      return step === 'day'
        ? t(
            '{count, plural, one {{title}: {before} before, {after} after, one level higher} other {{title}: {before} before, {after} after, # levels higher}}',
            { ...values, count: distance },
          )
        : t('{title}: {before} before, {after} after, {distance} levels higher', {
            ...values,
            distance: formatDecimal(distance),
          })
    case 'fall':
      return step === 'day'
        ? t(
            '{count, plural, one {{title}: {before} before, {after} after, one level lower} other {{title}: {before} before, {after} after, # levels lower}}',
            { ...values, count: distance },
          )
        : t('{title}: {before} before, {after} after, {distance} levels lower', {
            ...values,
            distance: formatDecimal(distance),
          })
    case 'same':
      return t('{title}: {before} before and after', { title, before })
    case 'before-only':
      return t('{title}: {before} before', { title, before })
    case 'after-only':
      return t('{title}: {after} after', { title, after })
    case 'diverging':
      return step === 'day'
        ? t('{title}: {before} before and {after} after, in different sittings', values)
        : t('{title}: {before} before and {after} after, on different days', values)
    case 'none':
      return t('{title}: no entry', { title })
  }
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
  const sentence =
    first === last
      ? t(
          '{step, select, day {Energy levels before and after on {from}.} week {Energy levels before and after, averages by week, on {from}.} month {Energy levels before and after, averages by month, on {from}.} quarter {Energy levels before and after, averages by quarter, on {from}.} other {Energy levels before and after, averages by year, on {from}.}}',
          { step, from },
        )
      : t(
          '{step, select, day {Energy levels before and after from {from} to {to}.} week {Energy levels before and after, averages by week, from {from} to {to}.} month {Energy levels before and after, averages by month, from {from} to {to}.} quarter {Energy levels before and after, averages by quarter, from {from} to {to}.} other {Energy levels before and after, averages by year, from {from} to {to}.}}',
          { step, from, to },
        )
  return `${sentence} ${heading}`
}

/** The distribution as a sentence: the most frequent level, before and after. */
export function describeSpread(counts: readonly LevelCount[]): string {
  const parts = (['before', 'after'] as const).flatMap((when) => {
    const maxCount = Math.max(...counts.map((count) => count[when]))
    if (maxCount === 0) return []
    const names = counts.filter((count) => count[when] === maxCount).map(({ name }) => translate(name))
    const facts = { levels: formatList(names), when, count: maxCount }
    return names.length > 1
      ? [
          t(
            '{count, plural, one {{when, select, before {most often {levels} before (once each)} other {most often {levels} after (once each)}}} other {{when, select, before {most often {levels} before (# times each)} other {most often {levels} after (# times each)}}}}',
            facts,
          ),
        ]
      : [
          t(
            '{count, plural, one {{when, select, before {most often {levels} before (once)} other {most often {levels} after (once)}}} other {{when, select, before {most often {levels} before (# times)} other {most often {levels} after (# times)}}}}',
            facts,
          ),
        ]
  })
  return t('How often you recorded each level: {levels}.', { levels: parts.join(', ') })
}

function levelName(index: number): string {
  const level = energyLevels[index]
  return level ? translate(level.name) : formatDecimal(index)
}

/** An average in words: 'at Heart', 'near Heart', 'between Heart and Throat'. */
function averageInWords(average: number): string {
  const nearest = Math.round(average)
  const distance = Math.abs(average - nearest)
  if (distance > 0.25)
    return t('between {level} and {nextLevel}', {
      level: levelName(Math.floor(average)),
      nextLevel: levelName(Math.ceil(average)),
    })
  const level = levelName(nearest)
  return distance < 0.05 ? t('at {level}', { level }) : t('near {level}', { level })
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
