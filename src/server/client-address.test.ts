// Whose address it is, with honest, forged and broken headers of proxies.
import { describe, expect, test } from 'vitest'
import { addressKey, clientAddress, isInRanges, parseRanges } from './client-address.ts'

const proxies = parseRanges('10.0.0.0/8, 127.0.0.1')

describe('[OPS-08, T26] the client behind trusted proxies', () => {
  test.each([
    ['no proxy', '203.0.113.9', undefined, '203.0.113.9'],
    ['a header from somebody who is no proxy of ours', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['one proxy', '10.0.0.2', '203.0.113.9', '203.0.113.9'],
    ['a forged entry on the left', '10.0.0.2', '1.2.3.4, 203.0.113.9', '203.0.113.9'],
    ['two proxies', '127.0.0.1', '203.0.113.9, 10.1.1.1', '203.0.113.9'],
    ['an IPv4 address in IPv6 dress', '::ffff:10.0.0.2', '::ffff:203.0.113.9', '203.0.113.9'],
    ['garbage where the client should be', '10.0.0.2', 'unknown', '10.0.0.2'],
    ['an empty header', '10.0.0.2', '', '10.0.0.2'],
  ])('%s', (_, socket, header, client) => {
    expect(clientAddress(socket, header, proxies)).toBe(client)
  })
})

test('an IPv6 client counts by its /64, an IPv4 one by itself', () => {
  expect(addressKey('2001:db8:1:2:aaaa::1')).toBe(addressKey('2001:db8:1:2:bbbb::2'))
  expect(addressKey('2001:db8:1:2::1')).not.toBe(addressKey('2001:db8:1:3::1'))
  expect(addressKey('::ffff:203.0.113.9')).toBe('203.0.113.9')
  expect(addressKey('nonsense')).toBe('unknown')
})

test('ranges hold what lies in them, and nothing else', () => {
  expect(isInRanges('127.1.2.3', parseRanges('127.0.0.0/8'))).toBe(true)
  expect(isInRanges('128.0.0.1', parseRanges('127.0.0.0/8'))).toBe(false)
  expect(isInRanges('::1', parseRanges('127.0.0.0/8'))).toBe(false)
  expect(isInRanges('', parseRanges('127.0.0.0/8'))).toBe(false)
  expect(() => parseRanges('10.0.0.0/99')).toThrow('CIDR')
  expect(() => parseRanges('somewhere')).toThrow('address')
})
