// Client addresses with honest, forged and malformed proxy headers.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { parseRanges } from '../addresses/address-ranges.ts'
import type { Config } from '../config/config.ts'
import { createLog } from '../log.ts'
import { createClientAddressReader } from './admission.ts'
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

afterEach(() => vi.useRealTimers())

test('[OPS-24] a proxy outside of TRUSTED_PROXIES is warned of once an hour, with the number of its requests', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const lines: string[] = []
  const log = createLog({ logLevel: 'info', nodeId: 'one' }, { write: (line) => void lines.push(line) })
  const read = createClientAddressReader({
    config: { trustedProxies: proxies } as Partial<Config> as Config,
    log,
  })
  const ask = (remoteAddress: string) =>
    read({ headers: { 'x-forwarded-for': '198.51.100.1' }, socket: { remoteAddress } })
  ask('10.0.0.2')
  expect(lines).toEqual([])
  ask('203.0.113.9')
  vi.advanceTimersByTime(3_599_999)
  ask('203.0.113.9')
  vi.advanceTimersByTime(1)
  ask('203.0.113.9')
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { level: 'warn', event: 'untrusted-proxy', network: '203.0.113.0/24', times: 1 },
    { level: 'warn', event: 'untrusted-proxy', times: 2 },
  ])
})
