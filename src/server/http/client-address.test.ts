// Client addresses with honest, forged and malformed proxy headers.
import { describe, expect, test } from 'vitest'
import { parseRanges } from '../addresses/address-ranges.ts'
import { clientAddress } from './client-address.ts'

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
