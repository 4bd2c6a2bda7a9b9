// The target of the countdown as a table: bells, days without one, and both; canceled, delayed, and over midnight.
import { describe, expect, test } from 'vitest'
import { communityDays, timestampToMs, type CommunityDays } from '#shared/day.ts'
import { daysIn, tableZones } from '#test/community-days.ts'
import { countdownTarget, ringsToday, type ComingMeditation } from './countdown-target.ts'

const dayOf = (date: string) => `2026-12-${date.padStart(2, '0')}`

/** '1T19:00 Evening' is a bell, with '!' after its time a canceled one; '2 Open' is a day without a bell. */
function meditation(days: CommunityDays, text: string): ComingMeditation {
  const [, date = '', time, mark, title = ''] = /^(\d+)(?:T([\d:]+)(!?))? (.+)$/.exec(text) ?? []
  const day = dayOf(date)
  return {
    day,
    title,
    language: null,
    startsAt: time === undefined ? null : days.wallTimeMs(day, time),
    together: time !== undefined,
    cancelled: mark === '!',
  }
}

describe.each(tableZones)('in %s', (zone) => {
  const days = daysIn(zone)
  const atMs = (text: string) => {
    const [date = '', time = '00:00'] = text.split('T')
    return days.wallTimeMs(dayOf(date), time)
  }

  test.each<[string, coming: string[], nextDay: string | null, at: string, target: string | null]>([
    ['nothing', [], null, '1T12:00', null],
    ['days without a bell, as MED-03 is written', ['1 Open', '2 Open'], '2', '1T12:00', '2T00:00'],
    ['a bell today', ['1T19:00 Evening', '2T19:00 Evening'], '2', '1T12:00', '1T19:00 Evening'],
    ['a delayed bell', ['1T19:25 Evening', '2T19:00 Evening'], '2', '1T19:10', '1T19:25 Evening'],
    ['a bell that has rung', ['1T19:00 Evening', '2T19:00 Calm'], '2', '1T19:00', '2T19:00 Calm'],
    ['a second one that day', ['1T07:00 Morning', '1T19:00 Evening'], null, '1T07:00', '1T19:00 Evening'],
    ['a canceled one', ['1T07:00! Morning', '1T19:00 Evening'], null, '1T06:00', '1T19:00 Evening'],
    ['tomorrow’s canceled', ['1 Open', '2T19:00! Calm', '3T19:00 Wide'], '2', '1T12:00', '3T19:00 Wide'],
    [
      'only canceled ones: the day, as MED-03',
      ['1T19:00! Evening', '2T19:00! Calm'],
      '2',
      '1T12:00',
      '2T00:00',
    ],
    ['all day today and a bell tomorrow', ['1 Open', '2T19:00 Calm'], '2', '1T12:00', '2T19:00 Calm'],
    ['a bell today and all day tomorrow', ['1T19:00 Evening', '2 Open'], '2', '1T12:00', '1T19:00 Evening'],
    ['all day tomorrow, and a bell later', ['2 Open', '3T19:00 Wide'], '2', '1T12:00', '2T00:00 Open'],
    ['both tomorrow', ['2 Open', '2T19:00 Calm'], '2', '1T12:00', '2T00:00 Open'],
    ['both today', ['1 Open', '1T22:00 Exhale'], null, '1T12:00', '1T22:00 Exhale'],
    ['midnight in a sitting', ['1T23:55 Late', '2 Open', '2T19:00 Calm'], '2', '2T00:02', '2T19:00 Calm'],
    [
      'a bell beyond midnight, and a day that opens',
      ['1T23:55 Late', '3 Open'],
      '3',
      '1T23:50',
      '1T23:55 Late',
    ],
    ['nothing tomorrow', ['4T19:00 Wide'], '4', '1T12:00', '4T19:00 Wide'],
    ['later than is known', [], '30', '1T12:00', '30T00:00'],
  ])('[MED-03] %s', (_, texts, next, at, target) => {
    const coming = texts.map((text) => meditation(days, text))
    const nextDay = next === null ? null : dayOf(next)
    for (const order of [coming, coming.toReversed()]) {
      const found = countdownTarget(order, { days, nextDay, nowMs: atMs(at) })
      const [expectedAt = '', title = null] = target?.split(' ') ?? []
      expect(found).toEqual(target === null ? null : { atMs: atMs(expectedAt), title, language: null })
    }
  })

  test('[MED-03] later days matter unless a bell rings before midnight', () => {
    const ringsAt = (texts: string[], at: string) =>
      ringsToday(
        texts.map((text) => meditation(days, text)),
        days,
        atMs(at),
      )
    expect(ringsAt(['1T19:00 Evening'], '1T12:00')).toBe(true)
    expect(ringsAt(['1T19:00 Evening'], '1T19:00')).toBe(false)
    expect(ringsAt(['1T19:00! Evening'], '1T12:00')).toBe(false)
    expect(ringsAt(['2T19:00 Evening'], '1T12:00')).toBe(false)
    expect(ringsAt([], '1T12:00')).toBe(false)
  })
})

test('[MED-03] a day begins at the midnight of the zone that it is in, when the community moves', () => {
  const days = communityDays([
    { fromDay: '0001-01-01', zone: 'America/Chicago' },
    { fromDay: '2026-12-02', zone: 'Europe/Berlin' },
  ])
  const coming = ['2 Open', '3T19:00 Calm'].map((text) => meditation(days, text))
  const target = countdownTarget(coming, { days, nextDay: null, nowMs: days.startMs('2026-12-01') })
  expect(target).toEqual({ atMs: timestampToMs('2026-12-01T23:00:00Z'), title: 'Open', language: null })
})
