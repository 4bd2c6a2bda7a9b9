// Chart data: column length, averages and level counts.
import { describe, expect, it } from 'vitest'
import { withLocale } from '#server/i18n/locale.ts'
import { addDays } from '#shared/day.ts'
import { languages, translate } from '#shared/i18n/t.ts'
import { createHistoryDay, createConsecutiveDays } from '#test/data/energy-history.ts'
import {
  buildChart,
  moveOfColumn,
  nearestColumn,
  countLevels,
  type ChartColumn,
  axisPx,
  chartFrame,
  columnsThatFit,
  levelY,
  buildMarks,
  columnAtX,
  plotPx,
  rowPx,
  spinePx,
  spreadRows,
  buildTicks,
} from './chart.ts'

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
    [5_600, 'year', 16],
  ] as const)('averages %i days by %s in %i columns', (count, step, columnCount) => {
    const days = createConsecutiveDays(count, today)
    const chart = buildChart(days)
    expect([chart.step, chart.columns.length]).toEqual([step, columnCount])
    expect(chart.columns.length).toBeLessThanOrEqual(60)
    expect(chart.columns.reduce((sum, { dayCount }) => sum + dayCount, 0)).toBe(count)
    expect(froms(chart.columns).toSorted()).toEqual(froms(chart.columns))
  })

  it('start weeks on Monday and months and quarters on their first day, and contain each day once @full', () => {
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
    'diverging',
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
  expect(spread.map(({ name, before, after }) => `${translate(name)} ${before} ${after}`)).toEqual([
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

// Screens of 320, 390, 820 and 1440 px less their gutters, and the breakpoint between the two layouts.
const widths = [288, 358, 699, 700, 756, 1_088]
const lengths = [1, 7, 14, 21, 30, 45, 46, 365, 1_700, 5_000]
const cases = widths.flatMap((widthPx) => lengths.map((count) => ({ widthPx, count })))

const histories = new Map(lengths.map((count) => [count, createConsecutiveDays(count, today)]))

function drawn(widthPx: number, count: number) {
  const frame = chartFrame(widthPx)
  const chart = buildChart(histories.get(count) ?? [], columnsThatFit(frame.periodPx))
  return { frame, chart, marks: buildMarks(chart, frame.periodPx), ticks: buildTicks(chart, frame.periodPx) }
}

it('places the drawings side by side if they fit, otherwise below each other, within the given width', () => {
  for (const widthPx of widths) {
    const { isWide, periodPx, spreadPx } = chartFrame(widthPx)
    expect(isWide).toBe(widthPx >= 700)
    expect(axisPx + periodPx + (isWide ? spreadPx : 0)).toBeLessThanOrEqual(widthPx)
    expect(axisPx + spreadPx).toBeLessThanOrEqual(widthPx)
  }
  expect(chartFrame(0)).toEqual(chartFrame(288))
})

it('fits a month of daily columns on a 320 px phone', () => {
  expect(drawn(288, 30).chart.step).toBe('day')
})

it('lays out the levels in eight equal rows, Crown on top', () => {
  expect(levelY(7)).toBe(rowPx / 2)
  expect(levelY(0)).toBe(plotPx - rowPx / 2)
  expect(levelY(3) - levelY(4)).toBe(rowPx)
  expect(levelY(3.5)).toBe((levelY(3) + levelY(4)) / 2)
})

describe('marks', () => {
  it.each(cases)('don’t overlap within $widthPx px for $count days', ({ widthPx, count }) => {
    const { frame, marks } = drawn(widthPx, count)
    expect(marks.length).toBeGreaterThan(0)
    let end = 0
    for (const { x, ringPx } of marks) {
      expect(x - ringPx).toBeGreaterThan(end)
      end = x + ringPx
    }
    expect(end).toBeLessThanOrEqual(frame.periodPx)
  })

  it('have a shape for each kind of change', () => {
    const chart = buildChart([
      createHistoryDay('2026-11-16', { before: 1, after: 5 }),
      createHistoryDay('2026-11-17', { before: 5, after: 1 }),
      createHistoryDay('2026-11-18', { before: 4, after: 4 }),
      createHistoryDay('2026-11-19', { before: 2 }),
      createHistoryDay('2026-11-20', { after: 6 }),
    ])
    const [rise, fall, same, before, after] = buildMarks(chart, 700)
    expect(buildMarks(chart, 700)).toHaveLength(5)
    // A drop from Before's point to the width of the disc at After.
    expect(rise).toMatchObject({ move: 'rise', x: 50, beforeY: levelY(1), afterY: levelY(5), ringPx: 6 })
    expect(rise?.path).toBe(`M50 ${levelY(1)}L44.2 ${levelY(5)}h11.6Z`)
    // A line from the ring down to After.
    expect(fall).toMatchObject({ move: 'fall', beforeY: levelY(5), afterY: levelY(1) })
    expect(fall?.path).toBe(`M150 ${levelY(5) + 6}V${levelY(1)}`)
    // A small disc inside its ring.
    expect(same).toMatchObject({ move: 'same', beforeY: levelY(4), afterY: levelY(4), path: null })
    expect(same?.discPx).toBeLessThan(6 / 2)
    expect(before).toMatchObject({ move: 'before-only', beforeY: levelY(2), afterY: null, path: null })
    expect(after).toMatchObject({ move: 'after-only', beforeY: null, afterY: levelY(6), path: null })
  })

  it('can be found by their x position', () => {
    const { frame, chart, marks } = drawn(358, 21)
    for (const { x, column } of marks) {
      expect(Math.round(columnAtX(x, chart.columns.length, frame.periodPx))).toBe(column)
    }
  })
})

describe('ticks', () => {
  const textsOf = (widthPx: number, count: number) => drawn(widthPx, count).ticks.map(({ text }) => text)

  const inEachLanguage = languages.flatMap((language) => cases.map((each) => ({ ...each, language })))
  it.each(inEachLanguage)('$language: neither overlap nor exceed $widthPx px for $count days', (each) => {
    const { widthPx, count, language } = each
    const { frame, ticks } = withLocale(language, () => drawn(widthPx, count))
    expect(ticks.length).toBeGreaterThan(0)
    let end = -axisPx
    for (const { x, text } of ticks) {
      // A character of 12.8 px is 6.6 px wide on average.
      const half = (text.length * 6.6) / 2
      expect(x - half).toBeGreaterThan(end + 4)
      end = x + half
    }
    expect(end).toBeLessThanOrEqual(frame.periodPx)
  })

  it('label the days of a week, the Mondays of a month, the months of a year, and the years', () => {
    expect(textsOf(1_088, 1)).toEqual(['Mon 16', 'Tue 17', 'Wed 18', 'Thu 19', 'Fri 20', 'Sat 21', 'Sun 22'])
    expect(textsOf(288, 1)).toEqual(['Mon 16', 'Thu 19', 'Sun 22'])
    expect(textsOf(358, 30)).toEqual(['Oct 26', 'Nov 9'])
    expect(textsOf(1_088, 365)).toEqual([
      'Dec',
      '2026',
      'Feb',
      'Mar',
      'Apr',
      'May',
      'Jun',
      'Jul',
      'Aug',
      'Sep',
      'Oct',
      'Nov',
    ])
    expect(textsOf(756, 5_000)).toEqual(['2014', '2016', '2018', '2020', '2022', '2024', '2026'])
  })
})

describe('bars', () => {
  it.each(widths)('leave room for their counts within %i px, the longest no more than that', (widthPx) => {
    const frame = chartFrame(widthPx)
    const rows = spreadRows(countLevels(histories.get(5_000) ?? []), frame)
    const longestPx = Math.max(...rows.flatMap(({ beforePx, afterPx }) => [beforePx, afterPx]))
    const spine = spinePx[frame.isWide ? 'wide' : 'narrow']
    // A gap and three digits.
    expect(longestPx + 30).toBeCloseTo((frame.spreadPx - spine) / 2, 0)
  })

  it('have lengths proportional to the counts, none for zero, and a short one for a single day', () => {
    const frame = chartFrame(1_088)
    const rows = spreadRows(
      countLevels([
        ...createConsecutiveDays(10, '2026-11-10').map(({ sessionDate }) =>
          createHistoryDay(sessionDate, { before: 2 }),
        ),
        ...createConsecutiveDays(5, today).map(({ sessionDate }) =>
          createHistoryDay(sessionDate, { before: 1, after: 4 }),
        ),
      ]),
      frame,
    )
    const [ten, five] = [rows[5]?.beforePx ?? 0, rows[6]?.beforePx ?? 0]
    expect(five).toBeCloseTo((ten + 6) / 2, 0)
    expect(rows[3]).toMatchObject({ index: 4, y: levelY(4), beforePx: 0, afterPx: five })
    const [single] = spreadRows(countLevels([createHistoryDay(today, { before: 7 })]), frame)
    expect(single?.beforePx).toBeLessThan(ten / 2)
  })
})
