// Request metrics (counts and latency), and a log line for each request rejected for security.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { counters, incrementCount, errorsByCode } from '../metrics/counters.ts'
import { networkForLog } from '../log.ts'
import { createRejectedRequestLog } from './rejected-request-log.ts'
import { createThrottle } from '../async/throttle.ts'

/** Metrics of one method and route: responses by status class, and latency. */
export interface RouteMetrics {
  method: string
  route: string
  /** By the first digit of the status. */
  responses: Float64Array
  /** Requests that took at most {@link latencyBucketSeconds}; the last bucket is unbounded. */
  buckets: Float64Array
  seconds: number
}

/** Upper bounds of the buckets, except the last, unbounded one. */
export const latencyBucketSeconds = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5,
] as const

declare module 'fastify' {
  interface FastifyRequest {
    /** The error code of the response. */
    errorCode?: string
    /** Extra log fields of that error. */
    errorLogFacts?: object
  }
}

/** Starts recording; returns the function that reads the metrics. Call it before mounting routes. */
export function recordRequests(app: FastifyInstance): () => readonly RouteMetrics[] {
  const metrics = new Map<string, RouteMetrics>()
  const metricsOf = (method: string, route: string): RouteMetrics => {
    const key = `${method} ${route}`
    const existing = metrics.get(key)
    if (existing) return existing
    const created = {
      method,
      route,
      responses: new Float64Array(6),
      buckets: new Float64Array(latencyBucketSeconds.length + 1),
      seconds: 0,
    }
    metrics.set(key, created)
    return created
  }
  const unknown = metricsOf('ANY', 'unknown')
  const logRejection = createRejectionLogger()
  const isDebug = app.log.level === 'debug' || app.log.level === 'trace'

  app.addHook('onRoute', (route) => {
    const method = Array.isArray(route.method) ? 'ANY' : route.method
    const routeMetrics = metricsOf(method, routeName(route.url))
    const onResponse = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
      recordResponse(routeMetrics, reply)
      finish(request, reply)
      done()
    }
    route.onResponse = [...[route.onResponse ?? []].flat(), onResponse]
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (request.is404) {
      recordResponse(unknown, reply)
      finish(request, reply)
    }
    done()
  })
  const finish = (request: FastifyRequest, reply: FastifyReply): void => {
    const { errorCode } = request
    if (errorCode !== undefined) {
      incrementCount(errorsByCode, errorCode)
      logRejection(errorCode, request, reply)
    }
    if (isDebug) request.log.debug(requestLogFields(request, reply), 'Request completed.')
  }
  return () => [...metrics.values()]
}

function recordResponse(metrics: RouteMetrics, reply: FastifyReply): void {
  const seconds = reply.elapsedTime / 1_000
  const status = Math.min(5, Math.trunc(reply.statusCode / 100))
  metrics.responses[status] = (metrics.responses[status] ?? 0) + 1
  metrics.seconds += seconds
  let bucket = 0
  while (bucket < latencyBucketSeconds.length && seconds > (latencyBucketSeconds[bucket] ?? 0)) bucket += 1
  metrics.buckets[bucket] = (metrics.buckets[bucket] ?? 0) + 1
}

/** The route's name in metrics and log lines: contains no client input. */
function routeName(url: string): string {
  if (url.startsWith('/media/:sha256')) return '/media/:sha256'
  return /^\/(api\/|healthz$|readyz$|metrics$)/.test(url) ? url : 'pages and files'
}

/** Only these fields: no full address, no query, no cookie, no body (T41). */
function requestLogFields(request: FastifyRequest, reply: FastifyReply): object {
  return {
    method: request.method,
    route: request.is404 ? 'unknown' : routeName(request.routeOptions.url ?? ''),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    userId: request.caller?.user?.id,
    network: networkForLog(request.address),
  }
}

const unloggedRoutes = new Set(['GET /api/auth/session'])

export function createRejectionLogger(): (
  code: string,
  request: FastifyRequest,
  reply: FastifyReply,
) => void {
  const logRejected = createRejectedRequestLog('Request rejected.')
  return (code, request, reply) => {
    const { statusCode: status } = reply
    const { method } = request
    const route = `${method} ${request.is404 ? 'unknown' : routeName(request.routeOptions.url ?? '')}`
    // Every guest's page makes this request to check for a session.
    if (status === 401 && unloggedRoutes.has(route)) return
    const client = request.caller?.user?.id ?? networkForLog(request.address)
    logRejected(request.log, { code, status, route, client }, () => ({
      ...requestLogFields(request, reply),
      ...request.errorLogFacts,
    }))
  }
}

/** Counts database failures during requests and logs their number once in a while. */
export function createDatabaseOutageLog(): (
  request: FastifyRequest,
  failure: { reason: string; code: string },
) => void {
  const throttle = createThrottle(5_000)
  return (request, { reason, code }) => {
    counters.databaseErrors += 1
    incrementCount(errorsByCode, code)
    const times = throttle('database')
    if (times !== null) {
      const facts = { event: 'database-unavailable', code: reason, times }
      request.log.warn(facts, 'Requests failed: the database is unavailable.')
    }
  }
}
