// The keys of addresses and of their networks.
import { expect, test } from 'vitest'
import { addressKey, networkKey } from './address-info.ts'

test('the rate limit key is the /64 for IPv6, the address for IPv4', () => {
  expect(addressKey('2001:db8:1:2:aaaa::1')).toBe(addressKey('2001:db8:1:2:bbbb::2'))
  expect(addressKey('2001:db8:1:2::1')).not.toBe(addressKey('2001:db8:1:3::1'))
  expect(addressKey('::ffff:203.0.113.9')).toBe('203.0.113.9')
  expect(addressKey('nonsense')).toBe('unknown')
})

test('[T49] the network is the /48 for IPv6, the /24 for IPv4', () => {
  expect(networkKey('2001:db8:1:2::1')).toBe(networkKey('2001:db8:1:3::1'))
  expect(networkKey('2001:db8:1::1')).not.toBe(networkKey('2001:db8:2::1'))
  expect(networkKey('203.0.113.9')).toBe(networkKey('::ffff:203.0.113.200'))
  expect(networkKey('203.0.113.9')).not.toBe(networkKey('203.0.114.9'))
  expect(networkKey('nonsense')).toBe('unknown')
})
