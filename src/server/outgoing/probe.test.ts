// Probes: public addresses only, and statuses of a real server.
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { createProbe } from './probe.ts'
import { PrivateAddressError, resolvePublicAddress } from './public-address.ts'

test.each([
  ['127.0.0.1'],
  ['10.1.2.3'],
  ['169.254.169.254'],
  ['100.64.0.1'],
  ['0.0.0.0'],
  ['::1'],
  ['::ffff:192.168.0.1'],
  ['fe80::1'],
  ['fd00::1'],
  ['64:ff9b::7f00:1'],
])('[T79] a host that leads to %s is never asked, even beside a public address', async (address) => {
  const found = [
    { address: '203.0.114.1', family: 4 },
    { address, family: address.includes(':') ? 6 : 4 },
  ]
  await expect(resolvePublicAddress('videos.example.org', async () => found)).rejects.toThrow(
    PrivateAddressError,
  )
  await expect(resolvePublicAddress('x', async () => found.slice(0, 1))).resolves.toEqual(found[0])
})

const asked: string[] = []
const server = createServer(({ method, url, headers }, response) => {
  asked.push(`${method} ${url} ${headers.host} ${headers.range ?? ''}`.trim())
  const [, status] = /^\/(\d+)/.exec(url ?? '') ?? []
  response.writeHead(method === 'HEAD' && url === '/206' ? 405 : Number(status), {
    location: 'http://127.0.0.1/inner',
  })
  response.end('x'.repeat(100_000))
})
afterAll(() => server.close())
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
const { port } = server.address() as AddressInfo

const probe = createProbe({
  resolve: async () => ({ address: '127.0.0.1', family: 4 }),
  // Asks the test's server over http, whatever the host.
  request: ({ hostname, pathname }, options, onResponse) =>
    request(`http://${hostname}:${port}${pathname}`, options, onResponse),
})
const never = new AbortController().signal

test('[SCH-37] a probe asks the checked address without its body: HEAD, then one byte; redirects aren’t followed', async () => {
  const statuses = []
  for (const path of ['200', '302', '206', '404'])
    statuses.push(await probe(`https://videos.example.org/${path}`, never))
  expect(statuses).toEqual([200, 302, 206, 404])
  expect(asked.map((line) => line.replace(`videos.example.org:${port}`, 'host'))).toEqual([
    'HEAD /200 host',
    'HEAD /302 host',
    'HEAD /206 host',
    'GET /206 host bytes=0-0',
    'HEAD /404 host',
    'GET /404 host bytes=0-0',
  ])
})

test('[SCH-37] a probe says why there is no response', async () => {
  const failing = (error: Error) => createProbe({ resolve: () => Promise.reject(error) })
  expect(await failing(new PrivateAddressError())('https://a.example.org/', never)).toBe('private')
  expect(await failing(new Error('ENOTFOUND'))('https://a.example.org/', never)).toBe('unreachable')
  expect(await createProbe()('https://127.0.0.1/x', never)).toBe('private')
  await expect(probe('https://a.example.org/200', AbortSignal.abort())).rejects.toThrow('aborted')
})
