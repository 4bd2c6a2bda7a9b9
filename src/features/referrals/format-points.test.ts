// Signed points, and ledger dates in Chicago time.
import { expect, it } from 'vitest'
import { formatLedgerDate, formatSignedPoints } from './format-points.ts'

it.each([
  [100, '+100'],
  [25, '+25'],
  [-100, '−100'],
  [0, '0'],
  [1_234_567, '+1,234,567'],
  [-12_000, '−12,000'],
])('[REF-11] %i points read %s', (points, text) => {
  expect(formatSignedPoints(points)).toBe(text)
})

it.each([
  ['2026-11-21T18:00:00.000Z', 'November 21, 2026'],
  ['2026-11-22T05:59:59.999Z', 'November 21, 2026'],
  ['2026-11-22T06:00:00.000Z', 'November 22, 2026'],
  ['2026-07-04T04:59:59.000Z', 'July 3, 2026'],
])('[REF-11, REF-14] %s is %s in Chicago', (timestamp, day) => {
  expect(formatLedgerDate(timestamp)).toBe(day)
})
