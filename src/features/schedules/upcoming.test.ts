// Upcoming schedules, for the dashboard.
import { expect, test } from 'vitest'
import { countUpcoming } from './upcoming.ts'

test('[TOT-07] today counts, what is past or inactive doesn’t', () => {
  const on = (date: string, isActive = true) => ({ date, isActive })
  const schedules = [on('2026-11-20'), on('2026-11-21'), on('2026-11-22', false), on('2027-01-01')]
  expect(countUpcoming(schedules, '2026-11-21')).toBe(2)
  expect(countUpcoming(schedules, '2026-11-22')).toBe(1)
  expect(countUpcoming([], '2026-11-21')).toBe(0)
})
