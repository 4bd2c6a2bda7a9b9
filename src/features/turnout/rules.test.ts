// How many sit lately.
import { expect, test } from 'vitest'
import { dayMs } from '#shared/durations.ts'
import { turnoutTrend } from './rules.ts'

test('[TOT-11] the last five sittings, and how many sat in two weeks and in the two before', () => {
  const nowMs = 100 * dayMs
  const turnout = (daysAgo: number, count: number | null) => ({
    scheduleId: daysAgo,
    startsAt: nowMs - daysAgo * dayMs,
    count,
  })
  const turnouts = [29, 28, 20, 14, 13, 7, 5, 3, 2, 1].map((days) => turnout(days, days))
  expect(turnoutTrend([...turnouts, turnout(0.5, null)], nowMs)).toEqual({
    latest: [1, 2, 3, 5, 7].map((days) => turnout(days, days)),
    recent: { sittings: 6, sat: 13 + 7 + 5 + 3 + 2 + 1 },
    before: { sittings: 2, sat: 20 + 14 },
  })
  const none = { sittings: 0, sat: 0 }
  expect(turnoutTrend([], nowMs)).toEqual({ latest: [], recent: none, before: none })
})
