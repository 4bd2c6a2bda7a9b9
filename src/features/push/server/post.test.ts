// The delay that a push service asks for.
import { expect, test } from 'vitest'
import { dayMs } from '#shared/durations.ts'
import { parseRetryAfter } from './post.ts'

const now = Date.parse('2026-11-21T12:00:00Z')

test.each<[retryAfter: string | undefined, date: string | undefined, expectedMs: number]>([
  [undefined, undefined, 0],
  ['120', undefined, 120_000],
  ['0', undefined, 0],
  ['99999999999', undefined, dayMs],
  // By the response's own clock, which is an hour ahead; else by ours.
  ['Sat, 21 Nov 2026 13:00:20 GMT', 'Sat, 21 Nov 2026 13:00:00 GMT', 20_000],
  ['Sat, 21 Nov 2026 12:00:20 GMT', undefined, 20_000],
  ['Sat, 21 Nov 2026 12:00:20 GMT', 'today', 20_000],
  ['Saturday, 21-Nov-26 12:00:20 GMT', undefined, 20_000],
  ['Sat, 21 Nov 2026 11:00:00 GMT', undefined, 0],
  ['Sun, 21 Nov 2027 12:00:00 GMT', undefined, dayMs],
  ['Sat, 99 Nov 2026 12:00:20 GMT', undefined, 0],
  ['-5', undefined, 0],
  ['1e9', undefined, 0],
  ['soon', undefined, 0],
  ['2026-11-21T12:00:20Z', undefined, 0],
])('[REM-09] Retry-After %j with Date %j is %i ms', (retryAfter, date, expectedMs) => {
  expect(parseRetryAfter({ 'retry-after': retryAfter, date }, now)).toBe(expectedMs)
})
