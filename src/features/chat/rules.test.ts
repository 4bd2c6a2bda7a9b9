// Chat rules: access, and messages of one turn.
import { expect, test } from 'vitest'
import { continuesTurn, isChatReadable } from './rules.ts'

test.each([
  ['2026-11-21', false, true],
  ['2026-11-20', false, true],
  ['2026-11-19', false, false],
  ['2026-11-22', false, false],
  ['2026-11-19', true, true],
  ['2020-01-01', true, true],
  ['2026-11-22', true, false],
])('[CHAT-24] on 2026-11-21 the chat of %s (moderator: %s) is readable: %s', (day, mayModerate, expected) => {
  expect(isChatReadable(day, { today: '2026-11-21', roomDay: '2026-11-21' }, mayModerate)).toBe(expected)
})

test('[CHAT-24] yesterday is the day before, over the end of a year too', () => {
  expect(isChatReadable('2026-12-31', { today: '2027-01-01', roomDay: '2027-01-01' }, false)).toBe(true)
})

test.each([
  ['the first message', undefined, false],
  ['one of the same author, five minutes before', { id: 5, at: '12:00:00' }, true],
  ['one of the same author, longer ago', { id: 5, at: '11:59:59' }, false],
  ['one of another author', { id: 7, at: '12:04:59' }, false],
])('[CHAT-34] %s: continued %s', (_, before, expected) => {
  const messageOf = (id: number, at: string) => ({
    user: { id, name: 'Mo', profilePicture: null, isGardenAngel: false },
    timestamp: `2026-11-21T${at}.000Z`,
  })
  const previous = before && messageOf(before.id, before.at)
  expect(continuesTurn(messageOf(5, '12:05:00'), previous)).toBe(expected)
})
