// Signed points, and ledger dates in a zone.
import { expect, it, test } from 'vitest'
import type { ReferralFlag } from './contract.ts'
import { formatLedgerDate, formatSignedPoints, describeReferralFlag } from './format-referrals.ts'

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
  expect(formatLedgerDate(timestamp, 'America/Chicago')).toBe(day)
})

const flag = (kind: ReferralFlag['kind'], count: number): ReferralFlag => ({
  kind,
  count,
  day: '2026-11-19',
  referrer: { id: 3, name: 'Mia Member' },
})

test.each([
  [
    flag('same-address', 12),
    '12 friends of Mia Member joined from the same address on Thursday, November 19.',
  ],
  [flag('many-rewards', 14), 'Mia Member was rewarded for 14 friends on Thursday, November 19.'],
  [flag('many-rewards', 1_200), 'Mia Member was rewarded for 1,200 friends on Thursday, November 19.'],
])('%o reads: %s', (one, expected) => {
  expect(describeReferralFlag(one)).toBe(expected)
})
