// Chat access rules.
import { expect, test } from 'vitest'
import { isChatReadable } from './rules.ts'

test.each([
  ['2026-11-21', false, true],
  ['2026-11-20', false, true],
  ['2026-11-19', false, false],
  ['2026-11-22', false, false],
  ['2026-11-19', true, true],
  ['2020-01-01', true, true],
  ['2026-11-22', true, false],
])('[CHAT-24] on 2026-11-21 the chat of %s (moderator: %s) is readable: %s', (day, mayModerate, expected) => {
  expect(isChatReadable(day, '2026-11-21', mayModerate)).toBe(expected)
})

test('[CHAT-24] yesterday is the day before, over the end of a year too', () => {
  expect(isChatReadable('2026-12-31', '2027-01-01', false)).toBe(true)
})
