// Chart texts: the summary, column descriptions, and screen reader sentences.
import { describe, expect, it } from 'vitest'
import { addDays } from '#shared/day.ts'
import {
  createConsecutiveDays,
  createDayOfTwoSittings,
  createHistoryDay,
  type DayFields,
} from '#test/data/energy-history.ts'
import { buildChart, chartSteps, countLevels } from './chart.ts'
import {
  formatChartChange,
  summarizeChart,
  describeColumn,
  formatColumnTitle,
  formatChartLevel,
  describePeriod,
  describeSpread,
  formatChartStep,
} from './format-chart.ts'

const today = '2026-11-21'
const days = (...facts: DayFields[]) =>
  facts.map((fact, index) => createHistoryDay(addDays('2026-11-01', index), fact))
const times = (count: number, fact: DayFields) => Array.from({ length: count }, () => fact)
const headingOf = (...facts: DayFields[]) => summarizeChart(days(...facts)).heading
const detailOf = (...facts: DayFields[]) => summarizeChart(days(...facts)).detail

const up = { before: 2, after: 4 }
const down = { before: 4, after: 3 }
const same = { before: 3, after: 3 }

describe('the summary', () => {
  it('describes a single day', () => {
    expect(summarizeChart(days({ before: 1, after: 5 }))).toEqual({
      heading: 'You finished 4 levels higher than you started.',
      detail: 'From Root to Throat.',
    })
    expect(headingOf({ before: 5, after: 4 })).toBe('You finished one level lower than you started.')
    expect(summarizeChart(days(same))).toEqual({
      heading: 'You finished at the level where you started.',
      detail: 'Solar Plexus, before and after.',
    })
  })

  it('counts only the days with both entries', () => {
    expect(headingOf(...times(14, up), ...times(2, down), same, { before: 1 }, { after: 7 })).toBe(
      'You finished higher than you started in 14 of 17 sittings.',
    )
    expect(headingOf(up, up)).toBe('You finished higher than you started in both sittings.')
    expect(headingOf(...times(3, up))).toBe('You finished higher than you started in all 3 sittings.')
    expect(headingOf(...times(1_200, up), down)).toBe(
      'You finished higher than you started in 1,200 of 1,201 sittings.',
    )
  })

  it('is neutral about unchanged and lower levels', () => {
    expect(headingOf(...times(3, same))).toBe(
      'You finished at the level where you started in all 3 sittings.',
    )
    expect(headingOf(down, down)).toBe('You finished lower than you started in both sittings.')
    expect(headingOf(up, down, down, same)).toBe(
      'Of 4 sittings, you finished higher in 1, lower in 2 and at the same level in 1.',
    )
    expect(headingOf(up, down)).toBe('Of 2 sittings, you finished higher in 1 and lower in 1.')
    expect(headingOf(up, same, same)).toBe(
      'Of 3 sittings, you finished higher in 1 and at the same level in 2.',
    )
    expect(headingOf(down, same)).toBe('Of 2 sittings, you finished lower in 1 and at the same level in 1.')
  })

  it('asks for the other entry if no day has both', () => {
    expect(summarizeChart(days({ before: 1 }, { before: 2 }))).toEqual({
      heading: 'Your energy before your sittings.',
      detail: 'Track your energy after a sitting too, and the change shows here.',
    })
    expect(summarizeChart(days({ after: 1 }))).toEqual({
      heading: 'Your energy after your sitting.',
      detail: 'Track your energy before a sitting too, and the change shows here.',
    })
    expect(summarizeChart(days({ before: 1 }, { after: 2 })).heading).toBe('Your levels, day by day.')
  })

  it('names the days that it doesn’t count, so that all add up to the total', () => {
    expect(detailOf(same, { before: 7 })).toBe('Solar Plexus, before and after. 1 more can’t be compared.')
    expect(detailOf(same, same, { before: 7 }, { after: 1 })).toMatch(/ 2 more can’t be compared\.$/)
  })

  it('describes the averages', () => {
    expect(detailOf({ before: 2, after: 4 }, { before: 3, after: 4 })).toBe(
      'On average, you started at 2.5, between Sacral and Solar Plexus, and finished at 4.0, at Heart.',
    )
    expect(detailOf(...times(4, same), { before: 3, after: 4 })).toBe(
      'On average, you started at 3.0, at Solar Plexus, and finished at 3.2, near Solar Plexus.',
    )
    expect(detailOf(same, same)).toBe(
      'On average, you started at 3.0 and finished at 3.0, both at Solar Plexus.',
    )
  })
})

describe('a column', () => {
  const column = (before: number | null, after: number | null) => ({
    from: '2026-11-19',
    dayCount: 1,
    before,
    after,
    change: before === null || after === null ? null : after - before,
  })

  it('has a title for its period', () => {
    const titleOf = (from: string, step: (typeof chartSteps)[number]) =>
      formatColumnTitle({ ...column(1, 2), from }, step, today)
    expect(titleOf(today, 'day')).toBe('Today')
    expect(titleOf('2026-11-19', 'day')).toBe('Thursday, November 19, 2026')
    expect(titleOf('2026-11-16', 'week')).toBe('Week of November 16, 2026')
    expect(titleOf('2026-11-01', 'month')).toBe('November 2026')
    expect(titleOf('2026-10-01', 'quarter')).toBe('October – December 2026')
    expect(titleOf('2026-01-01', 'quarter')).toBe('January – March 2026')
    expect(titleOf('2026-01-01', 'year')).toBe('2026')
    expect(chartSteps.map(formatChartStep)).toEqual([
      'Day by day',
      'Averages by week',
      'Averages by month',
      'Averages by quarter',
      'Averages by year',
    ])
  })

  it('shows level names for a day, and one decimal for averages', () => {
    expect([formatChartLevel(0, 'day'), formatChartLevel(7, 'day'), formatChartLevel(null, 'day')]).toEqual([
      'No Awareness',
      'Crown',
      '–',
    ])
    expect([formatChartLevel(2.449, 'week'), formatChartLevel(3, 'year')]).toEqual(['2.4', '3.0'])
    expect(
      [column(1, 5), column(5, 1), column(3, 3), column(3, null)].map((it) => formatChartChange(it, 'day')),
    ).toEqual(['+4', '−4', '0', ''])
    expect(formatChartChange(column(2, 3.52), 'week')).toBe('+1.5')
    expect(formatChartChange(column(2, 3), 'week')).toBe('+1.0')
  })

  it('is described in a sentence for screen readers', () => {
    const description = (before: number | null, after: number | null) =>
      describeColumn(column(before, after), 'day', '2026-11-19')
    expect(description(1, 5)).toBe('Today: Root before, Throat after, 4 levels higher')
    expect(description(2, 1)).toBe('Today: Sacral before, Root after, one level lower')
    expect(description(3, 3)).toBe('Today: Solar Plexus before and after')
    expect(description(3, null)).toBe('Today: Solar Plexus before')
    expect(description(null, 0)).toBe('Today: No Awareness after')
    expect(describeColumn(column(2.4, 3.9), 'month', today)).toBe(
      'November 2026: 2.4 before, 3.9 after, 1.5 levels higher',
    )
    expect(describeColumn({ ...column(2, 3), change: null }, 'month', today)).toBe(
      'November 2026: 2.0 before and 3.0 after, on different days',
    )
    expect(describeColumn({ ...column(2, 3), change: null }, 'day', '2026-11-19')).toBe(
      'Today: Sacral before and Solar Plexus after, in different sittings',
    )
  })

  it('[PULSE-14] a day whose levels are of two sittings is no pair in the summary', () => {
    const halves = createDayOfTwoSittings(today, { after: 6, laterBefore: 1 })
    expect(summarizeChart([halves]).heading).toBe('Your levels, day by day.')
    expect(buildChart([halves]).columns.find(({ dayCount }) => dayCount > 0)).toMatchObject({
      before: 1,
      after: 6,
      change: null,
    })
  })
})

describe('the drawings', () => {
  it('are described in sentences for screen readers', () => {
    expect(describePeriod(buildChart(days(up)), 'You finished higher.')).toBe(
      'Energy levels before and after on November 1, 2026. You finished higher.',
    )
    expect(describePeriod(buildChart(createConsecutiveDays(21, today)), 'You finished higher.')).toBe(
      'Energy levels before and after from November 1, 2026 to November 21, 2026. You finished higher.',
    )
    expect(describePeriod(buildChart(createConsecutiveDays(100, today)), 'You finished higher.')).toMatch(
      /^Energy levels before and after, averages by week, from August 10, 2026 to November 16, 2026[.] /,
    )
  })

  it('state the most frequent levels', () => {
    expect(describeSpread(countLevels(days(up, up, same)))).toBe(
      'How often you recorded each level: most often Sacral before (2 times), most often Heart after (2 times).',
    )
    expect(describeSpread(countLevels(days({ before: 1 }, { before: 6 })))).toBe(
      'How often you recorded each level: most often Third Eye and Root before (once each).',
    )
  })
})
