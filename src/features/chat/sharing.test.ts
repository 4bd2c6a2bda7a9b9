import { expect, test } from 'vitest'
import { communityClock } from '#features/sittings/scheduled-start.ts'
import { testDays, testZone as zone } from '#test/community-days.ts'
import { msToLastMinute, sharingLine, withBeginning } from './sharing.ts'

const closesAt = testDays.wallTimeMs('2026-11-21', '19:19')
const next = {
  ...communityClock,
  date: '2026-11-22',
  title: 'Walking the shoreline',
  language: null,
  scheduledTime: '19:00',
  startsAt: testDays.wallTimeMs('2026-11-22', '19:00'),
}

test.for<[number, typeof next | null, string]>([
  [60_001, next, 'The sharing is open until 7:19 PM. A word is enough.'],
  [60_000, next, 'The sharing closes in a minute. See you tomorrow at 7:00 PM.'],
  [1, null, 'The sharing closes in a minute.'],
])('[PHASE-12] %i ms before its end the chat says', ([leftMs, upcoming, line]) => {
  const moment = { days: testDays, zone, nowMs: closesAt - leftMs }
  expect(sharingLine({ closesAt, next: upcoming }, moment)).toBe(line)
})

test('[PHASE-12] milliseconds to the last minute', () => {
  expect(msToLastMinute({ closesAt }, closesAt - 90_000)).toBe(30_000)
  expect(msToLastMinute({ closesAt }, closesAt - 1)).toBe(0)
})

test.for<[string, string, string]>([
  ['', 'I felt …', 'I felt '],
  ['  ', 'I noticed …', 'I noticed '],
  ['I felt ', 'Thank you for …', 'Thank you for '],
  ['I felt light.', 'Thank you for …', 'I felt light. Thank you for '],
])('[CHAT-38] the draft "%s" with "%s"', ([draft, beginning, result]) => {
  expect(withBeginning(draft, beginning)).toBe(result)
})
