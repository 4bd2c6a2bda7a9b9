// Dates of files.
import { expect, test } from 'vitest'
import { timestampToMs } from '#shared/day.ts'
import { findDateOrder, readFileDate } from './file-dates.ts'

test('[PORT-01] dates are read in each format that the known apps and spreadsheets write', () => {
  const morning = { day: '2026-11-09', atMs: timestampToMs('2026-11-09T06:30:00Z') }
  for (const text of [
    '2026-11-09 06:30',
    '2026-11-09T06:30:00.000Z',
    '2026-11-9 6:30:00',
    '9.11.2026 06:30',
    '9. 11. 2026, 06:30:00',
    '09/11/2026 06:30:00',
    '9/11/2026 6:30 AM',
    '09-11-2026 06:30',
    'Mon, 09 Nov 2026 06:30:00',
    'Mon, 09 Nov 2026 06:30:00 GMT',
  ])
    expect({ text, ...readFileDate(text, 'day-first') }).toEqual({ text, ...morning })
  expect(readFileDate('11/09/2026 06:30:00', 'month-first')).toEqual(morning)
  expect(readFileDate('11/09/2026 12:05 AM', 'month-first')?.atMs).toBe(timestampToMs('2026-11-09T00:05:00Z'))
  expect(readFileDate('11/09/2026 12:05 pm', 'month-first')?.atMs).toBe(timestampToMs('2026-11-09T12:05:00Z'))
  expect(readFileDate('2026-11-09', 'month-first')).toEqual({ day: '2026-11-09', atMs: null })
  for (const text of [
    '',
    'yesterday',
    '2026-02-30',
    '31/04/2026',
    '1969-12-31',
    '2026-11-09 24:00',
    '2026-11-09 06:60',
    '2026-11-09 noon',
    '9 Foo 2026',
    '11/09/26',
  ])
    expect({ text, date: readFileDate(text, 'day-first') }).toEqual({ text, date: null })
})

test('[PORT-09] one date decides the order of the whole file; without one, or with two that differ, the member is asked', () => {
  expect(findDateOrder(['03/04/2026', '03/25/2026'])).toEqual({ order: 'month-first' })
  expect(findDateOrder(['03/04/2026', '25/03/2026'])).toEqual({ order: 'day-first' })
  expect(findDateOrder(['05/05/2026', '03/04/2026', '04/03/2026'])).toEqual({
    order: null,
    ambiguous: '03/04/2026',
  })
  expect(findDateOrder(['03/25/2026', '25/03/2026', '03/04/2026'])).toEqual({
    order: null,
    ambiguous: '03/04/2026',
  })
  expect(findDateOrder(['03/25/2026', '25/03/2026'])).toEqual({ order: null, ambiguous: '03/25/2026' })
  // The same in both orders, or in a format with one order.
  expect(findDateOrder(['05/05/2026', '2026-03-04', '3.4.2026', '77/88/2026'])).toEqual({
    order: null,
    ambiguous: null,
  })
})
