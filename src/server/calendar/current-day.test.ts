// The current day of two nodes whose clocks differ.
import { describe, expect, test } from 'vitest'
import { daysIn, tableZones } from '#test/community-days.ts'
import { currentDay, startsWithinClockSkew } from './current-day.ts'

describe.each(tableZones)('in %s', (zone) => {
  const days = daysIn(zone)

  test.each([
    ['2026-11-20', '23:59:59.999', '2026-11-20', '2026-11-20'],
    ['2026-11-21', '00:00', '2026-11-20', '2026-11-21'],
    // Another node announced the day after its clock passed midnight.
    ['2026-11-20', '23:59', '2026-11-21', '2026-11-21'],
    ['2026-11-20', '23:58:59.999', '2026-11-21', '2026-11-20'],
    // A clock that was set back, or a machine that slept.
    ['2026-11-20', '12:00', '2026-11-21', '2026-11-20'],
    ['2026-11-21', '12:00', '2026-11-18', '2026-11-21'],
  ])('[LIVE-16] on %s at %s a node that knows of %s treats the day as %s', (day, time, known, expected) => {
    const nowMs = days.wallTimeMs(day, time)
    expect(currentDay(days, known, nowMs)).toBe(expected)
    expect(startsWithinClockSkew(days, known, nowMs)).toBe(known <= expected)
  })
})
