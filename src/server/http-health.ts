// Health endpoints: liveness, readiness and metrics.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopback, type Config } from './config.ts'
import type { Platform } from './context.ts'
import { requestHook } from './http-request-hook.ts'
import type { RouteMetrics } from './http-request-metrics.ts'
import { counterMetrics, poolMetrics, createProcessMetrics } from './metrics/process.ts'
import { gauge, formatMetrics, type Metric } from './metrics/prometheus.ts'
import { appError } from './app-error.ts'
import { databaseFacts } from './sql.ts'

interface HealthOptions {
  platform: Platform
  requests: () => readonly RouteMetrics[]
  isStopping: () => boolean
  /** Metrics of the sockets and other parts. */
  metrics: () => Metric[]
}

/** Mounts liveness, readiness and metrics (OPS-13). */
export async function mountHealth(fastify: FastifyInstance, options: HealthOptions): Promise<void> {
  const { platform, requests, isStopping, metrics } = options
  const { config, bus } = platform
  const { version } = await databaseFacts(platform.database.query)
  const bundled = config.databaseUrl === null
  const missingParts = createReadinessCheck(platform)
  const watched = createProcessMetrics()
  fastify.addHook('onClose', async () => watched.stop())
  // An old state is useless: no caching.
  const now = { onRequest: requestHook((_request, reply) => void reply.header('cache-control', 'no-store')) }
  fastify.get('/healthz', now, async () => ({ status: 'ok' }))
  fastify.get('/readyz', now, async (_request, reply) => {
    if (isStopping()) return reply.code(503).send({ status: 'stopping', missing: [] })
    const missing = await missingParts()
    if (missing.length > 0) return reply.code(503).send({ status: 'unavailable', missing })
    return { status: 'ok' }
  })
  fastify.get('/metrics', now, async (request, reply) => {
    if (!canReadMetrics(request, config))
      throw appError('forbidden', { message: 'Metrics are for the operator only.' })
    const busAnswers = await bus.isAlive()
    const all = [
      ...watched.read(),
      ...counterMetrics(),
      ...metrics(),
      ...poolMetrics(),
      gauge(
        'stillwater_database_info',
        'PostgreSQL version at startup, and whether the bundled server is used.',
        [[{ version, bundled: String(bundled) }, 1]],
      ),
      gauge('stillwater_bus_up', 'Whether the message bus responds (1) or not (0).', busAnswers ? 1 : 0),
      gauge(
        'stillwater_stopping',
        'Whether the server is shutting down (1) or not (0).',
        isStopping() ? 1 : 0,
      ),
    ]
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(formatMetrics(all, requests()))
  })
}

const readinessCacheMs = 200

/**
 * Returns the parts that don't respond. Runs at most five times a second; concurrent callers share the result
 * (T61).
 */
function createReadinessCheck({ database, bus }: Platform): () => Promise<string[]> {
  const ask = async (): Promise<string[]> => {
    const [databaseAnswers, busAnswers] = await Promise.all([database.isAlive(), bus.isAlive()])
    return [...(databaseAnswers ? [] : ['database']), ...(busAnswers ? [] : ['bus'])]
  }
  let asked: { answer: Promise<string[]>; untilMs: number } | null = null
  return () => {
    if (asked && performance.now() < asked.untilMs) return asked.answer
    const mine = { answer: ask(), untilMs: Infinity }
    asked = mine
    void mine.answer.finally(() => {
      mine.untilMs = performance.now() + readinessCacheMs
    })
    return mine.answer
  }
}

/** Whether the caller has the token or, if none is set, is on this machine and not behind a proxy. */
function canReadMetrics(request: FastifyRequest, { metricsToken }: Config): boolean {
  if (metricsToken !== null)
    return isEqualConstantTime(request.headers.authorization ?? '', `Bearer ${metricsToken}`)
  return isLoopback(request.address) && isLoopback(requestHost(request)) && !isProxied(request)
}

/** The requested host name, without brackets. */
function requestHost({ hostname }: FastifyRequest): string {
  return hostname.replace(/^\[|\]$/g, '')
}

const proxyHeader =
  /^(?:x-forwarded(?:-.*)?|x-original-.*|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-.*|forwarded|via)$/

/** Whether proxy headers are present, even on this machine and from a proxy that TRUSTED_PROXIES doesn't name. */
function isProxied({ headers }: FastifyRequest): boolean {
  return Object.keys(headers).some((name) => proxyHeader.test(name))
}

/** Constant-time comparison. */
function isEqualConstantTime(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => createHash('sha256').update(text).digest())
  return first !== undefined && second !== undefined && timingSafeEqual(first, second)
}
