// Upcoming schedules, for the dashboard.
import { expect, test } from 'vitest'
import { countUpcoming } from './upcoming.ts'

test('[TOT-07] today counts; past and inactive schedules don’t', () => {
  const on = (date: string, isActive = true) => ({ date, isActive })
  const schedules = [on('2026-11-20'), on('2026-11-21'), on('2026-11-22', false), on('2027-01-01')]
  expect(countUpcoming(schedules, '2026-11-21')).toBe(2)
  expect(countUpcoming(schedules, '2026-11-22')).toBe(1)
  expect(countUpcoming([], '2026-11-21')).toBe(0)
})
