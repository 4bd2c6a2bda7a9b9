// The day of a bell by a member's clock.
import { describe, expect, test } from 'vitest'
import { timestampToMs } from '#shared/day.ts'
import { daysIn } from '#test/community-days.ts'
import { memberDayOf, sittingsOfDay } from './member-day.ts'

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
