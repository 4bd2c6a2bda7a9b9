// Chart data: column length, averages and level counts.
import { describe, expect, it } from 'vitest'
import { addDays } from '#shared/day.ts'
import { createHistoryDay, createConsecutiveDays } from '#test/energy-history.ts'
import { buildChart, moveOfColumn, nearestColumn, countLevels, type ChartColumn } from './chart.ts'

const today = '2026-11-21'
const froms = (columns: readonly ChartColumn[]) => columns.map(({ from }) => from)

describe('columns', () => {
  it('extend a few days to whole weeks from Monday, with empty columns for days without an entry', () => {
    const one = buildChart([createHistoryDay('2026-11-19', { before: 1, after: 5 })])
    expect(one.step).toBe('day')
    expect(froms(one.columns)).toEqual([
      '2026-11-16',
      '2026-11-17',
      '2026-11-18',
      '2026-11-19',
      '2026-11-20',
      '2026-11-21',
      '2026-11-22',
    ])
    expect(one.columns[3]).toEqual({ from: '2026-11-19', dayCount: 1, before: 1, after: 5, change: 4 })
    expect(one.columns[2]).toEqual({
      from: '2026-11-18',
      dayCount: 0,
      before: null,
      after: null,
      change: null,
    })
    const overTheWeekend = buildChart([
      createHistoryDay('2026-11-15', { before: 1 }),
      createHistoryDay('2026-11-16', { before: 2 }),
    ])
    expect(overTheWeekend.columns).toHaveLength(14)
    expect(froms(overTheWeekend.columns).at(0)).toBe('2026-11-09')
    expect(froms(overTheWeekend.columns).at(-1)).toBe('2026-11-22')
  })

  it('show up to a month and a half day by day, from the first to the last day', () => {
    for (const count of [21, 30, 45]) {
      const { step, columns } = buildChart(createConsecutiveDays(count, today))
      expect([step, columns.length]).toEqual(['day', count])
      expect(columns.every(({ dayCount }) => dayCount === 1)).toBe(true)
    }
  })

  it.each([
    [46, 'week', 7],
    [365, 'week', 53],
    [430, 'month', 15],
    [500, 'month', 17],
    [1_700, 'month', 57],
    [5_000, 'quarter', 56],
    [9_000, 'year', 25],
  ] as const)('averages %i days by %s in %i columns', (count, step, columnCount) => {
    const days = createConsecutiveDays(count, today)
    const chart = buildChart(days)
    expect([chart.step, chart.columns.length]).toEqual([step, columnCount])
    expect(chart.columns.length).toBeLessThanOrEqual(60)
    expect(chart.columns.reduce((sum, { dayCount }) => sum + dayCount, 0)).toBe(count)
    expect(froms(chart.columns).toSorted()).toEqual(froms(chart.columns))
  })

  it('start weeks on Monday and months and quarters on their first day, and contain each day once', () => {
    expect(froms(buildChart(createConsecutiveDays(60, today)).columns).slice(0, 3)).toEqual([
      '2026-09-21',
      '2026-09-28',
      '2026-10-05',
    ])
    expect(froms(buildChart(createConsecutiveDays(500, today)).columns).slice(4, 8)).toEqual([
      '2025-11-01',
      '2025-12-01',
      '2026-01-01',
      '2026-02-01',
    ])
    const quarters = buildChart(createConsecutiveDays(5_000, today)).columns
    expect(froms(quarters).slice(0, 3)).toEqual(['2013-01-01', '2013-04-01', '2013-07-01'])
    expect(quarters[1]?.dayCount).toBe(91)
    expect(quarters.at(-1)).toMatchObject({ from: '2026-10-01', dayCount: 52 })
  })

  it('use longer steps if only few columns fit', () => {
    const month = createConsecutiveDays(30, today)
    expect(buildChart(month, 30).step).toBe('day')
    expect(buildChart(month, 29).step).toBe('week')
    expect(buildChart(createConsecutiveDays(365, today), 30).step).toBe('month')
    expect(buildChart(createConsecutiveDays(5_000, today), 30)).toMatchObject({ step: 'year' })
  })

  it('keep long gaps empty, and handle days with clock changes', () => {
    const { columns } = buildChart([
      createHistoryDay('2026-03-07', { before: 1 }),
      createHistoryDay('2026-03-25', { after: 6 }),
    ])
    expect(columns).toHaveLength(19)
    expect(columns.filter(({ dayCount }) => dayCount > 0)).toHaveLength(2)
    const autumn = buildChart([
      createHistoryDay('2026-10-20', { before: 1 }),
      createHistoryDay('2026-11-09', { after: 6 }),
    ])
    expect(new Set(froms(autumn.columns)).size).toBe(21)
    const years = buildChart([
      createHistoryDay('2016-02-29', { before: 1 }),
      createHistoryDay(today, { after: 6 }),
    ])
    expect(years.columns.filter(({ dayCount }) => dayCount > 0)).toHaveLength(2)
  })

  it('are empty without days', () => {
    expect(buildChart([])).toEqual({ step: 'day', columns: [] })
  })
})

describe('averages', () => {
  /** The column that averages these days; an empty year before them makes the columns long. */
  const averaged = (...facts: { before?: number; after?: number }[]) =>
    buildChart([
      createHistoryDay('2025-06-10', { before: 0 }),
      ...facts.map((fact, index) => createHistoryDay(addDays('2026-11-02', index), fact)),
    ]).columns.at(-1)

  it('use the days with both entries, so that the change is theirs', () => {
    expect(averaged({ before: 1, after: 5 }, { before: 2, after: 4 }, { before: 7 }, { after: 0 })).toEqual({
      from: '2026-11-01',
      dayCount: 4,
      before: 1.5,
      after: 4.5,
      change: 3,
    })
  })

  it('use the other days if no day has both entries, with no change', () => {
    expect(averaged({ before: 2 }, { before: 5 }, { after: 6 })).toMatchObject({
      before: 3.5,
      after: 6,
      change: null,
    })
    expect(averaged({ before: 2 }, { before: 4 })).toMatchObject({ before: 3, after: null, change: null })
  })
})

it('a move is determined after rounding to one decimal', () => {
  const moves = [
    { before: 1, after: 5, change: 4 },
    { before: 5, after: 1, change: -4 },
    { before: 3, after: 3, change: 0 },
    { before: 3, after: 3.04, change: 0.04 },
    { before: 3.04, after: 3, change: -0.04 },
    { before: 3, after: 3.06, change: 0.06 },
    { before: 3, after: null, change: null },
    { before: null, after: 3, change: null },
    { before: 3, after: 4, change: null },
    { before: null, after: null, change: null },
  ].map((column) => moveOfColumn({ from: today, dayCount: 1, ...column }))
  expect(moves).toEqual([
    'rise',
    'fall',
    'same',
    'same',
    'same',
    'rise',
    'before-only',
    'after-only',
    'apart',
    'none',
  ])
})

it('the distribution counts each level Before and After, Crown first', () => {
  const spread = countLevels([
    createHistoryDay('2026-11-17', { before: 0, after: 7 }),
    createHistoryDay('2026-11-18', { before: 0, after: 3 }),
    createHistoryDay('2026-11-19', { before: 3 }),
    createHistoryDay('2026-11-20', { after: 7 }),
  ])
  expect(spread.map(({ name, before, after }) => `${name} ${before} ${after}`)).toEqual([
    'Crown 0 2',
    'Third Eye 0 0',
    'Throat 0 0',
    'Heart 0 0',
    'Solar Plexus 1 1',
    'Sacral 0 0',
    'Root 0 0',
    'No Awareness 2 0',
  ])
})

it('the nearest column is the nearest one with an entry', () => {
  const chart = buildChart([
    createHistoryDay('2026-11-17', { before: 1 }),
    createHistoryDay('2026-11-20', { before: 2 }),
  ])
  expect([-3, 0, 2.4, 2.6, 9].map((place) => nearestColumn(chart, place))).toEqual([1, 1, 1, 4, 4])
  expect(nearestColumn({ step: 'day', columns: [] }, 0)).toBeNull()
})
