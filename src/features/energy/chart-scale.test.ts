// Chart layout: nothing overflows or overlaps, at any width.
import { describe, expect, it } from 'vitest'
import { createHistoryDay, createConsecutiveDays } from '#test/energy-history.ts'
import { buildChart, countLevels } from './chart.ts'
import {
  axisPx,
  chartFrame,
  columnsThatFit,
  levelY,
  buildMarks,
  columnAtX,
  plotPx,
  rowPx,
  spreadRows,
  buildTicks,
} from './chart-scale.ts'

const today = '2026-11-21'
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

  it.each(cases)('neither overlap nor exceed $widthPx px for $count days', ({ widthPx, count }) => {
    const { frame, ticks } = drawn(widthPx, count)
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
  it.each(widths)('leave room for their counts within %i px', (widthPx) => {
    const frame = chartFrame(widthPx)
    const rows = spreadRows(countLevels(createConsecutiveDays(5_000, today)), frame)
    for (const { beforePx, afterPx } of rows) {
      expect(Math.max(beforePx, afterPx)).toBeLessThanOrEqual(frame.spreadPx / 2 - 40)
    }
    expect(Math.max(...rows.map(({ beforePx }) => beforePx))).toBeGreaterThan(20)
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
