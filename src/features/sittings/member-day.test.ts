// The day of a bell by a member's clock.
import { describe, expect, test } from 'vitest'
import { timestampToMs } from '#shared/day.ts'
import { minuteMs } from '#shared/durations.ts'
import { daysIn } from '#test/community-days.ts'
import { memberDayOf, shownDay, sittingsOfDay } from './member-day.ts'

const at = timestampToMs
const chicago = 'America/Chicago'
const days = daysIn(chicago)

describe('[PLAN-10] the member’s day of a bell', () => {
  test.each([
    ['by the same clock', chicago, '2026-11-21', '2026-11-22T01:00:00Z', '2026-11-21'],
    ['of the evening after midnight', chicago, '2026-11-21', '2026-11-22T06:15:00Z', '2026-11-21'],
    [
      'of the evening, an hour to the west',
      'America/Denver',
      '2026-11-21',
      '2026-11-22T06:15:00Z',
      '2026-11-21',
    ],
    [
      'of the evening, in the morning there',
      'Europe/Berlin',
      '2026-11-21',
      '2026-11-22T06:15:00Z',
      '2026-11-22',
    ],
    ['before its room’s midnight', chicago, '2026-11-23', '2026-11-23T05:30:00Z', '2026-11-23'],
    ['on the next day there', 'Europe/Berlin', '2026-11-21', '2026-11-22T01:00:00Z', '2026-11-22'],
    ['on the day before there', 'Pacific/Honolulu', '2026-11-21', '2026-11-21T07:00:00Z', '2026-11-20'],
  ])('%s', (_, zone, day, startsAt, expected) => {
    expect(memberDayOf({ day, startsAt: at(startsAt) }, { days, zone })).toBe(expected)
  })

  test('joins the sittings of two rooms, in the order of their bells', () => {
    const sittings = [
      { id: 1, day: '2026-11-21', startsAt: at('2026-11-21T13:00:00Z') },
      { id: 3, day: '2026-11-22', startsAt: at('2026-11-22T13:00:00Z') },
      { id: 2, day: '2026-11-21', startsAt: at('2026-11-22T01:00:00Z') },
      { id: 4, day: '2026-11-22', startsAt: at('2026-11-23T01:00:00Z') },
    ]
    const idsOf = (zone: string) => sittingsOfDay(sittings, '2026-11-22', { days, zone }).map(({ id }) => id)
    expect(idsOf(chicago)).toEqual([3, 4])
    expect(idsOf('Asia/Tokyo')).toEqual([2, 3])
    expect(idsOf('Europe/Berlin')).toEqual([2, 3])
  })
})

describe('[PLAN-10] the member’s day that is shown', () => {
  const sitting = (day: string, startsAt: string, cancelled = false) => ({
    day,
    startsAt: at(startsAt),
    endsAt: at(startsAt) + 30 * minuteMs,
    cancelled,
  })
  // At 12:30 AM of the evening's room, and at 7:00 AM of the next one.
  const [late, morning] = ['2026-11-22T06:30:00Z', '2026-11-22T13:00:00Z'] as const
  test.each([
    ['before midnight', chicago, '2026-11-21', '2026-11-22T05:55:00Z', false, '2026-11-21'],
    [
      'after it, with the late one to come',
      chicago,
      '2026-11-22',
      '2026-11-22T06:05:00Z',
      false,
      '2026-11-21',
    ],
    ['behind its doors', chicago, '2026-11-21', '2026-11-22T06:20:00Z', false, '2026-11-21'],
    ['after it', chicago, '2026-11-22', '2026-11-22T07:00:00Z', false, '2026-11-22'],
    ['with it canceled', chicago, '2026-11-22', '2026-11-22T06:05:00Z', true, '2026-11-22'],
    ['where it is morning', 'Europe/Berlin', '2026-11-22', '2026-11-22T06:05:00Z', false, '2026-11-22'],
    ['an hour to the west', 'America/Denver', '2026-11-22', '2026-11-22T06:55:00Z', false, '2026-11-21'],
  ])('%s', (_, zone, date, now, isCanceled, expected) => {
    const sittings = [sitting('2026-11-21', late, isCanceled), sitting('2026-11-22', morning)]
    expect(shownDay(sittings, { date, nowMs: at(now) }, { days, zone })).toBe(expected)
  })
})
