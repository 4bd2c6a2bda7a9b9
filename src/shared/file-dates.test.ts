// Dates of files.
import { expect, test } from 'vitest'
import { timestampToMs } from '#shared/day.ts'
import { languages } from '#shared/i18n/t.ts'
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
    'November 9, 2026 at 6:30\u202FAM',
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
    '31 April 2026',
    'Feb 30, 2026',
    '9 November',
    'November 2026',
    '11/09/26',
  ])
    expect({ text, date: readFileDate(text, 'day-first') }).toEqual({ text, date: null })
})

test.each([
  ['7 March 2026'],
  ['7th March 2026'],
  ['07-Mar-2026'],
  ['Mar 7, 2026'],
  ['Mar. 7 2026'],
  ['Saturday, March 7th, 2026'],
  ['7. März 2026'],
  ['Sa., 7. Mrz. 2026'],
  ['7. Ma\u0308rz 2026'],
  ['7 de marzo de 2026'],
  ['sábado, 7 de março de 2026'],
  ['7 mar 2026'],
])('[PORT-01] [JOIN-06] the date %j names its month', (text) => {
  expect(readFileDate(text, 'month-first')).toEqual({ day: '2026-03-07', atMs: null })
})

test('[PORT-01] each month has its names and their beginnings in four languages', () => {
  for (const language of languages)
    for (let month = 1; month <= 12; month += 1)
      for (const style of ['long', 'short'] as const) {
        const day = `2026-${String(month).padStart(2, '0')}-09`
        const name = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' }).format(
          timestampToMs(`${day}T00:00:00Z`),
        )
        expect([language, name, readFileDate(`9 ${name} 2026`, 'day-first')?.day]).toEqual([
          language,
          name,
          day,
        ])
      }
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
