// The week ahead: days by weeks, and starts by two clocks.
import { describe, expect, test } from 'vitest'
import { timestampToMs } from '#shared/day.ts'
import type { WeekEntry } from './contract.ts'
import { startsByClock, weeksAhead } from './week.ts'

const entry = (day: string): WeekEntry => ({
  event: null,
  day,
  title: 'Morning light',
  language: null,
  instructor: 'Lena Oduya',
  minutes: 30,
  startsAt: null,
  together: false,
  cancelled: false,
  cancelNote: null,
  startedByHost: false,
})

test('[PLAN-03] the 14 days come by weeks, this week first, each with its entries', () => {
  const [first, second] = [entry('2026-11-23'), entry('2026-11-23')]
  const weeks = weeksAhead('2026-11-21', [first, second])
  expect(weeks.map(({ title, days }) => [title, days.map(({ day }) => day.slice(-2)).join(' ')])).toEqual([
    ['This week', '21 22'],
    ['Next week', '23 24 25 26 27 28 29'],
    ['The week after', '30 01 02 03 04'],
  ])
  expect(weeks[1]?.days[0]?.entries).toEqual([first, second])
  expect(weeks[0]?.days[0]?.entries).toEqual([])
  expect(weeksAhead('2026-11-23', []).map(({ title, days }) => [title, days.length])).toEqual([
    ['This week', 7],
    ['Next week', 7],
  ])
})

test('[PLAN-03] a sitting that goes on after midnight comes first, in this week', () => {
  const goesOn = entry('2026-11-22')
  const [first] = weeksAhead('2026-11-23', [goesOn, entry('2026-11-23')])
  expect(first?.title).toBe('This week')
  expect(first?.days.map(({ day, entries }) => [day.slice(-2), entries.length])).toEqual([
    ['22', 1],
    ['23', 1],
    ...['24', '25', '26', '27', '28', '29'].map((day) => [day, 0]),
  ])
  expect(first?.days[0]?.entries).toEqual([goesOn])
})

describe('[PLAN-03] a start', () => {
  const start = { day: '2026-11-22', startsAt: timestampToMs('2026-11-23T01:00:00Z') }
  test.each([
    ['on the same clock', 'America/Chicago', '7:00 PM', null],
    ['on another clock with the same time', 'America/Winnipeg', '7:00 PM', null],
    ['later, on the next day', 'Europe/Berlin', 'Mon 2:00 AM', '7:00 PM in Chicago'],
    ['on the same day, an hour later', 'America/New_York', '8:00 PM', '7:00 PM in Chicago'],
    ['by an unknown clock', null, '7:00 PM', null],
  ])('is shown %s', (_, local, own, community) => {
    expect(startsByClock(start, { community: 'America/Chicago', local })).toEqual({ own, community })
  })

  test('that isn’t on its day by the community’s clock has the weekday there', () => {
    const early = { day: '2026-11-22', startsAt: timestampToMs('2026-11-23T06:30:00Z') }
    expect(startsByClock(early, { community: 'America/Chicago', local: 'Europe/Berlin' })).toEqual({
      own: 'Mon 7:30 AM',
      community: 'Mon 12:30 AM in Chicago',
    })
  })

  test('keeps its hour in both weeks of a clock change, the viewer’s moves', () => {
    const texts = ['2026-10-24T23:00:00Z', '2026-10-26T00:00:00Z', '2026-11-02T01:00:00Z'].map((at) =>
      startsByClock(
        { day: at.slice(0, 10), startsAt: timestampToMs(at) },
        { community: 'America/Chicago', local: 'Europe/Berlin' },
      ),
    )
    expect(texts.map(({ own }) => own)).toEqual(['Sun 1:00 AM', '1:00 AM', '2:00 AM'])
  })
})
