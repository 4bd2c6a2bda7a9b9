// Number formatting: thousands separators, a true minus sign, few decimals.
import { expect, it } from 'vitest'
import { formatNumber } from './format-number.ts'

it.each([
  [0, '0'],
  [-0, '0'],
  [999, '999'],
  [1_234_567, '1,234,567'],
  [-50, '−50'],
  [-12_000, '−12,000'],
  [1.25, '1.25'],
  [2 / 3, '0.667'],
])('%d is formatted as %s', (number, text) => {
  expect(formatNumber(number)).toBe(text)
})
