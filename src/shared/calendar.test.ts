// Calendar grids: cells of every month, keyboard navigation, and names of days.
import { describe, expect, test } from 'vitest'
import {
  addMonths,
  addWeeks,
  dayForKey,
  dayInMonth,
  monthForKey,
  monthGrid,
  monthName,
  formatSpokenDay,
  weekGrid,
  weekRows,
  weekdayName,
  formatYear,
  yearRows,
} from './calendar.ts'
import { addDays } from './day.ts'

const months = Array.from({ length: 48 }, (_, index) => addMonths('2025-01', index))

test('[HIST-11] every month is 42 consecutive days in six rows of seven from Sunday', () => {
  for (const month of months) {
    const cells = monthGrid(month, 'fixed')
    expect(cells).toHaveLength(42)
    expect(weekRows(cells).map((row) => row.length)).toEqual([7, 7, 7, 7, 7, 7])
    for (const row of weekRows(cells)) expect(weekdayName(row[0]!.day)).toBe('Sunday')
    expect(cells.every(({ day }, index) => index === 0 || day === addDays(cells[index - 1]!.day, 1))).toBe(
      true,
    )
    expect(cells.filter(({ inMonth }) => inMonth)[0]!.day).toBe(`${month}-01`)
    expect(cells.findIndex(({ inMonth }) => inMonth)).toBeLessThan(7)
  }
})

test('[SCH-05] complete weeks are those that overlap the month, from Sunday to Saturday', () => {
  for (const month of [...months, '0001-01', '9998-12']) {
    const cells = monthGrid(month, 'complete')
    expect(monthGrid(month, 'fixed').slice(0, cells.length)).toEqual(cells)
    for (const row of weekRows(cells)) {
      expect(row).toHaveLength(7)
      expect(weekdayName(row[0]!.day)).toBe('Sunday')
      expect(row.some(({ inMonth }) => inMonth)).toBe(true)
    }
    expect(cells.filter(({ inMonth }) => inMonth).at(-1)!.day).toBe(
      dayInMonth(`${month.slice(0, 4)}-01-31`, month),
    )
  }
  // February 2026 begins on a Sunday and ends on a Saturday; May 2026 touches six weeks.
  expect(['2026-02', '2026-11', '2026-05'].map((month) => monthGrid(month, 'complete').length)).toEqual([
    28, 35, 42,
  ])
})

describe('weeks', () => {
  test.each([
    ['2026-11-21', '2026-11-15', '2026-11-21'],
    ['2026-11-22', '2026-11-22', '2026-11-28'],
    ['2026-11-01', '2026-11-01', '2026-11-07'],
    ['2026-03-08', '2026-03-08', '2026-03-14'],
    ['2027-01-01', '2026-12-27', '2027-01-02'],
    ['2028-02-29', '2028-02-27', '2028-03-04'],
    ['0001-01-01', '0000-12-31', '0001-01-06'],
  ])('[SCH-05, TIME-05] the week of %s runs from Sunday %s to Saturday %s', (day, first, last) => {
    const week = weekGrid(day)
    expect(week.map((cell) => cell.day)).toEqual(
      Array.from({ length: 7 }, (_, index) => addDays(first, index)),
    )
    expect(week.at(-1)!.day).toBe(last)
    expect(weekdayName(first)).toBe('Sunday')
    expect(week.every(({ inMonth }) => inMonth)).toBe(true)
  })

  test.each([
    ['2026-11-01', 1, '2026-11-08'],
    ['2026-03-08', -1, '2026-03-01'],
    ['2026-12-30', 1, '2027-01-06'],
    ['0001-01-03', -1, '0001-01-01'],
    ['9998-12-30', 1, '9998-12-31'],
  ])('from %s by %i it is %s', (day, by, expected) => {
    expect(addWeeks(day, by)).toBe(expected)
  })
})

describe('years', () => {
  test('[SCH-02] a year is its twelve months in rows of three', () => {
    expect(yearRows('2028-02')).toEqual([
      ['2028-01', '2028-02', '2028-03'],
      ['2028-04', '2028-05', '2028-06'],
      ['2028-07', '2028-08', '2028-09'],
      ['2028-10', '2028-11', '2028-12'],
    ])
    expect(yearRows('0001-12').flat()[0]).toBe('0001-01')
  })

  test.each([
    ['ArrowLeft', '2026-01', '2025-12'],
    ['ArrowRight', '2026-12', '2027-01'],
    ['ArrowUp', '2026-02', '2025-11'],
    ['ArrowDown', '2026-09', '2026-12'],
    ['Home', '2026-09', '2026-01'],
    ['End', '2026-09', '2026-12'],
    ['PageUp', '2026-09', '2025-09'],
    ['PageDown', '2026-09', '2027-09'],
    ['ArrowUp', '0001-02', '0001-01'],
    ['PageDown', '9998-03', '9998-12'],
    ['Enter', '2026-09', null],
  ])('%s moves from %s to %s', (key, month, expected) => {
    expect(monthForKey(month, key)).toBe(expected)
  })

  test('have their names', () => {
    expect(monthName('2026-11')).toBe('November')
    expect([formatYear('2026-11-21'), formatYear('0001-01')]).toEqual(['2026', '1'])
  })
})

describe('months', () => {
  test.each([
    ['2026-11', 1, '2026-12'],
    ['2026-12', 1, '2027-01'],
    ['2026-01', -1, '2025-12'],
    ['2026-11', -12, '2025-11'],
    ['0001-01', -1, '0001-01'],
    ['9998-12', 12, '9998-12'],
  ])('from %s by %i it is %s', (month, by, expected) => {
    expect(addMonths(month, by)).toBe(expected)
  })

  test.each([
    ['2026-10-31', '2026-11', '2026-11-30'],
    ['2028-02-29', '2027-02', '2027-02-28'],
    ['2026-11-19', '2026-10', '2026-10-19'],
  ])('the day of %s in %s is %s', (day, month, expected) => {
    expect(dayInMonth(day, month)).toBe(expected)
  })
})

describe('keys', () => {
  const dayAfter = (day: string, key: string, limit: string | null = null, shiftKey = false) =>
    dayForKey(day, { key, shiftKey }, limit)

  // November 19, 2026 is a Thursday; the clocks change on November 1.
  test.each([
    ['ArrowLeft', '2026-11-01', '2026-10-31'],
    ['ArrowRight', '2026-10-31', '2026-11-01'],
    ['ArrowUp', '2026-11-05', '2026-10-29'],
    ['ArrowDown', '2026-10-29', '2026-11-05'],
    ['Home', '2026-11-19', '2026-11-15'],
    ['Home', '2026-11-15', '2026-11-15'],
    ['End', '2026-11-19', '2026-11-21'],
    ['End', '2026-11-21', '2026-11-21'],
    ['PageUp', '2027-03-31', '2027-02-28'],
    ['PageDown', '2026-11-19', '2026-12-19'],
  ])('%s moves from %s to %s', (key, day, expected) => {
    expect(dayAfter(day, key)).toBe(expected)
  })

  test('PageUp and PageDown with Shift move by a year', () => {
    expect(dayAfter('2026-11-19', 'PageUp', null, true)).toBe('2025-11-19')
    expect(dayAfter('2028-02-29', 'PageDown', null, true)).toBe('2029-02-28')
    expect(dayAfter('2026-11-19', 'PageDown', '2027-03', true)).toBe('2027-03-19')
  })

  test('other keys return null', () => {
    for (const key of ['Enter', ' ', 'Tab', 'Escape', 'a']) expect(dayAfter('2026-11-19', key)).toBeNull()
  })

  test('[HIST-12] arrows stay within the cells of the last month, pages within the month itself', () => {
    // The 42 cells of November 2026 end with December 12.
    expect(dayAfter('2026-11-30', 'ArrowRight', '2026-11')).toBe('2026-12-01')
    expect(dayAfter('2026-12-12', 'ArrowRight', '2026-11')).toBe('2026-12-12')
    expect(dayAfter('2026-12-06', 'ArrowDown', '2026-11')).toBe('2026-12-06')
    expect(dayAfter('2026-12-06', 'End', '2026-11')).toBe('2026-12-12')
    expect(dayAfter('2026-11-19', 'PageDown', '2026-11')).toBe('2026-11-19')
    expect(dayAfter('2026-12-05', 'PageDown', '2026-11')).toBe('2026-11-05')
    expect(dayAfter('2026-10-31', 'PageDown', '2026-11')).toBe('2026-11-30')
  })

  test('navigation is clamped to the first and last year', () => {
    expect(dayAfter('0001-01-01', 'ArrowLeft')).toBe('0001-01-01')
    expect(dayAfter('0001-01-03', 'PageUp', null, true)).toBe('0001-01-03')
    expect(dayAfter('9998-12-31', 'PageDown')).toBe('9998-12-31')
  })
})

test('a spoken day has its year if it differs from the surrounding one', () => {
  expect(formatSpokenDay('2026-11-19', '2026')).toBe('Thursday 19 November')
  expect(formatSpokenDay('2026-12-31', '2027')).toBe('Thursday 31 December 2026')
})
