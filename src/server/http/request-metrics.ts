// Request metrics (counts and latency), and a log line for each request rejected for security.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, Histogram, type Registry } from 'prom-client'
import { createThrottle } from '../async/throttle.ts'
import type { Platform } from '../context.ts'
import { networkForLog } from '../log.ts'
import { counters, incrementCount, errorsByCode } from '../metrics/counters.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    isSilent?: boolean
  }
  interface FastifyRequest {
    /** The error code of the response. */
    errorCode?: string
    /** Extra log fields of that error. */
    errorLogFields?: object
  }
}

/** Starts recording in the registry. Call it before mounting routes. */
export function recordRequests(app: FastifyInstance, registry: Registry): void {
  const requests = new Counter({
    name: 'stillwater_http_requests_total',
    help: 'HTTP requests by method, route and status class.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'stillwater_http_request_seconds',
    help: 'HTTP request duration in seconds.',
    labelNames: ['method', 'route'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  const logRejection = createRejectionLogger()
  const isDebug = app.log.level === 'debug' || app.log.level === 'trace'
  app.addHook('onResponse', (request, reply, done) => {
    const { errorCode } = request
    // Of silent calls only failures of the server count, among those of unknown routes (T64).
    if (!isSilent(request) || reply.statusCode >= 500) {
      const route = routeName(request)
      const method = methodName(request)
      requests.inc({ method, route, status: `${Math.trunc(reply.statusCode / 100)}xx` })
      durations.observe({ method, route }, reply.elapsedTime / 1_000)
      if (errorCode !== undefined) incrementCount(errorsByCode, errorCode)
    }
    if (errorCode !== undefined) logRejection(errorCode, request, reply)
    if (isDebug) request.log.debug(requestLogFields(request, reply), 'Request completed.')
    done()
  })
}

function isSilent(request: FastifyRequest): boolean {
  return request.routeOptions.config.isSilent === true
}

/** The method in metrics and log lines; that of an unknown route is the client's choice. */
function methodName(request: FastifyRequest): string {
  return request.is404 || isSilent(request) ? 'ANY' : request.method
}

/** The route's name in metrics and log lines: contains no client input, and names no silent call. */
function routeName(request: FastifyRequest): string {
  if (request.is404 || isSilent(request)) return 'unknown'
  const { url = '' } = request.routeOptions
  if (url.startsWith('/media/:sha256')) return '/media/:sha256'
  return /^\/(api\/|healthz$|readyz$|metrics$)/.test(url) ? url : 'pages and files'
}

/** Only these fields: no full address, no query, no cookie, no body (T41). */
function requestLogFields(request: FastifyRequest, reply: FastifyReply): object {
  return {
    method: request.is404 ? request.method : methodName(request),
    route: routeName(request),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    userId: isSilent(request) ? undefined : request.caller?.user?.id,
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
    const route = `${methodName(request)} ${routeName(request)}`
    // Every guest's page makes this request to check for a session.
    if (status === 401 && unloggedRoutes.has(route)) return
    const client = request.caller?.user?.id ?? networkForLog(request.address)
    logRejected(request.log, { code, status, route, client }, () => ({
      ...requestLogFields(request, reply),
      ...request.errorLogFields,
    }))
  }
}

const logEveryMs = 10_000

/** Rejections with the same fields are throttled together. */
interface RejectedRequest {
  code: string
  status: number
  /** Method and route, such as 'GET /api/admin/users'. */
  route: string
  /** The member's id, or the network of an anonymous client. */
  client: number | string
}

const eventsByStatus: Readonly<Record<number, string>> = {
  401: 'refused',
  403: 'refused',
  429: 'limited',
  503: 'overloaded',
}

/**
 * Logs a rejection by 401, 403, 429 or 503, unless the same one was logged in the last ten seconds. A 503 is
 * throttled for all clients together, as an overloaded node rejects everyone.
 */
export function createRejectedRequestLog(
  message: string,
): (log: Pick<Platform['log'], 'warn'>, rejection: RejectedRequest, facts: () => object) => void {
  const throttle = createThrottle(logEveryMs)
  return (log, { code, status, route, client }, facts) => {
    const event = eventsByStatus[status]
    if (event === undefined) return
    const times = throttle(status === 503 ? `${code} ${route}` : `${code} ${route} ${client}`)
    if (times !== null) log.warn({ event, code, ...facts(), times }, message)
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
