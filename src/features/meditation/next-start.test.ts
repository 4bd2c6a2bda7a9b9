import { expect, test } from 'vitest'
import { communityClock } from '#features/sittings/scheduled-start.ts'
import { testDays, testZone as zone } from '#test/community-days.ts'
import { nextStartTitle, seeYouSentence } from './next-start.ts'

const now = testDays.wallTimeMs('2026-11-21', '19:18')

test.for<[string, string, string, string]>([
  ['2026-11-22', '19:00', 'Tomorrow at 7:00 PM', 'See you tomorrow at 7:00 PM.'],
  ['2026-11-26', '19:00', 'Thursday at 7:00 PM', 'See you Thursday at 7:00 PM.'],
  ['2026-11-27', '06:30', 'Friday at 6:30 AM', 'See you Friday at 6:30 AM.'],
  ['2026-11-28', '19:00', 'Saturday, November 28 at 7:00 PM', 'See you Saturday, November 28 at 7:00 PM.'],
  ['2026-11-22', '00:00', 'Tomorrow', 'See you tomorrow.'],
  ['2026-11-25', '00:00', 'Wednesday', 'See you Wednesday.'],
])('[PHASE-12] a start on %s at %s is %s', ([date, scheduledTime, title, sentence]) => {
  const next = {
    ...communityClock,
    date,
    scheduledTime,
    title: 'Walking the shoreline',
    language: null,
    startsAt: null,
  }
  const moment = { days: testDays, zone, nowMs: now }
  expect(nextStartTitle(next, moment)).toBe(title)
  expect(seeYouSentence(next, moment)).toBe(sentence)
})

test('[PHASE-12] by the viewer’s day: after a sitting over midnight the next one is today', () => {
  const next = {
    ...communityClock,
    date: '2026-11-22',
    scheduledTime: '19:00',
    title: '',
    language: null,
    startsAt: testDays.wallTimeMs('2026-11-22', '19:05'),
  }
  const moment = { days: testDays, zone, nowMs: testDays.wallTimeMs('2026-11-22', '00:20') }
  expect(seeYouSentence(next, moment)).toBe('See you today at 7:05 PM.')
})

test('[MED-49] the day’s next bell is named by its moment', () => {
  const startsAt = testDays.wallTimeMs('2026-11-21', '22:00')
  expect(nextStartTitle({ startsAt }, { days: testDays, zone, nowMs: now })).toBe('Today at 10:00 PM')
})

test('[SCH-33] a start in an own zone is named by the viewer’s clock, also without a sitting', () => {
  const next = { date: '2026-11-24', scheduledTime: '19:00', title: '', language: null, startsAt: null }
  const inBerlin = { ...next, timeZone: 'Europe/Berlin', dayShift: 1 }
  const moment = { days: testDays, zone: 'Europe/London', nowMs: now }
  expect(seeYouSentence(inBerlin, moment)).toBe('See you Wednesday at 6:00 PM.')
})
