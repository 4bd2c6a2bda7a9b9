// Attendance: dates in three formats, durations, and the bounds of a day and a person.
import { expect, test } from 'vitest'
import type { DateOrder } from '#shared/file-dates.ts'
import { createAttendanceBounds, createAttendanceReader, isAttendanceHeader } from './attendance.ts'

const header = ['email', 'date', 'minutes']
const today = '2026-11-21'
const rowsOf = (cells: string[][]) => cells.map((row, index) => ({ number: index + 2, cells: row }))
const read = (cells: string[][], dateOrder: DateOrder | null = null) => {
  const rows = rowsOf(cells)
  const reader = createAttendanceReader({ header, rows, dateOrder, today })
  return reader && rows.map(reader)
}
const dates = (texts: string[], order: DateOrder | null = null) =>
  read(
    texts.map((text) => ['a@example.org', text, '20']),
    order,
  )?.map(({ date, problem }) => problem ?? date)

test('[JOIN-06] the columns are found in four languages', () => {
  for (const columns of [
    header,
    ['E-Mail', 'Datum', 'Dauer'],
    ['correo', 'fecha', 'minutos'],
    ['email', 'data', 'duração'],
  ])
    expect([columns, isAttendanceHeader(columns)]).toEqual([columns, true])
  expect(isAttendanceHeader(['email', 'date'])).toBe(false)
})

test('[JOIN-06] dates in three formats; those that no calendar has, and those to come, are bad', () => {
  expect(dates(['2026-3-4T19:00', '4.3.2026', '31/03/2026', '04/03/2026'])).toEqual([
    '2026-03-04',
    '2026-03-04',
    '2026-03-31',
    '2026-03-04',
  ])
  expect(dates(['2026-02-30', '1949-12-31', 'yesterday', '4.3.26', ''])).toEqual(
    Array<string>(5).fill('bad-date'),
  )
  expect(dates(['2026-11-21', '2026-11-22'])).toEqual(['2026-11-21', 'future-date'])
})

test('[JOIN-06] dates may name their month, and addresses come with a name', () => {
  expect(dates(['7 March 2026', 'Mar 7, 2026', '7. März 2026', '7 Foo 2026'])).toEqual([
    ...Array<string>(3).fill('2026-03-07'),
    'bad-date',
  ])
  expect(read([['Ana Roth <ana@example.org>', '2026-03-07', '20']])).toMatchObject([
    { email: 'ana@example.org', problem: null },
  ])
})

test('[JOIN-06] a file whose dates may all be read both ways asks once', () => {
  expect(dates(['03/04/2026', '05/06/2026'])).toBeUndefined()
  expect(dates(['3/31/2026', '31/3/2026'])).toBeUndefined()
  expect(dates(['3/31/2026', '31/3/2026'], 'month-first')).toEqual(['2026-03-31', 'bad-date'])
  expect(dates(['03/04/2026', '2026-05-06'], 'day-first')).toEqual(['2026-04-03', '2026-05-06'])
  expect(dates(['03/04/2026', '2026-05-06'], 'month-first')).toEqual(['2026-03-04', '2026-05-06'])
})

test.each([
  ['20', 20],
  ['22,5', 23],
  ['0:45', 45],
  ['1:30:40', 91],
  ['24:00', 1440],
  ['25:00', 'bad-minutes'],
  ['1441', 'bad-minutes'],
  ['0', 'bad-minutes'],
  ['=20', 'bad-minutes'],
  ['-5', 'bad-minutes'],
])('[JOIN-06] the duration %j', (cell, expected) => {
  const [row] = read([['a@example.org', '2026-03-04', cell]]) ?? []
  expect(row?.problem ?? row?.minutes).toBe(expected)
})

test('[JOIN-06] the same row twice, more than a day holds, and more than a person may have', () => {
  const bound = createAttendanceBounds((email) =>
    email === 'b@example.org'
      ? { rows: 3_999, keys: new Set(['2026-03-04 20']), minutesByDate: new Map([['2026-03-04', 1_420]]) }
      : undefined,
  )
  const rows = read([
    ['a@example.org', '2026-03-04', '20'],
    ['a@example.org', '2026-03-04', '20'],
    ['a@example.org', '2026-03-04', '1420'],
    ['a@example.org', '2026-03-04', '1'],
    ['b@example.org', '2026-03-04', '20'],
    ['b@example.org', '2026-03-04', '21'],
    ['b@example.org', '2026-03-05', '20'],
    ['b@example.org', '2026-03-06', '20'],
    ['b@', '2026-03-06', '20'],
  ])
  expect(rows?.map((row) => bound(row).problem)).toEqual([
    null,
    'twice',
    null,
    'full-day',
    'twice',
    'full-day',
    null,
    'too-many',
    'bad-email',
  ])
})
