// Requests to typed addresses: what is never asked, and the bounds of what is read.
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { PrivateAddressError, resolvePublicAddress } from './public-address.ts'
import { createRequestPublic, UnreadableBodyError } from './request-public.ts'

const asked: string[] = []
const server = createServer(({ url = '' }, response) => {
  asked.push(url)
  if (url === '/slow') return void response.write('#')
  if (url === '/elsewhere') return void response.writeHead(302, { location: '/text' }).end('moved')
  if (url === '/gzip')
    return void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(90)))
  response.end('x'.repeat(url === '/long' ? 101 : 100))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
const { port } = server.address() as AddressInfo

let found = [{ address: '203.0.114.1', family: 4 }]
const ask = createRequestPublic({
  resolve: async (hostname) => {
    await resolvePublicAddress(hostname, async () => found)
    return { address: '127.0.0.1', family: 4 }
  },
  request: ({ hostname, pathname }, options, onResponse) =>
    request(`http://${hostname}:${port}${pathname}`, options, onResponse),
})
const bounds = { maxBytes: 100, timeoutMs: 5_000, signal: new AbortController().signal }
const at = (path: string, timeoutMs = bounds.timeoutMs) =>
  ask(`https://live.example.org${path}`, { ...bounds, timeoutMs })

test('[T79] a body within its bounds is read; of a redirect nothing is followed or read', async () => {
  expect(await at('/text')).toEqual({ status: 200, body: Buffer.from('x'.repeat(100)) })
  expect(await at('/elsewhere')).toEqual({ status: 302, body: Buffer.alloc(0) })
  expect(asked).toEqual(['/text', '/elsewhere'])
})

test.each(['/long', '/gzip'])('[T79] the body of %s isn’t read', async (path) => {
  await expect(at(path)).rejects.toThrow(UnreadableBodyError)
})

test('[T79] a response that never ends is left after its time', async () => {
  await expect(at('/slow', 200)).rejects.toThrow(/aborted|timeout/)
})

test.each([
  'http://live.example.org/text',
  'https://live.example.org:8443/text',
  'https://ana@live.example.org/text',
  'ftp://live.example.org/text',
])('[T79] %s is never asked', async (address) => {
  asked.length = 0
  await expect(ask(address, bounds)).rejects.toThrow(PrivateAddressError)
  expect(asked).toEqual([])
})

test('[T79] a name is looked up each time: its second address may be an inner one', async () => {
  await at('/text')
  asked.length = 0
  found = [...found, { address: '192.168.0.1', family: 4 }]
  await expect(at('/text')).rejects.toThrow(PrivateAddressError)
  expect(asked).toEqual([])
})
