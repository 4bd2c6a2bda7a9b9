import { expect, test } from 'vitest'
import { timestampToMs } from '#shared/day.ts'
import { minuteMs } from '#shared/durations.ts'
import { bellSentence, msToNextBellSentence, previewDay, previewDetails } from './preview-sentences.ts'

const bell = timestampToMs('2026-11-26T01:00:00.000Z')

test.each([
  [5 * 60 + 47, 'in 5 h 47 min'],
  [5 * 60 + 46.02, 'in 5 h 47 min'],
  [60, 'in 1 h'],
  [59.99, 'in 1 h'],
  [59, 'in 59 min'],
  [0.01, 'in 1 min'],
])('[AUTH-48] %s minutes before the bell: %s', (minutes, left) => {
  const zones = { community: 'America/Chicago', local: 'America/Chicago' }
  expect(bellSentence(bell, bell - minutes * minuteMs, zones)).toBe(`The bell rings at 7:00 PM, ${left}`)
})

test('[AUTH-48] the bell is named by the viewer’s clock, or by the community’s where that is unknown', () => {
  const sentence = (local: string | null) =>
    bellSentence(bell, bell - 90 * minuteMs, { community: 'America/Chicago', local })
  expect(sentence('Europe/Berlin')).toBe('The bell rings at 2:00 AM, in 1 h 30 min')
  expect(sentence(null)).toBe('The bell rings at 7:00 PM in Chicago, in 1 h 30 min')
})

test.each([
  ['Europe/Berlin', -30, 'Today'],
  ['Europe/Berlin', 120, 'Today'],
  ['Europe/Berlin', 121, 'Tomorrow'],
  ['America/Chicago', 90, 'Today'],
  [null, 90, 'Today'],
  ['America/Chicago', 3 * 24 * 60, 'Wednesday'],
  ['America/Chicago', 8 * 24 * 60, 'Wednesday, November 25'],
])('[AUTH-48] in %s the day of a bell in %s minutes is %s', (local, minutes, day) => {
  expect(previewDay(bell, bell - minutes * minuteMs, { community: 'America/Chicago', local })).toBe(day)
})

test('[AUTH-48] a bell that has rung isn’t named', () => {
  const zones = { community: 'America/Chicago', local: 'America/Chicago' }
  expect(bellSentence(bell, bell, zones)).toBeNull()
  expect(msToNextBellSentence(bell, bell)).toBeNull()
})

test('[AUTH-48] the sentence changes with the minutes that are left', () => {
  const leftMs = (minutes: number) => msToNextBellSentence(bell, bell - minutes * minuteMs)
  expect([2, 1.5, 0.25].map(leftMs)).toEqual([1, 0.5, 0.25].map((minutes) => minutes * minuteMs))
})

test('[AUTH-48] the length and who sat yesterday, as far as the preview has them', () => {
  const preview = { today: null, startsAt: null, tomorrow: null, nextDay: null, satYesterday: null }
  const today = { title: 'Softer', language: null, duration: 12 }
  expect(previewDetails(preview)).toBe('')
  expect(previewDetails({ ...preview, today })).toBe('12 min')
  expect(previewDetails({ ...preview, today, satYesterday: 1_204 })).toBe(
    '12 min · 1,204 people sat here yesterday',
  )
  expect(previewDetails({ ...preview, satYesterday: 5 })).toBe('5 people sat here yesterday')
})
