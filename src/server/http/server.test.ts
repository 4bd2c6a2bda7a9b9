// The timeout of a silent connection on a real server.
import { once } from 'node:events'
import { ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import pino from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { closeHttpServer, createHttpServer } from './server.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('an idle connection is closed after 65 seconds plus at most one polling interval', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  const { fastify } = createHttpServer(
    { log: pino({ level: 'silent' }), config: { trustedProxies: [] } },
    ServerResponse,
  )
  await fastify.ready()
  fastify.server.listen(0, '127.0.0.1')
  await once(fastify.server, 'listening')
  const client = connect((fastify.server.address() as AddressInfo).port, '127.0.0.1')
  const [connection] = (await once(fastify.server, 'connection')) as [typeof client]
  vi.advanceTimersByTime(64_000)
  expect(connection.destroyed).toBe(false)
  vi.advanceTimersByTime(6_000)
  expect(connection.destroyed).toBe(true)
  expect(fastify.server.keepAliveTimeout).toBe(0)
  client.destroy()
  vi.useRealTimers()
  await closeHttpServer(fastify, null)
})
