// Connection limits per address and in total.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { descriptorLimitsFor, limitConnections } from './connection-limits.ts'

const proxy = '127.0.0.9'

let server: Server
let clients: Socket[]
let ends: Socket[]
let warnings: object[]

beforeEach(async () => {
  ;[clients, ends, warnings] = [[], [], []]
  server = createServer((_, response) => response.end('calm'))
  server.on('upgrade', (_request, socket: Socket) => {
    ends.push(socket)
    socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n')
  })
  limitConnections(server, {
    log: { warn: (facts) => warnings.push(facts) },
    trustedProxies: [],
    perAddressMax: 3,
    isExempt: (address) => address === proxy,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  for (const socket of [...clients, ...ends]) socket.destroy()
  server.close()
  await once(server, 'close')
})

/** Whether the server responds to a new connection from an address; the connection stays open. */
async function isServed(localAddress: string, headers = ''): Promise<boolean> {
  const client = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', localAddress })
  clients.push(client)
  client.on('error', () => undefined)
  client.write(`GET / HTTP/1.1\r\nHost: here\r\n${headers}\r\n`)
  return Promise.race([once(client, 'data').then(() => true), once(client, 'close').then(() => false)])
}
const served = async (times: number, localAddress: string, headers?: string) => {
  const responses: boolean[] = []
  for (let count = 0; count < times; count += 1) responses.push(await isServed(localAddress, headers))
  return responses
}

test('[T46] connections are limited per address; proxies are exempt', async () => {
  expect(await served(5, '127.0.0.2')).toEqual([true, true, true, false, false])
  expect(await served(1, '127.0.0.3')).toEqual([true])
  expect(await served(6, proxy)).toEqual([true, true, true, true, true, true])
  expect(warnings).toEqual([{ event: 'connections-refused', reason: 'address', times: 1 }])
})

test('[T46] a closed connection frees its place', async () => {
  await served(3, '127.0.0.2')
  clients[0]?.destroy()
  await expect.poll(() => isServed('127.0.0.2')).toBe(true)
})

test('[T46] an upgraded connection no longer counts', async () => {
  const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\n'
  expect(await served(5, '127.0.0.2', upgrade)).toEqual([true, true, true, true, true])
  expect(await served(4, '127.0.0.2')).toEqual([true, true, true, false])
})

test('[T46] the total limit leaves descriptors for files and everything else', () => {
  expect(server.maxConnections).toBeGreaterThan(0)
  expect([256, 1_024, 65_536].map(descriptorLimitsFor)).toEqual([
    { connectionsMax: 128, openFilesMax: 64 },
    { connectionsMax: 512, openFilesMax: 256 },
    { connectionsMax: 48_652, openFilesMax: 16_384 },
  ])
})

test('[T46] beyond the total limit, connections of any address are closed and logged', async () => {
  server.maxConnections = 2
  expect(await served(3, proxy)).toEqual([true, true, false])
  expect(warnings).toEqual([{ event: 'connections-refused', reason: 'all', times: 1 }])
})
