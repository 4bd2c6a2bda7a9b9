// Idle connections, stalled readers, and connections that must stay open.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { reapIdleConnections } from './idle-connections.ts'

const shortTimeoutMs = 150
const shortTimeouts = { pollEveryMs: 5, idleTimeoutMs: shortTimeoutMs, stalledTimeoutMs: shortTimeoutMs }
const neverMs = 600_000
/** More than the kernel buffers for a stalled reader. */
const longBytes = 48 * 1024 * 1024

let server: Server
let sockets: Socket[]

beforeEach(() => {
  sockets = []
  server = createServer((request, response) => {
    response.end(request.url === '/long' ? Buffer.alloc(longBytes) : 'calm')
  })
  server.on('upgrade', (_, socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'))
  server.on('connection', (socket) => sockets.push(socket))
  server.keepAliveTimeout = 0
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  server.close()
  await once(server, 'close')
})

async function listen(watched = shortTimeouts): Promise<void> {
  reapIdleConnections(server, watched)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}

function connectClient(): Socket {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => undefined)
  sockets.push(client)
  return client
}

function sendRequest(client: Socket, path = '/', headers = ''): void {
  client.write(`GET ${path} HTTP/1.1\r\nHost: here\r\n${headers}\r\n`)
}

/** Resolves when the server has closed the connection. */
async function waitForClose(client: Socket): Promise<void> {
  client.resume()
  await once(client, 'close')
}

test('an idle connection is closed, with or without earlier requests; an active one stays', async () => {
  await listen({ ...shortTimeouts, stalledTimeoutMs: neverMs })
  const [resting, silent, busy] = [connectClient(), connectClient(), connectClient()]
  sendRequest(resting)
  let answers = 0
  busy.on('data', () => {
    answers += 1
    void pause(shortTimeoutMs / 5).then(() => busy.writable && sendRequest(busy))
  })
  sendRequest(busy)
  await Promise.all([waitForClose(resting), waitForClose(silent)])
  const before = answers
  await expect.poll(() => answers).toBeGreaterThan(before + 5)
})

test('a connection whose client reads nothing is reset', async () => {
  await listen({ ...shortTimeouts, idleTimeoutMs: neverMs })
  const stuck = connectClient()
  const [connection] = (await once(server, 'connection')) as [Socket]
  sendRequest(stuck, '/long')
  await once(connection, 'close')
  expect(connection.bytesWritten).toBeGreaterThan(0)
})

test('[T59] a stalled reader is reset in time, and its unsent data discarded', async () => {
  const stalledTimeoutMs = 2_000
  await listen({ pollEveryMs: 5, idleTimeoutMs: neverMs, stalledTimeoutMs })
  const stuck = connectClient()
  const [connection] = (await once(server, 'connection')) as [Socket]
  sendRequest(stuck, '/long')
  const askedMs = performance.now()
  await once(connection, 'close')
  expect(performance.now() - askedMs).toBeLessThan(2 * stalledTimeoutMs)
  // Unsent data doesn't follow, however long the client reads.
  let bytes = 0
  stuck.on('data', (part) => (bytes += part.length))
  await waitForClose(stuck)
  expect(bytes).toBeLessThan(longBytes)
})

test('a slow reader of a long response gets all of it', async () => {
  // At least half the limit is always granted.
  await listen({ ...shortTimeouts, stalledTimeoutMs: 4 * shortTimeoutMs })
  const slow = connectClient()
  let bytes = 0
  slow.on('data', (part) => {
    bytes += part.length
    slow.pause()
    void pause(1).then(() => slow.resume())
  })
  const beganMs = performance.now()
  sendRequest(slow, '/long')
  await expect.poll(() => bytes, { timeout: 20_000 }).toBeGreaterThan(longBytes)
  expect(performance.now() - beganMs).toBeGreaterThan(2 * shortTimeoutMs)
})

test('an upgraded connection is left alone', async () => {
  await listen()
  const [upgraded, resting] = [connectClient(), connectClient()]
  sendRequest(upgraded, '/', 'Connection: Upgrade\r\nUpgrade: websocket\r\n')
  await once(upgraded, 'data')
  sendRequest(resting)
  await waitForClose(resting)
  expect([upgraded.destroyed, upgraded.readableEnded]).toEqual([false, false])
})
