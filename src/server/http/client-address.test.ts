// Client addresses with honest, forged and malformed proxy headers.
import { describe, expect, test } from 'vitest'
import {
  addressKey,
  clientAddress,
  isInRanges,
  overlapsRanges,
  networkKey,
  bannableNetwork,
  parseRanges,
} from './client-address.ts'

const proxies = parseRanges('10.0.0.0/8, 127.0.0.1')

describe('[OPS-08, T26] the client behind trusted proxies', () => {
  test.each([
    ['no proxy', '203.0.113.9', undefined, '203.0.113.9'],
    ['a header from an untrusted address', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['one proxy', '10.0.0.2', '203.0.113.9', '203.0.113.9'],
    ['a forged entry on the left', '10.0.0.2', '1.2.3.4, 203.0.113.9', '203.0.113.9'],
    ['two proxies', '127.0.0.1', '203.0.113.9, 10.1.1.1', '203.0.113.9'],
    ['an IPv4-mapped IPv6 address', '::ffff:10.0.0.2', '::ffff:203.0.113.9', '203.0.113.9'],
    ['an entry with a port', '10.0.0.2', '203.0.113.9:51034', '203.0.113.9'],
    ['an entry in quotes', '10.0.0.2', '"203.0.113.9:51034"', '203.0.113.9'],
    ['IPv6 in brackets', '10.0.0.2', '[2001:db8::7]', '2001:db8::7'],
    ['IPv6 in brackets with a port', '10.0.0.2', '"[2001:db8::7]:51034"', '2001:db8::7'],
    ['IPv6 without brackets', '10.0.0.2', '2001:db8::7:5103', '2001:db8::7:5103'],
    ['two proxies with ports', '127.0.0.1', '203.0.113.9:1, 10.1.1.1:2', '203.0.113.9'],
    ['a forged entry beside one with a port', '10.0.0.2', '1.2.3.4, 203.0.113.9:443', '203.0.113.9'],
    ['too long a port', '10.0.0.2', '203.0.113.9:510345', '10.0.0.2'],
    ['garbage where the client should be', '10.0.0.2', 'unknown', '10.0.0.2'],
    ['an empty header', '10.0.0.2', '', '10.0.0.2'],
  ])('%s', (_, socket, header, client) => {
    expect(clientAddress(socket, header, proxies)).toBe(client)
  })

  test.each([
    ['unknown', 1],
    ['203.0.113.9, hidden', 1],
    ['unknown, 203.0.113.9', 0],
    ['203.0.113.9:80', 0],
    ['10.1.1.1', 0],
    ['', 0],
    [undefined, 0],
  ])('[T75] reports an unreadable entry of a trusted proxy, such as in %s', (header, times) => {
    let reports = 0
    clientAddress('10.0.0.2', header, proxies, () => (reports += 1))
    clientAddress('203.0.113.1', header, proxies, () => (reports += 1))
    expect(reports).toBe(times)
  })
})

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

test('ranges contain their addresses only', () => {
  expect(isInRanges('127.1.2.3', parseRanges('127.0.0.0/8'))).toBe(true)
  expect(isInRanges('128.0.0.1', parseRanges('127.0.0.0/8'))).toBe(false)
  expect(isInRanges('::1', parseRanges('127.0.0.0/8'))).toBe(false)
  expect(isInRanges('', parseRanges('127.0.0.0/8'))).toBe(false)
  expect(() => parseRanges('10.0.0.0/99')).toThrow('CIDR')
  expect(() => parseRanges('somewhere')).toThrow('address')
})

describe('[T26] bannable addresses', () => {
  test.each([
    ['198.41.0.4', '198.41.0.4'],
    [' 198.41.0.4 ', '198.41.0.4'],
    ['198.41.0.4/32', '198.41.0.4'],
    ['::ffff:198.41.0.4', '198.41.0.4'],
    ['2a00:1450:4001:81b::200e', '2a00:1450:4001:81b::/64'],
    ['2A00:1450:4001:081b:0:0:0:0/64', '2a00:1450:4001:81b::/64'],
    ['2a00:1450::1', '2a00:1450::/64'],
  ])('%s is banned as %s', (typed, network) => {
    expect(bannableNetwork(typed)).toBe(network)
  })

  test.each([
    ['an empty text', ''],
    ['a neighbor of the loopback address', '::2'],
    ['a name', 'example.org'],
    ['a network', '198.41.0.0/24'],
    ['a wide network', '2a00:1450::/32'],
    ['one address of a network', '2a00:1450::1/128'],
    ['two slashes', '198.41.0.4/32/32'],
    ['an empty slash', '198.41.0.4/'],
    ['half an address', '198.41'],
    ['a number', '3324575748'],
    ['hexadecimals', '0xc6.0x29.0.4'],
    ['octals', '0306.051.0.4'],
    ['a zone', 'fe80::1%eth0'],
    ['a port', '198.41.0.4:80'],
    ['a mapped network', '::ffff:198.41.0.4/64'],
    ['a private one', '10.1.2.3'],
    ['a private one', '172.16.0.1'],
    ['a private one', '192.168.1.7'],
    ['a shared one', '100.64.0.1'],
    ['a loopback', '127.0.0.1'],
    ['a loopback', '::1'],
    ['a mapped loopback', '::ffff:127.0.0.1'],
    ['a link-local one', '169.254.1.1'],
    ['a link-local one', 'fe80::1'],
    ['a unique local one', 'fd00::1'],
    ['the unspecified address', '0.0.0.0'],
    ['the unspecified address', '::'],
    ['a broadcast', '255.255.255.255'],
    ['a multicast', '224.0.0.1'],
    ['a multicast', 'ff02::1'],
    ['a reserved one', '240.0.0.1'],
    ['a documentation address', '203.0.113.9'],
    ['a documentation address', '2001:db8::1'],
  ])('%s is not bannable: %s', (_, typed) => {
    expect(bannableNetwork(typed)).toBeNull()
  })

  test('a network overlaps the ranges that contain it, and those it contains', () => {
    const ranges = parseRanges('198.41.0.0/24, 2a00:1450::/32, 2a02:26f0:1:2:3::7')
    for (const network of ['198.41.0.4', '2a00:1450:9::/64', '2a02:26f0:1:2::/64']) {
      expect({ network, meets: overlapsRanges(network, ranges) }).toEqual({ network, meets: true })
    }
    for (const network of ['198.41.1.4', '2a00:1451::/64', '2a02:26f0:1:3::/64']) {
      expect({ network, meets: overlapsRanges(network, ranges) }).toEqual({ network, meets: false })
    }
  })
})
