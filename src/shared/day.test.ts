// Chicago days across midnight and both clock changes, in any machine time zone.
import { afterEach, describe, expect, test } from 'vitest'
import { monthGrid } from './calendar.ts'
import {
  addDays,
  chicagoDay,
  formatDay,
  dayStartMs,
  isDay,
  lastDays,
  timestampToMs,
  monthOf,
  msUntilMidnight,
  wallTimeToMs,
  formatTimeOfDay,
  msToTimestamp,
  weekOf,
} from './day.ts'

const hourMs = 3_600_000
const at = timestampToMs
const zone = process.env.TZ

afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

describe('the day of a moment', () => {
  test.each([
    ['2026-11-21T05:59:59.999Z', '2026-11-20'],
    ['2026-11-21T06:00:00.000Z', '2026-11-21'],
    ['2026-07-01T04:59:59.999Z', '2026-06-30'],
    ['2026-07-01T05:00:00.000Z', '2026-07-01'],
    ['2027-01-01T05:59:59.999Z', '2026-12-31'],
  ])('[TIME-01] [I26] %s is %s, in every time zone of the machine', (moment, day) => {
    for (const machine of ['UTC', 'Asia/Tokyo', 'Pacific/Kiritimati', 'America/Chicago']) {
      process.env.TZ = machine
      expect(chicagoDay(at(moment))).toBe(day)
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
  test('[TIME-02] in the spring gap a time moves forward', () => {
    expect(msToTimestamp(wallTimeToMs('2027-03-14', '02:30'))).toBe('2027-03-14T08:30:00.000Z')
    expect(formatTimeOfDay(wallTimeToMs('2027-03-14', '02:30'))).toBe('3:30 AM')
  })

  test('[TIME-02] in the autumn overlap the first occurrence counts', () => {
    expect(msToTimestamp(wallTimeToMs('2026-11-01', '01:30'))).toBe('2026-11-01T06:30:00.000Z')
  })

  test('[TIME-02] on an ordinary day it is that wall time in Chicago, and another one elsewhere', () => {
    const start = wallTimeToMs('2026-11-21', '18:30')
    expect(formatTimeOfDay(start)).toBe('6:30 PM')
    expect(formatTimeOfDay(start, 'Asia/Tokyo')).toBe('9:30 AM')
  })
})

describe('until midnight', () => {
  test.each([
    ['2026-11-21', 24],
    ['2027-03-14', 23],
    ['2026-11-01', 25],
    ['2027-11-07', 25],
  ])('[TIME-03] [F13] [F14] from the start of %s it is %i hours', (day, hours) => {
    expect(msUntilMidnight(dayStartMs(day))).toBe(hours * hourMs)
    expect(msUntilMidnight(dayStartMs(addDays(day, 1)) - 1)).toBe(1)
  })
})

describe('spans of days', () => {
  const lateOnThe20th = at('2026-11-21T05:30:00.000Z')

  test('[TIME-04] today, the week, the last 30 days and the month follow the Chicago date', () => {
    const today = chicagoDay(lateOnThe20th)
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
