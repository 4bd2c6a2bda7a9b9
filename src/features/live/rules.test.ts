// Room rules: today at two nodes whose clocks differ, and named members.
import { describe, expect, test } from 'vitest'
import { currentDay, startsWithinClockSkew, shouldAnnounceMembers } from './rules.ts'

const at = (moment: string) => Temporal.Instant.from(moment).epochMilliseconds

describe('rooms', () => {
  test.each([
    ['2026-11-20', '2026-11-21T05:59:59.999Z', '2026-11-20'],
    ['2026-11-20', '2026-11-21T06:00:00Z', '2026-11-21'],
    // Another node announced the day after its clock passed midnight.
    ['2026-11-21', '2026-11-21T05:59:00Z', '2026-11-21'],
    ['2026-11-21', '2026-11-21T05:58:59.999Z', '2026-11-20'],
    // A clock that was set back, or a machine that slept.
    ['2026-11-21', '2026-11-20T18:00:00Z', '2026-11-20'],
    ['2026-11-18', '2026-11-21T18:00:00Z', '2026-11-21'],
  ])('[LIVE-16] a node that knows of %s treats the day at %s as %s', (begun, moment, expected) => {
    expect(currentDay(begun, at(moment))).toBe(expected)
    expect(startsWithinClockSkew(begun, at(moment))).toBe(begun <= expected)
  })

  test('[LIVE-06] members are named in rooms of up to 50', () => {
    expect(shouldAnnounceMembers(1)).toBe(true)
    expect(shouldAnnounceMembers(50)).toBe(true)
    expect(shouldAnnounceMembers(51)).toBe(false)
  })
})
