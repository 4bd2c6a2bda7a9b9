// The scale of the chart of days, and the days that it names.
import { expect, test } from 'vitest'
import { linePath, namedDays, scaleTop } from './days-chart.ts'

test.each([
  [0, 2],
  [1, 2],
  [2, 2],
  [3, 4],
  [24, 40],
  [5, 6],
  [45, 60],
  [51, 60],
  [61, 100],
  [1_300, 2_000],
])('[TOT-09] of %i minutes the scale ends at %i, whose half is a whole number', (minutes, top) => {
  expect(scaleTop([{ minutes }, { minutes: 0 }])).toBe(top)
})

test('[TOT-09] the line goes from day to day, and each week names one', () => {
  expect(linePath([{ minutes: 0 }, { minutes: 20 }], 40)).toBe('M0 100L1 50')
  expect(namedDays(30)).toEqual([1, 8, 15, 22, 29])
  expect(namedDays(2)).toEqual([1])
})
