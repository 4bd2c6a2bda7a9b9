// Address ranges, and texts that are none.
import { expect, test } from 'vitest'
import { isInRanges, parseRanges } from './address-ranges.ts'

test('ranges contain their addresses only', () => {
  expect(isInRanges('127.1.2.3', parseRanges('127.0.0.0/8'))).toBe(true)
  expect(isInRanges('128.0.0.1', parseRanges('127.0.0.0/8'))).toBe(false)
  expect(isInRanges('::1', parseRanges('127.0.0.0/8'))).toBe(false)
  expect(isInRanges('', parseRanges('127.0.0.0/8'))).toBe(false)
  expect(() => parseRanges('10.0.0.0/99')).toThrow('CIDR')
  expect(() => parseRanges('somewhere')).toThrow('address')
})
