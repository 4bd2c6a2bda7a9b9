// The coming days: by weeks, their suns, and starts by the member's clock.
import { describe, expect, test } from 'vitest'
import { withLocale } from '#server/i18n/locale.ts'
import { timestampToMs } from '#shared/day.ts'
import { daysIn } from '#test/community-days.ts'
import type { WeekEntry } from './contract.ts'
import { msToNextSun, startsByClock, weeksAhead, weekSuns, type DayOfEntries } from './week.ts'

const chicago = 'America/Chicago'
const clockOf = (today: string, zone = chicago, roomDay = today) => ({
  today,
  roomDay,
  zone,
  days: daysIn(chicago),
})

const entry = (day: string, fields: Partial<WeekEntry> = {}): WeekEntry => ({
  event: null,
  day,
  title: 'Morning light',
  language: null,
  instructor: 'Lena Oduya',
  host: null,
  minutes: 30,
  isLive: false,
  startsAt: null,
  together: false,
  cancelled: false,
  cancelNote: null,
  startedByHost: false,
  ...fields,
})

/** '24', or '24–29' for days of rest. */
const numbersOf = ({ day, lastDay }: DayOfEntries) =>
  [...new Set([day, lastDay])].map((each) => each.slice(-2)).join('–')

test('[PLAN-03] the 14 days come by weeks, this week first, each with its entries', () => {
  const [first, second] = [entry('2026-11-23'), entry('2026-11-23')]
  const weeks = weeksAhead([first, second], clockOf('2026-11-21'))
  expect(weeks.map(({ title, days }) => [title, ...days.map(numbersOf)])).toEqual([
    ['This week', '21', '22'],
    ['Next week', '23', '24–29'],
    ['The week after', '30–04'],
  ])
  expect(weeks[1]?.days[0]?.entries).toEqual([first, second])
  expect(weeks[0]?.days[0]?.entries).toEqual([])
  expect(
    weeksAhead([], clockOf('2026-11-23')).map(({ title, days }) => [title, ...days.map(numbersOf)]),
  ).toEqual([
    ['This week', '23', '24–29'],
    ['Next week', '30–06'],
  ])
})

test('[PLAN-03] days of rest in a row come together, within their week and without today', () => {
  const numbers = (...days: string[]) =>
    weeksAhead(
      days.map((day) => entry(day)),
      clockOf('2026-11-21'),
    ).map(({ days: shown }) => shown.map(numbersOf).join(' '))
  expect(numbers('2026-11-25')).toEqual(['21 22', '23–24 25 26–29', '30–04'])
  expect(numbers('2026-11-23', '2026-11-25', '2026-12-01')).toEqual([
    '21 22',
    '23 24 25 26–29',
    '30 01 02–04',
  ])
})

test('[PLAN-03] a sitting that goes on after midnight comes first, in this week', () => {
  const goesOn = entry('2026-11-22')
  const [first] = weeksAhead([goesOn, entry('2026-11-23')], clockOf('2026-11-23'))
  expect(first?.title).toBe('This week')
  expect(first?.days.map((day) => [numbersOf(day), day.entries.length])).toEqual([
    ['22', 1],
    ['23', 1],
    ['24–29', 0],
  ])
  expect(first?.days[0]?.entries).toEqual([goesOn])
})

test('[PLAN-03] a start is listed on the member’s day; what is over there is gone', () => {
  const start = (day: string, startsAt: string) => entry(day, { startsAt: timestampToMs(startsAt) })
  const morning = start('2026-11-22', '2026-11-22T13:00:00Z')
  const evening = start('2026-11-22', '2026-11-23T01:00:00Z')
  const daysOf = (today: string, zone: string) =>
    weeksAhead([morning, evening], clockOf(today, zone, '2026-11-22'))
      .flatMap(({ days }) => days)
      .filter(({ entries }) => entries.length > 0)
      .map(({ day, entries }) => [day.slice(-2), entries.length])
  expect(daysOf('2026-11-22', chicago)).toEqual([['22', 2]])
  expect(daysOf('2026-11-22', 'Europe/Berlin')).toEqual([
    ['22', 1],
    ['23', 1],
  ])
  expect(daysOf('2026-11-23', 'Asia/Tokyo')).toEqual([['23', 1]])
})

describe('[PLAN-03] a day of rest is one by the community’s dates', () => {
  // The room's 22nd is on the 23rd in Tokyo, and the 24th has none.
  const evening = entry('2026-11-22', { startsAt: timestampToMs('2026-11-23T01:00:00Z') })
  const daysOf = (clock: ReturnType<typeof clockOf>) =>
    weeksAhead([evening], clock)
      .flatMap(({ days }) => days)
      .slice(0, 3)
      .map((day) => [numbersOf(day), day.entries.length, day.isRest, day.elsewhere])

  test('not one whose meditation is on another day by the member’s clock', () => {
    expect(daysOf(clockOf('2026-11-22', 'Asia/Tokyo'))).toEqual([
      ['22', 0, false, '2026-11-23'],
      ['23', 1, true, null],
      ['24–29', 0, true, null],
    ])
  })

  test('nor what is left of the day before the room’s', () => {
    expect(daysOf(clockOf('2026-11-21', 'America/Los_Angeles', '2026-11-22')).slice(0, 2)).toEqual([
      ['21', 0, false, null],
      ['22', 1, false, null],
    ])
  })
})

test('[PLAN-10] the suns of the week: one is next, past and canceled ones are told apart', () => {
  const nowMs = timestampToMs('2026-11-21T18:00:00Z')
  const start = (hours: number, cancelled = false) =>
    entry('2026-11-21', { event: `sitting-${hours + 10}`, startsAt: nowMs + hours * 3_600_000, cancelled })
  const entries = [start(2), start(-3), start(30), start(-5), start(1, true), entry('2026-11-22')]
  const suns = weekSuns(entries, { nowMs, hasSat: ({ event }) => event === 'sitting-5' })
  expect(suns.map(({ state }) => state)).toEqual(['sat', 'past', 'canceled', 'next', 'coming'])
  expect(msToNextSun(entries, nowMs)).toBe(3_600_000)
  expect(msToNextSun([entry('2026-11-22')], nowMs)).toBeNull()
  expect(weekSuns([start(0)], { nowMs, hasSat: () => false })[0]?.state).toBe('now')
})

describe('[PLAN-03] a start', () => {
  const startsAt = timestampToMs('2026-11-23T01:00:00Z')
  test.each([
    ['on the same clock', chicago, '2026-11-22', '7:00 PM', null],
    ['on the same weekday, an hour later', 'America/New_York', '2026-11-22', '8:00 PM', null],
    ['on another weekday', 'Europe/Berlin', '2026-11-23', '2:00 AM', 'Sun 7:00 PM in Chicago'],
    ['by an unknown clock', null, '2026-11-22', '7:00 PM', null],
  ])('is shown %s', (_, local, day, own, community) => {
    expect(startsByClock({ day, startsAt }, { community: chicago, local })).toEqual({ own, community })
  })

  test('has the word for its hour as the community’s beside it', () => {
    const ofBerlin = () =>
      startsByClock({ day: '2026-11-23', startsAt }, { community: chicago, local: 'Europe/Berlin' })
    expect(withLocale('de', ofBerlin)).toEqual({ own: '2:00 Uhr', community: 'So 19:00 Uhr in Chicago' })
  })

  test('after the midnight of its day has the weekday', () => {
    const late = { day: '2026-11-22', startsAt: timestampToMs('2026-11-23T06:30:00Z') }
    expect(startsByClock(late, { community: chicago, local: chicago })).toEqual({
      own: 'Mon 12:30 AM',
      community: null,
    })
  })

  test('[PLAN-07] keeps its hour in both weeks of a clock change, the viewer’s moves', () => {
    const texts = ['2026-10-24T23:00:00Z', '2026-10-26T00:00:00Z', '2026-11-02T01:00:00Z'].map((at) =>
      startsByClock(
        { day: '2026-10-26', startsAt: timestampToMs(at) },
        { community: chicago, local: 'Europe/Berlin' },
      ),
    )
    expect(texts.map(({ own }) => own.replace(/^\w+ (?=\d)/, ''))).toEqual(['1:00 AM', '1:00 AM', '2:00 AM'])
  })
})
