// The HTTP server itself, and what it answers about itself: whether it lives, whether it is ready, and its figures.
import { createHash, timingSafeEqual } from 'node:crypto'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
} from 'fastify'
import { isLoopback, type Config } from './config.ts'
import type { Platform } from './context.ts'
import { createRequestIds, noteRequests, type RouteFigures } from './http-requests.ts'
import { answerUnreadable } from './http-unreadable.ts'
import { countedMetrics, gauge, metricsText, watchProcess, type Metric } from './metrics.ts'
import { poolFigures } from './sql-pool.ts'

/** Makes a server without routes; `requests` tells what it has answered. */
export function createHttpServer(log: FastifyBaseLogger): {
  fastify: FastifyInstance
  requests: () => readonly RouteFigures[]
} {
  const fastify: FastifyInstance = Fastify({
    loggerInstance: log,
    genReqId: createRequestIds(),
    requestIdHeader: false,
    logController: new LogController({ disableRequestLogging: true }),
    // A parameter is as long as its schema lets it be; the framework's own refusal would answer in its own words.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2_048 },
    connectionTimeout: 30_000,
    requestTimeout: 30_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    // What still comes over an open connection while it stops is done like everything before it (F20).
    return503OnClosing: false,
    clientErrorHandler: answerUnreadable,
  })
  return { fastify, requests: noteRequests(fastify) }
}

const closeIdleEveryMs = 50

/** Takes no more requests, and ends once those under way are answered; each connection is closed as soon as it rests. */
export async function closeHttpServer(fastify: FastifyInstance): Promise<void> {
  const closing = setInterval(() => fastify.server.closeIdleConnections(), closeIdleEveryMs)
  try {
    await fastify.close()
  } finally {
    clearInterval(closing)
  }
}

/** What {@link mountHealth} asks besides the platform. */
interface HealthOptions {
  platform: Platform
  requests: () => readonly RouteFigures[]
  isStopping: () => boolean
  /** Of the sockets and whatever else there is. */
  figures: () => Metric[]
}

/** Whether the process lives, whether it can do its work, and its figures (OPS-13). */
export function mountHealth(fastify: FastifyInstance, options: HealthOptions): void {
  const { platform, requests, isStopping, figures } = options
  const { config, database, bus } = platform
  const watched = watchProcess()
  fastify.addHook('onClose', async () => watched.stop())
  fastify.get('/healthz', async () => ({ status: 'ok' }))
  fastify.get('/readyz', async (_request, reply) => {
    if (isStopping()) return reply.code(503).send({ status: 'stopping', missing: [] })
    const [databaseAnswers, busAnswers] = await Promise.all([database.isAlive(), bus.isAlive()])
    const missing = [...(databaseAnswers ? [] : ['database']), ...(busAnswers ? [] : ['bus'])]
    if (missing.length > 0) return reply.code(503).send({ status: 'unavailable', missing })
    return { status: 'ok' }
  })
  fastify.get('/metrics', async (request, reply) => {
    if (!mayRead(request, config)) {
      return reply.code(403).send({ code: 'forbidden', message: 'The figures are for the operator.' })
    }
    const busAnswers = await bus.isAlive()
    const all = [
      ...watched.read(),
      ...countedMetrics(),
      ...figures(),
      ...poolMetrics(),
      gauge('stillwater_bus_up', 'Whether the bus answers.', busAnswers ? 1 : 0),
      gauge('stillwater_stopping', 'Whether it is being stopped.', isStopping() ? 1 : 0),
    ]
    return reply
      .header('cache-control', 'no-store')
      .type('text/plain; version=0.0.4; charset=utf-8')
      .send(metricsText(all, requests()))
  })
}

function poolMetrics(): Metric[] {
  const { open, idle, waiting } = poolFigures()
  return [
    gauge('stillwater_database_connections', 'Connections to the database, by what they do.', [
      [{ state: 'busy' }, open - idle],
      [{ state: 'idle' }, idle],
    ]),
    gauge('stillwater_database_pool_waiting', 'Statements that wait for a connection.', waiting),
  ]
}

/** Whether the caller knows the token, or, where none is set, is on this machine and came through no proxy. */
function mayRead(request: FastifyRequest, { metricsToken }: Config): boolean {
  if (metricsToken !== null) return isSame(request.headers.authorization ?? '', `Bearer ${metricsToken}`)
  // A proxy on this machine says that it is one, even where nobody has named it as trusted.
  const proxied = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']
  return isLoopback(request.address) && proxied.every((name) => request.headers[name] === undefined)
}

/** Takes as long for every guess. */
function isSame(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => createHash('sha256').update(text).digest())
  return first !== undefined && second !== undefined && timingSafeEqual(first, second)
}
