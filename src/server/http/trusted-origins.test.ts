// Trusted origins: the browser's headers against the server's settings.
import { hostname } from 'node:os'
import { describe, expect, test } from 'vitest'
import { localOrigins } from '../config/local-addresses.ts'
import {
  isOwnHost,
  isTrustedOrigin,
  canonicalUrl,
  createCanonicalRedirect,
  badOriginError,
  displayOrigin,
} from './trusted-origins.ts'

const allowedOrigins = ['http://127.0.0.1:3000']
const local = { allowedOrigins, trustsOwnHost: true }
const strict = { allowedOrigins: ['https://sit.example.org'], trustsOwnHost: false }

test.each([
  'localhost:3000',
  '127.0.0.1:3000',
  '[::1]:3000',
  '192.168.1.5:3000',
  '[2001:db8::7]:3000',
  '127.0.0.1',
  `${hostname().toLowerCase()}:3000`,
])('[OPS-08] without PUBLIC_URL, a page at http://%s may call its own server', (host) => {
  expect(isTrustedOrigin(`http://${host}`, host, local)).toBe(true)
  expect(isTrustedOrigin(`http://${host}`, host, strict)).toBe(false)
})

test.each([
  ['another site', 'https://evil.example', 'localhost:3000'],
  ['a sandboxed page', 'null', 'localhost:3000'],
  ['nothing', '', 'localhost:3000'],
  ['another port of this machine', 'http://localhost:5173', 'localhost:3000'],
  ['another scheme', 'https://localhost:3000', 'localhost:3000'],
  ['another address of the network', 'http://192.168.1.6:3000', '192.168.1.5:3000'],
  ['a name that was rebound to this machine', 'http://evil.example:3000', 'evil.example:3000'],
  ['a name that looks like ours', 'http://localhost.evil.example:3000', 'localhost.evil.example:3000'],
  ['an address in front of a name', 'http://127.0.0.1.evil.example', '127.0.0.1.evil.example'],
  ['a request without a Host', 'http://localhost:3000', undefined],
])('[T05, T06] %s is untrusted', (_what, origin, host) => {
  expect(isTrustedOrigin(origin, host, local)).toBe(false)
})

test('[T05] PUBLIC_URL’s origins are trusted under any Host, as behind a proxy', () => {
  expect(isTrustedOrigin('https://sit.example.org', 'app-1:3000', strict)).toBe(true)
  expect(isTrustedOrigin('http://app-1:3000', 'app-1:3000', strict)).toBe(false)
  expect(isOwnHost('app-1:3000')).toBe(false)
})

test('[OPS-22] the error names both origins, and echoes nothing but an origin', () => {
  const { errorResponse } = badOriginError('http://localhost:3000', {
    publicUrl: 'https://sit.example.org',
  })
  expect(errorResponse.body.message).toBe(
    'Please open this page at https://sit.example.org instead of http://localhost:3000.',
  )
  expect(errorResponse.logFields).toEqual({
    origin: 'http://localhost:3000',
    expected: 'https://sit.example.org',
  })
  for (const origin of [undefined, 'null', '', 'javascript:alert(1)', `http://${'a'.repeat(200)}.example`]) {
    expect(displayOrigin(origin)).toBeNull()
    const foreign = badOriginError(origin, { publicUrl: 'https://sit.example.org' }).errorResponse
    expect(foreign.body.message).toBe('This request came from another site.')
  }
  expect(displayOrigin('http://name:word@evil.example/path?query')).toBe('http://evil.example')
})

test('[OPS-22] the printed addresses can be opened', () => {
  const card = { netmask: '', mac: '', cidr: null }
  const interfaces = {
    lo: [{ ...card, address: '127.0.0.1', family: 'IPv4' as const, internal: true }],
    eth0: [
      { ...card, address: '192.168.1.5', family: 'IPv4' as const, internal: false },
      { ...card, address: '2001:db8::7', family: 'IPv6' as const, internal: false, scopeid: 0 },
      { ...card, address: 'fe80::7', family: 'IPv6' as const, internal: false, scopeid: 2 },
    ],
  }
  const at = (host: string) => localOrigins({ host, port: 3000 }, interfaces)
  expect(at('0.0.0.0')).toEqual(['http://192.168.1.5:3000', 'http://localhost:3000'])
  expect(at('::')).toEqual(['http://192.168.1.5:3000', 'http://[2001:db8::7]:3000', 'http://localhost:3000'])
  expect(at('127.0.0.1')).toEqual(['http://127.0.0.1:3000', 'http://localhost:3000'])
  expect(at('::1')).toEqual(['http://[::1]:3000', 'http://localhost:3000'])
  expect(at('192.168.1.5')).toEqual(['http://192.168.1.5:3000'])
  expect(localOrigins({ host: '0.0.0.0', port: 3000 }, {})).toEqual(['http://localhost:3000'])
})

describe('[OPS-23] in production a page requested under another host', () => {
  const config = {
    production: true,
    publicUrl: 'https://sit.example.org',
    allowedOrigins: ['https://sit.example.org', 'https://sit.example.net'],
  }
  const redirectTarget = (host: string | undefined, url = '/', forwardedHost?: string) =>
    canonicalUrl({ host, url, forwardedHost }, config)

  test('redirects to PUBLIC_URL, with its path and query', () => {
    expect(redirectTarget('www.sit.example.org', '/auth?ref=0012')).toBe(
      'https://sit.example.org/auth?ref=0012',
    )
    expect(redirectTarget('198.41.0.4:3000', '/history')).toBe('https://sit.example.org/history')
    expect(redirectTarget('[2a00:1450::7]:3000')).toBe('https://sit.example.org/')
    expect(redirectTarget('old.example.com', '//evil.example/x')).toBe(
      'https://sit.example.org//evil.example/x',
    )
    expect(redirectTarget('old.example.com', 'http://evil.example')).toBe('https://sit.example.org/')
  })

  test('doesn’t redirect for any host of PUBLIC_URL, or behind a proxy with an internal name', () => {
    for (const host of ['sit.example.org', 'SIT.example.org:443', 'sit.example.net', undefined]) {
      expect(redirectTarget(host)).toBeNull()
    }
    for (const host of ['127.0.0.1:3000', 'localhost:3000', '[::1]:3000', 'app-1:3000', '10.0.0.7']) {
      expect(redirectTarget(host)).toBeNull()
    }
    expect(redirectTarget('app.internal:3000', '/', 'sit.example.org')).toBeNull()
    expect(redirectTarget('edge.example.net', '/', 'sit.example.org, edge.example.net')).toBeNull()
    expect(redirectTarget('edge.example.net', '/', 'www.example.org, edge.example.net')).not.toBeNull()
    for (const host of ['web.internal', 'node-2.lan:3000', 'app.stillwater.local', 'sit.home.arpa'])
      expect(redirectTarget(host)).toBeNull()
  })

  test('never loops: who comes back from a redirect at once is served, with a warning', () => {
    let nowMs = 0
    const warned: object[] = []
    const redirect = createCanonicalRedirect(config, () => nowMs)
    const ask = (host: string, address = '203.0.113.1') =>
      redirect({
        headers: { host },
        url: '/auth',
        address,
        log: { warn: (facts: object) => void warned.push(facts) },
      } as never)
    const target = 'https://sit.example.org/auth'
    expect([ask('n7.hoster.com'), ask('n7.hoster.com'), ask('n7.hoster.com')]).toEqual([target, null, null])
    expect(ask('n7.hoster.com', '203.0.113.2')).toBe(target)
    expect(warned).toEqual([
      { event: 'redirect-loop', host: 'n7.hoster.com', expected: config.publicUrl, times: 1 },
    ])
    nowMs = 10_000
    expect(ask('n7.hoster.com')).toBe(target)
  })

  test('doesn’t redirect outside production', () => {
    const trying = { ...config, production: false }
    expect(canonicalUrl({ host: 'www.example.org', url: '/', forwardedHost: undefined }, trying)).toBeNull()
  })
})
