// Period in the URL, and week formatting.
import { expect, test } from 'vitest'
import { periodRange } from './history.ts'
import { toPeriodQuery, parsePeriodChoice, formatWeekRange, type PeriodChoice } from './period-choice.ts'

const choices: [PeriodChoice, object][] = [
  [{ period: 'week', weekOffset: 0 }, {}],
  [{ period: 'week', weekOffset: -1 }, { week: '-1' }],
  [{ period: 'week', weekOffset: -312 }, { week: '-312' }],
  [{ period: 'month', weekOffset: 0 }, { period: 'month' }],
  [{ period: 'all', weekOffset: 0 }, { period: 'all' }],
]

test.each(choices)('[HIST-02, HIST-03] %j becomes the query %j, and is parsed from it', (choice, query) => {
  expect(toPeriodQuery(choice)).toEqual(query)
  expect(parsePeriodChoice(query)).toEqual(choice)
})

test.each([
  { period: 'year' },
  { period: '' },
  { week: '1' },
  { week: '-0' },
  { week: '-1.5' },
  { week: '-1e3' },
  { week: '-12345' },
  { week: 'constructor' },
  { period: 'week', week: ' -1' },
])('[HIST-02, HIST-03] the invalid query %j falls back to the current week', (query) => {
  expect(parsePeriodChoice(query)).toEqual({ period: 'week', weekOffset: 0 })
})

test('[HIST-03] outside week mode the week parameter is ignored', () => {
  expect(parsePeriodChoice({ period: 'all', week: '-3' })).toEqual({ period: 'all', weekOffset: 0 })
})

test.each([
  ['2026-11-21', 0, 'November 16 – 22, 2026'],
  ['2026-12-02', 0, 'November 30 – December 6, 2026'],
  ['2026-12-31', 0, 'December 28, 2026 – January 3, 2027'],
  ['2026-11-21', -9999, 'March 30 – April 5, 1835'],
])('[HIST-03] the week of %s, offset by %i weeks, reads %s', (today, weekOffset, words) => {
  expect(formatWeekRange(periodRange('week', weekOffset, today))).toBe(words)
})
