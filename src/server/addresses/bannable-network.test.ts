// Which addresses can be banned, and what a ban covers.
import { describe, expect, test } from 'vitest'
import { parseRanges } from './address-ranges.ts'
import { bannableNetwork, overlapsRanges } from './bannable-network.ts'

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
