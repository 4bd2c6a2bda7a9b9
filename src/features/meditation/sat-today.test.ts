// The day after a sitting, in words.
import { expect, test } from 'vitest'
import { timestampToMs } from '#shared/day.ts'
import { satSentence } from './sat-today.ts'

const zone = 'America/Chicago'
/** A wall time in Chicago, in winter. */
const at = (time: string) => timestampToMs(`2026-11-21T${time}:00-06:00`)

test.each([
  ['03:59', 'You sat in the night, with 15 others'],
  ['04:00', 'You sat this morning, with 15 others'],
  ['10:59', 'You sat this morning, with 15 others'],
  ['11:00', 'You sat at noon, with 15 others'],
  ['13:59', 'You sat at noon, with 15 others'],
  ['14:00', 'You sat this afternoon, with 15 others'],
  ['18:00', 'You sat this evening, with 15 others'],
  ['23:59', 'You sat this evening, with 15 others'],
])('[MED-49] a sitting at %s: %s', (time, sentence) => {
  expect(satSentence({ startsAt: at(time), others: 15 }, { zone, nowMs: at('23:59') })).toBe(sentence)
})

test.each([
  [null, 'You sat this morning'],
  [0, 'You sat this morning'],
  [1, 'You sat this morning, with 1 other'],
])('[MED-49] with %s others: %s', (others, sentence) => {
  expect(satSentence({ startsAt: at('06:15'), others }, { zone, nowMs: at('12:00') })).toBe(sentence)
})

test('[MED-49] the part of the day is the viewer’s; a day before is yesterday', () => {
  const nowMs = at('07:00')
  expect(satSentence({ startsAt: at('06:15'), others: null }, { zone: 'Europe/Berlin', nowMs })).toBe(
    'You sat at noon',
  )
  expect(
    satSentence({ startsAt: at('06:15'), others: null }, { zone: 'Asia/Tokyo', nowMs: at('12:00') }),
  ).toBe('You sat yesterday')
})
