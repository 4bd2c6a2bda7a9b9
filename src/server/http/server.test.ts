// Real connections: time limits, unreadable requests, listening addresses.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pino from 'pino'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestClock } from '#test/clock.ts'
import {
  closeHttpServer,
  createHttpServer,
  defaultTimeouts,
  describeListenError,
  handleClientError,
  listen,
} from './server.ts'

describe('time limits', () => {
  const shortTimeoutMs = 150
  const neverMs = 600_000
  /** More than the kernel buffers for a stalled reader. */
  const longBytes = 48 * 1024 * 1024

  let fastify: ReturnType<typeof createHttpServer>
  let clients: Socket[]
  beforeEach(() => {
    clients = []
  })
  afterEach(async () => {
    for (const client of clients) client.destroy()
    await closeHttpServer(fastify, null)
  })

  async function start(limits: Partial<typeof defaultTimeouts>): Promise<void> {
    fastify = createHttpServer({
      config: { publicUrl: 'http://here', allowedOrigins: [], hstsSubdomains: false, trustedProxies: [] },
      roomClock: createTestClock(),
      log: pino({ level: 'silent' }),
      registry: new Registry(),
      pageHeaders: () => ({}),
      timeouts: { keepAliveMs: neverMs, inactiveMs: neverMs, stalledMs: neverMs, ...limits },
    })
    fastify.get('/', async () => 'calm')
    fastify.get('/thoughtful', () => pause(3 * shortTimeoutMs).then(() => 'calm'))
    fastify.get('/long', async () => Buffer.alloc(longBytes))
    fastify.server.on('upgrade', (_, socket: Socket) => {
      // As the WebSocket library does.
      socket.setTimeout(0)
      socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n')
      clients.push(socket)
    })
    await fastify.ready()
    fastify.server.listen(0, '127.0.0.1')
    await once(fastify.server, 'listening')
  }

  function connectClient(): Socket {
    const client = connect((fastify.server.address() as AddressInfo).port, '127.0.0.1')
    client.on('error', () => undefined)
    clients.push(client)
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

  test('an idle connection is closed, with or without earlier requests; an active one stays @full', async () => {
    await start({ keepAliveMs: shortTimeoutMs, inactiveMs: shortTimeoutMs })
    const [resting, silent, busy] = [connectClient(), connectClient(), connectClient()]
    sendRequest(resting)
    let responses = 0
    busy.on('data', () => {
      responses += 1
      void pause(shortTimeoutMs / 5).then(() => busy.writable && sendRequest(busy))
    })
    sendRequest(busy)
    await Promise.all([waitForClose(resting), waitForClose(silent)])
    const before = responses
    await expect.poll(() => responses).toBeGreaterThan(before + 5)
  })

  test('[T59] a stalled reader is reset in time, and its unsent data discarded', async () => {
    const stalledMs = 1_000
    expect(2 * defaultTimeouts.stalledMs).toBeLessThan(35_000)
    await start({ stalledMs })
    const stuck = connectClient()
    const [connection] = (await once(fastify.server, 'connection')) as [Socket]
    sendRequest(stuck, '/long')
    const askedMs = performance.now()
    await once(connection, 'close')
    expect(performance.now() - askedMs).toBeLessThan(4 * stalledMs)
    // Unsent data doesn't follow, however long the client reads.
    let bytes = 0
    stuck.on('data', (part) => (bytes += part.length))
    await waitForClose(stuck)
    expect(bytes).toBeLessThan(longBytes)
  })

  test('a handler may take longer than a client may take nothing of a response @full', async () => {
    await start({ stalledMs: shortTimeoutMs })
    const client = connectClient()
    for (const _ of ['first', 'second']) {
      sendRequest(client, '/thoughtful')
      const [response] = (await once(client, 'data')) as [Buffer]
      expect(response.toString()).toContain('200 OK')
    }
  })

  test('a slow reader of a long response gets all of it @full', async () => {
    // Far above what a loaded machine pauses by itself.
    const stalledMs = 1_500
    await start({ stalledMs })
    const slow = connectClient()
    let bytes = 0
    slow.on('data', (part) => {
      bytes += part.length
      slow.pause()
      void pause(3).then(() => slow.resume())
    })
    const beganMs = performance.now()
    sendRequest(slow, '/long')
    await expect.poll(() => bytes, { timeout: 20_000 }).toBeGreaterThan(longBytes)
    expect(performance.now() - beganMs).toBeGreaterThan(stalledMs)
  })

  test('an upgraded connection is left alone @full', async () => {
    await start({ keepAliveMs: shortTimeoutMs, inactiveMs: shortTimeoutMs })
    const [upgraded, resting] = [connectClient(), connectClient()]
    sendRequest(upgraded, '/', 'Connection: Upgrade\r\nUpgrade: websocket\r\n')
    await once(upgraded, 'data')
    sendRequest(resting)
    await waitForClose(resting)
    expect([upgraded.destroyed, upgraded.readableEnded]).toEqual([false, false])
  })
})

describe('unreadable requests', () => {
  let server: Server
  let ends: Socket[]
  let clients: Socket[]

  beforeEach(async () => {
    ;[ends, clients] = [[], []]
    server = createServer(
      { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 20 },
      (request) => request.resume(),
    )
    server.on('clientError', handleClientError)
    server.on('connection', (socket) => ends.push(socket))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterEach(async () => {
    for (const socket of [...ends, ...clients]) socket.destroy()
    server.close()
    await once(server, 'close')
  })

  /** Sends `beginning`, then byte by byte while the connection accepts them; returns the response. */
  function drip(beginning: string): () => string {
    const client = connect({
      port: (server.address() as AddressInfo).port,
      host: '127.0.0.1',
      allowHalfOpen: true,
    })
    clients.push(client)
    let response = ''
    client.on('error', () => undefined)
    client.on('data', (part) => {
      response += part.toString()
    })
    client.write(beginning)
    const timer = setInterval(() => client.write('x'), 10)
    client.once('close', () => clearInterval(timer))
    return () => response
  }

  const head = 'POST / HTTP/1.1\r\nHost: here\r\n'

  test.each([
    ['heads', `${head}X-Calm: `, '408 Request Timeout'],
    ['bodies', `${head}Content-Length: 100000\r\n\r\n`, '408 Request Timeout'],
    ['bytes that aren’t HTTP', 'CALM\r\n\r\n', '400 Bad Request'],
  ])('[T46] slow %s get an error, and their connections are closed', async (_, beginning, status) => {
    const responses = Array.from({ length: 5 }, () => drip(beginning))
    await expect.poll(() => ends.length).toBe(5)
    await expect.poll(() => ends.filter(({ destroyed }) => !destroyed).length, { timeout: 5_000 }).toBe(0)
    for (const response of responses) await expect.poll(response).toContain(`HTTP/1.1 ${status}`)
  })
})

describe('listening', () => {
  const open = async (config: { host: string; port?: number; listensAtIpv6Loopback?: boolean }) => {
    const server = createServer((_request, response) => response.end('calm'))
    const listening = await listen(server, { port: 0, listensAtIpv6Loopback: false, ...config })
    const close = async () => {
      server.closeAllConnections()
      server.close()
      await listening.close()
    }
    return { ...listening, close }
  }

  test('[OPS-07] listens at 127.0.0.1, and also at [::1] if HOST isn’t set', async () => {
    const { origins, close } = await open({ host: '127.0.0.1', listensAtIpv6Loopback: true })
    expect(origins).toEqual([
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      expect.stringMatching(/^http:\/\/\[::1\]:\d+$/),
    ])
    for (const origin of origins) {
      const response = await fetch(origin, { headers: { connection: 'close' } })
      expect(await response.text()).toBe('calm')
    }
    await close()
    for (const origin of origins) await expect(fetch(origin)).rejects.toThrow('fetch failed')
  })

  test('[OPS-07] skips [::1] if the port is in use there', async () => {
    const taken = createServer().listen(0, '::1')
    await once(taken, 'listening')
    const address = taken.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const { origins, close } = await open({ host: '127.0.0.1', port, listensAtIpv6Loopback: true })
    expect(origins).toEqual([`http://127.0.0.1:${port}`])
    await close()
    taken.close()
  })

  test('[OPS-06] the error for a PORT in use or an invalid HOST names the value', async () => {
    const { origins, close } = await open({ host: '127.0.0.1' })
    const port = Number(new URL(origins[0] ?? '').port)
    await expect(open({ host: '127.0.0.1', port })).rejects.toThrow(`PORT: port ${port} is already in use.`)
    await close()
    await expect(open({ host: 'nohost.invalid' })).rejects.toThrow(`HOST: "nohost.invalid" can't be resolved`)
    await expect(open({ host: '203.0.113.9' })).rejects.toThrow(
      `HOST: "203.0.113.9" isn't an address of this machine.`,
    )
    const denied = Object.assign(new Error('listen EACCES'), { code: 'EACCES' })
    expect(String(describeListenError(denied, { host: '127.0.0.1', port: 80 }))).toContain(
      'PORT: port 80 requires root',
    )
  })
})
