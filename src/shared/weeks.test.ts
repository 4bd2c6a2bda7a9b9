import { expect, test } from 'vitest'
import { groupByWeek } from './weeks.ts'

test('[TEACH-02, GA-05, TIME-05] a list comes by weeks from Monday, each with its own name', () => {
  const dates = [
    '2026-11-15',
    '2026-11-21',
    '2026-11-22',
    '2026-11-23',
    '2026-12-06',
    '2026-12-07',
    '2027-01-03',
  ]
  const titled = groupByWeek(
    dates.map((date) => ({ date })),
    '2026-11-21',
  ).map(({ title, rows }) => [title, ...rows.map(({ date }) => date)])
  expect(titled).toEqual([
    // What goes on since the day before a Monday is shown with this week.
    ['This week', '2026-11-15', '2026-11-21', '2026-11-22'],
    ['Next week', '2026-11-23'],
    ['The week after', '2026-12-06'],
    ['Week of December 7', '2026-12-07'],
    ['Week of December 28', '2027-01-03'],
  ])
})
