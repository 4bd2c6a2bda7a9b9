// Texts of a history day: levels, time, and when an entry was recorded.
import { describe, expect, test } from 'vitest'
import { timestampToMs, msToTimestamp } from '#shared/day.ts'
import { createDayOfTwoSittings, createHistoryDay, createMoodEntry } from '#test/data/energy-history.ts'
import { describeHistoryDay, formatMinutesForSpeech, formatEntryTime } from './format-day.ts'

const day = '2026-11-19'

test.each([
  [{ before: 1, after: 5, minutes: 24 }, 'Root to Throat, 24 minutes'],
  [{ before: 5, after: 5 }, 'Throat to Throat'],
  [{ before: 1 }, 'only before, Root'],
  [{ after: 0, minutes: 61 }, 'only after, No Awareness, 1 hour 1 minute'],
])('[HIST-13] a day with %o is described as: %s', (facts, expected) => {
  expect(describeHistoryDay(createHistoryDay(day, facts))).toBe(expected)
})

test('[PULSE-14] the levels of two sittings don’t lead from one to the other', () => {
  expect(describeHistoryDay(createDayOfTwoSittings(day, { after: 6, laterBefore: 1 }))).toBe(
    'Root before and Third Eye after, in different sittings',
  )
})

test('a day without a record is described as such', () => {
  expect(describeHistoryDay(undefined)).toBe('no entries')
})

test.each([
  [0, '0 minutes'],
  [1, '1 minute'],
  [24, '24 minutes'],
  [60, '1 hour'],
  [125, '2 hours 5 minutes'],
])('%i minutes read %s', (minutes, expected) => {
  expect(formatMinutesForSpeech(minutes)).toBe(expected)
})

describe('the time of an entry', () => {
  const timeText = (createdAt: string, zone: string) =>
    formatEntryTime(
      createMoodEntry(day, 'post', 3, { createdAt: msToTimestamp(timestampToMs(createdAt)) }),
      zone,
    )

  test('is shown in local time', () => {
    expect(timeText('2026-11-19T13:02:00.000Z', 'America/Chicago')).toBe('Recorded at 7:02 AM')
    expect(timeText('2026-11-19T13:02:00.000Z', 'Europe/Berlin')).toBe('Recorded at 2:02 PM')
  })

  test('includes the date if it is another day there', () => {
    expect(timeText('2026-11-20T06:20:00.000Z', 'America/Chicago')).toBe(
      'Recorded on Friday, November 20, at 12:20 AM',
    )
    expect(timeText('2026-11-20T05:59:00.000Z', 'America/Chicago')).toBe('Recorded at 11:59 PM')
    expect(timeText('2026-11-20T05:59:00.000Z', 'Europe/Berlin')).toBe(
      'Recorded on Friday, November 20, at 6:59 AM',
    )
  })
})
