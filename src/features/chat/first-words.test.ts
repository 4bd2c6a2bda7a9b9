import { expect, test } from 'vitest'
import { firstWordsTitle, msToNextFirstWords } from './first-words.ts'

test.each([
  ['03:59', 'Be the first to say hello'],
  ['04:00', 'Be the first to say good morning'],
  ['11:59', 'Be the first to say good morning'],
  ['12:00', 'Be the first to say good afternoon'],
  ['18:00', 'Be the first to say good evening'],
  ['23:59', 'Be the first to say good evening'],
])('at %s the empty chat reads %s', (time, title) => {
  expect(firstWordsTitle(Date.parse(`2026-11-29T${time}:00+05:45`), 'Asia/Kathmandu')).toBe(title)
})

test('the title is looked at again at each quarter of an hour', () => {
  expect(msToNextFirstWords(Date.parse('2026-11-29T11:59:30Z'))).toBe(30_000)
  expect(msToNextFirstWords(Date.parse('2026-11-29T12:00:00Z'))).toBe(900_000)
})
