// A member's rhythm: weeks, days in a row, and the return after a break.
import { expect, test } from 'vitest'
import { addDays } from '#shared/day.ts'
import { isBackAfterBreak, lastWeeks, streakOf, weeksInRhythm } from './rhythm.ts'

/** Saturday. */
const today = '2026-11-21'
const ago = (...counts: number[]) => counts.map((count) => addDays(today, -count)).toSorted()

test('[RHY-01] the last eight weeks begin on Monday and end with the present one', () => {
  const weeks = lastWeeks(['2026-09-27', '2026-09-28', '2026-11-15', '2026-11-16', '2026-11-21'], today)
  expect(weeks).toHaveLength(8)
  expect(weeks[0]).toEqual({ from: '2026-09-28', to: '2026-10-04', count: 1 })
  expect(weeks.slice(-2).map(({ count }) => count)).toEqual([1, 2])
})

test('[RHY-02] weeks in rhythm are all that reached the chosen days, wherever they lie', () => {
  const days = [
    '2026-01-05',
    '2026-01-07',
    '2026-01-09',
    '2026-11-16',
    '2026-11-18',
    '2026-11-20',
    '2026-11-21',
  ]
  expect([1, 3, 4, 5].map((count) => weeksInRhythm(days, count))).toEqual([2, 2, 1, 0])
  expect(weeksInRhythm([], 1)).toBe(0)
})

test.each([
  ['nothing yet', [], 0],
  ['today alone', [0], 1],
  ['today isn’t missed before it is over', [1, 2], 2],
  ['one missed day neither ends nor adds', [0, 1, 3, 4], 4],
  ['yesterday missed', [2, 3], 2],
  ['two missed days together end it', [0, 1, 4, 5], 2],
  ['a second missed day within seven ends it', [0, 2, 3, 4, 6, 7], 4],
  ['seven days between them, both are forgiven', [0, 2, 3, 4, 5, 6, 7, 9, 10], 9],
  ['a week ago is over', [7, 8, 9], 0],
])('[RHY-03] days in a row: %s', (_case, counts, streak) => {
  expect(streakOf(ago(...counts), today)).toBe(streak)
})

test('[RHY-05] back after a break: a week without a sitting up to yesterday, today aside', () => {
  expect(
    [[], [0], [7], [0, 7], [8], [0, 8], [0, 1, 9]].map((counts) => isBackAfterBreak(ago(...counts), today)),
  ).toEqual([false, false, false, false, true, true, false])
})
