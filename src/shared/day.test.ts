// The community's days across midnight, clock changes and changes of its zone, in any machine time zone.
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { hourMs } from '#shared/durations.ts'
import { daysIn, tableZones } from '#test/community-days.ts'
import { monthGrid } from './calendar.ts'
import { zoneCity } from './city-names.ts'
import { isDay } from './day-schema.ts'
import {
  addDays,
  communityDays,
  formatDay,
  formatTimeOfDay,
  lastDays,
  monthOf,
  msToTimestamp,
  timestampToMs,
  weekOf,
} from './day.ts'
import { formatTimeInCity } from './local-time.ts'

const at = timestampToMs
const machineZone = process.env.TZ

afterEach(() => {
  if (machineZone === undefined) delete process.env.TZ
  else process.env.TZ = machineZone
})

describe('the day of a moment', () => {
  test.each([
    ['America/Chicago', '2026-11-21T05:59:59.999Z', '2026-11-20'],
    ['America/Chicago', '2026-11-21T06:00:00.000Z', '2026-11-21'],
    ['America/Chicago', '2026-07-01T04:59:59.999Z', '2026-06-30'],
    ['America/Chicago', '2026-07-01T05:00:00.000Z', '2026-07-01'],
    ['America/Chicago', '2027-01-01T05:59:59.999Z', '2026-12-31'],
    ['Pacific/Auckland', '2026-11-20T10:59:59.999Z', '2026-11-20'],
    ['Pacific/Auckland', '2026-11-20T11:00:00.000Z', '2026-11-21'],
    ['Pacific/Auckland', '2026-06-30T11:59:59.999Z', '2026-06-30'],
    ['Pacific/Auckland', '2026-06-30T12:00:00.000Z', '2026-07-01'],
    ['Asia/Kolkata', '2026-11-20T18:29:59.999Z', '2026-11-20'],
    ['Asia/Kolkata', '2026-11-20T18:30:00.000Z', '2026-11-21'],
  ])('[TIME-01] [I26] in %s %s is %s, in every time zone of the machine', (zone, moment, day) => {
    for (const machine of ['UTC', 'Asia/Tokyo', 'Pacific/Kiritimati', 'America/Chicago']) {
      process.env.TZ = machine
      expect(daysIn(zone).dayOf(at(moment))).toBe(day)
    }
  })

  test('[TIME-01] a day is plain text; anything but a calendar day is rejected', () => {
    for (const day of ['2026-11-21', '2028-02-29', '2000-02-29', '2026-04-30', '2026-12-31', '0001-01-01']) {
      expect(isDay(day)).toBe(true)
    }
    for (const text of [
      '2026-02-29',
      '2100-02-29',
      '2026-04-31',
      '2026-06-31',
      '2026-09-31',
      '2026-11-31',
      '2026-13-01',
      '2026-00-10',
      '2026-01-00',
      '2026-1-1',
      '21.11.2026',
      '',
      '2026-11-21T00:00',
      '2026-11-31 ',
    ])
      expect(isDay(text)).toBe(false)
  })
})

describe('wall time', () => {
  test.each([
    ['America/Chicago', '2027-03-14', '02:30', '2027-03-14T08:30:00.000Z', '3:30 AM'],
    ['Pacific/Auckland', '2026-09-27', '02:30', '2026-09-26T14:30:00.000Z', '3:30 AM'],
    ['Europe/Berlin', '2027-03-28', '02:30', '2027-03-28T01:30:00.000Z', '3:30 AM'],
  ])('[TIME-02] in the spring gap of %s on %s, %s moves forward', (zone, day, time, moment, shown) => {
    const startMs = daysIn(zone).wallTimeMs(day, time)
    expect(msToTimestamp(startMs)).toBe(moment)
    expect(formatTimeOfDay(startMs, zone)).toBe(shown)
  })

  test.each([
    ['America/Chicago', '2026-11-01', '01:30', '2026-11-01T06:30:00.000Z'],
    ['Pacific/Auckland', '2027-04-04', '02:30', '2027-04-03T13:30:00.000Z'],
    ['Europe/Berlin', '2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
  ])('[TIME-02] in the autumn overlap of %s on %s the first %s counts', (zone, day, time, moment) => {
    expect(msToTimestamp(daysIn(zone).wallTimeMs(day, time))).toBe(moment)
  })

  test.each(tableZones)('[TIME-02] on an ordinary day it is that wall time in %s', (zone) => {
    expect(formatTimeOfDay(daysIn(zone).wallTimeMs('2026-11-21', '18:30'), zone)).toBe('6:30 PM')
  })

  test('[TIME-02] it can be that of another zone', () => {
    const startMs = daysIn('America/Chicago').wallTimeMs('2026-11-21', '19:00', 'Europe/Berlin')
    expect(msToTimestamp(startMs)).toBe('2026-11-21T18:00:00.000Z')
  })
})

test('[TIME-06] a zone is named by its city', () => {
  expect(['America/Chicago', 'America/Argentina/Buenos_Aires', 'Asia/Kolkata', 'UTC'].map(zoneCity)).toEqual([
    'Chicago',
    'Buenos Aires',
    'Kolkata',
    'UTC',
  ])
  expect(formatTimeInCity(at('2026-11-21T18:00:00Z'), 'Pacific/Auckland')).toBe('7:00 AM in Auckland')
})

describe('until midnight', () => {
  test.each([
    ['America/Chicago', '2026-11-21', 24],
    ['America/Chicago', '2027-03-14', 23],
    ['America/Chicago', '2026-11-01', 25],
    ['America/Chicago', '2027-11-07', 25],
    ['Pacific/Auckland', '2026-11-21', 24],
    ['Pacific/Auckland', '2026-09-27', 23],
    ['Pacific/Auckland', '2027-04-04', 25],
    ['Asia/Kolkata', '2026-11-01', 24],
  ])('[TIME-03] [F13] [F14] in %s from the start of %s it is %i hours', (zone, day, hours) => {
    const days = daysIn(zone)
    expect(days.msUntilMidnight(days.startMs(day))).toBe(hours * hourMs)
    expect(days.msUntilMidnight(days.startMs(addDays(day, 1)) - 1)).toBe(1)
  })
})

const eraZones = [
  'America/Chicago',
  'Europe/Berlin',
  'Pacific/Auckland',
  'Asia/Kolkata',
  'America/St_Johns',
  'America/Sao_Paulo',
  'Africa/Casablanca',
  'Australia/Lord_Howe',
] as const

describe('a community that changes its zone', () => {
  const days = communityDays([
    { fromDay: '0001-01-01', zone: 'America/Chicago' },
    { fromDay: '2027-01-11', zone: 'Europe/Berlin' },
    { fromDay: '2027-02-01', zone: 'America/Chicago' },
  ])

  test('[TIME-01] [TIME-03] each day begins by the clock of its zone, so the days of a change are shorter or longer', () => {
    expect(msToTimestamp(days.startMs('2027-01-10'))).toBe('2027-01-10T06:00:00.000Z')
    expect(msToTimestamp(days.startMs('2027-01-11'))).toBe('2027-01-10T23:00:00.000Z')
    expect(days.msUntilMidnight(days.startMs('2027-01-10'))).toBe(17 * hourMs)
    expect(days.msUntilMidnight(days.startMs('2027-01-31'))).toBe(31 * hourMs)
    expect(days.dayOf(at('2027-01-10T22:59:59.999Z'))).toBe('2027-01-10')
    expect(days.dayOf(at('2027-01-10T23:00:00.000Z'))).toBe('2027-01-11')
    // After midnight in Berlin, and before that in Chicago.
    expect(days.dayOf(at('2027-02-01T05:59:59.999Z'))).toBe('2027-01-31')
    expect(days.dayOf(at('2027-02-01T06:00:00.000Z'))).toBe('2027-02-01')
  })

  test('[TIME-02] a wall time is by the clock of its day', () => {
    expect(msToTimestamp(days.wallTimeMs('2027-01-10', '19:00'))).toBe('2027-01-11T01:00:00.000Z')
    expect(msToTimestamp(days.wallTimeMs('2027-01-11', '19:00'))).toBe('2027-01-11T18:00:00.000Z')
    expect([days.zoneOf('2027-01-10'), days.zoneOf('2027-01-11'), days.zoneOf('0001-01-01')]).toEqual([
      'America/Chicago',
      'Europe/Berlin',
      'America/Chicago',
    ])
    expect(days.zoneAt(at('2027-01-11T04:00:00Z'))).toBe('Europe/Berlin')
  })

  test('[TIME-01] [I26] days strictly increase, and the day of each moment is the one that has begun last', () => {
    const anyZone = fc.constantFrom(...eraZones)
    fc.assert(
      fc.property(
        anyZone,
        anyZone,
        fc.integer({ min: 1, max: 800 }),
        fc.nat(1_000),
        (before, after, from, sample) => {
          const fromDay = addDays('2026-01-01', from)
          const changing = communityDays([
            { fromDay: '0001-01-01', zone: before },
            { fromDay, zone: after },
          ])
          for (const offset of [-2, -1, 0, 1, 2]) {
            const day = addDays(fromDay, offset)
            const [startMs, endMs] = [changing.startMs(day), changing.startMs(addDays(day, 1))]
            expect(endMs - startMs).toBeGreaterThanOrEqual(hourMs)
            expect(endMs - startMs).toBeLessThanOrEqual(47 * hourMs)
            const inside = startMs + Math.floor(((endMs - startMs - 1) * sample) / 1_000)
            for (const moment of [startMs, inside, endMs - 1]) expect(changing.dayOf(moment)).toBe(day)
            expect(changing.msUntilMidnight(inside)).toBe(endMs - inside)
          }
        },
      ),
      { numRuns: 400 },
    )
  })
})

describe('spans of days', () => {
  test('[TIME-04] today, the week, the last 30 days and the month follow the community’s date', () => {
    const today = daysIn('America/Chicago').dayOf(at('2026-11-21T05:30:00.000Z'))
    expect(today).toBe('2026-11-20')
    expect(weekOf(today)[0]).toBe('2026-11-16')
    expect(lastDays(today, 30)).toHaveLength(30)
    expect(lastDays(today, 30)[0]).toBe('2026-10-22')
    expect(lastDays(today, 30).at(-1)).toBe(today)
    expect(monthOf(today)).toBe('2026-11')
  })

  test('[TIME-05] the week starts on Monday while the calendar starts on Sunday', () => {
    for (const day of ['2026-11-16', '2026-11-21', '2026-11-22']) {
      expect(weekOf(day)).toEqual(weekOf('2026-11-18'))
      expect(formatDay(weekOf(day)[0] ?? '')).toMatch(/^Monday/)
    }
    const grid = monthGrid('2026-11', 'fixed')
    expect(grid).toHaveLength(42)
    expect(grid[0]?.day).toBe('2026-11-01')
    expect(formatDay(grid[0]?.day ?? '')).toMatch(/^Sunday/)
  })

  test('a month has complete weeks or 42 cells, even across a clock change', () => {
    expect(monthGrid('2026-11', 'complete')).toHaveLength(35)
    expect(monthGrid('2026-02', 'complete')).toHaveLength(28)
    const march = monthGrid('2027-03', 'fixed')
    expect(new Set(march.map(({ day }) => day)).size).toBe(42)
    expect(march.filter(({ inMonth }) => inMonth)).toHaveLength(31)
  })

  test('days are formatted in words', () => {
    expect(formatDay('2026-11-21')).toBe('Saturday, November 21')
    expect(formatDay('2026-11-21', 'long')).toBe('November 21, 2026')
  })
})
