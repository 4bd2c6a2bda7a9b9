// Room hours: open rooms at given times, across midnights and clock changes.
import { describe, expect, test } from 'vitest'
import { chicagoDay } from '#shared/day.ts'
import { roomClosesAtMs, roomKindOf } from './room-hours.ts'

const at = (moment: string) => Temporal.Instant.from(moment).epochMilliseconds

describe('rooms', () => {
  test.each([
    ['2026-11-21', '2026-11-21T18:00:00Z', 'today'],
    ['2026-11-20', '2026-11-21T18:00:00Z', 'yesterday'],
    ['2026-11-19', '2026-11-21T18:00:00Z', 'none'],
    ['2026-11-22', '2026-11-21T18:00:00Z', 'none'],
    ['2026-11-20', '2026-11-21T05:59:59.999Z', 'today'],
    ['2026-11-20', '2026-11-21T06:00:00Z', 'yesterday'],
    ['2026-11-21 ', '2026-11-21T18:00:00Z', 'none'],
    ['', '2026-11-21T18:00:00Z', 'none'],
    ['tomorrow', '2026-11-21T18:00:00Z', 'none'],
  ])('[LIVE-21] the date %j at %s is %s', (date, moment, expected) => {
    expect(roomKindOf(date, chicagoDay(at(moment)))).toBe(expected)
  })

  test.each([
    ['2026-11-20', 24, '2026-11-21T06:39:00Z'],
    ['2026-11-20', 0, '2026-11-21T06:15:00Z'],
    ['2026-11-20', null, '2026-11-21T06:15:00Z'],
    // Days of 23 and 25 hours end at midnight as well.
    ['2026-03-08', 10, '2026-03-09T05:25:00Z'],
    ['2026-11-01', 10, '2026-11-02T06:25:00Z'],
  ])('[LIVE-17] the room of %s with %j minutes closes at %s', (day, minutes, expected) => {
    expect(roomClosesAtMs(day, minutes)).toBe(at(expected))
  })
})
