import { expect, test } from 'vitest'
import { timestampToMs } from '#shared/day.ts'
import { minuteMs } from '#shared/durations.ts'
import { firstWordsTitle, msToNextFirstWords } from './first-words.ts'

/** Midnight in Kathmandu, 5:45 ahead. */
const startMs = timestampToMs('2026-11-28T18:15:00.000Z')
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

test.each([
  ['03:59', 'Be the first to say hello'],
  ['04:00', 'Be the first to say good morning'],
  ['11:59', 'Be the first to say good morning'],
  ['12:00', 'Be the first to say good afternoon'],
  ['18:00', 'Be the first to say good evening'],
  ['23:59', 'Be the first to say good evening'],
])('at %s the empty chat reads %s', (time, title) => {
  expect(firstWordsTitle(startMs + minutesOf(time) * minuteMs, 'Asia/Kathmandu')).toBe(title)
})

test('the title is looked at again at each quarter of an hour', () => {
  expect(msToNextFirstWords(timestampToMs('2026-11-29T11:59:30Z'))).toBe(30_000)
  expect(msToNextFirstWords(timestampToMs('2026-11-29T12:00:00Z'))).toBe(900_000)
})
