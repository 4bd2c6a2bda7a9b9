// What is noted of every request: how long it took, and, where it was refused for its security, by a line.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { counters, incrementCount, errorsByCode } from './metrics/counters.ts'
import { networkForLog } from './log.ts'
import { createRejectedRequestLog } from './rejected-request-log.ts'
import { createThrottle } from './throttle.ts'

/** Of one method and route: how many answers of each hundred of statuses, and how long they took. */
export interface RouteMetrics {
  method: string
  route: string
  /** By the first digit of the status. */
  answers: Float64Array
  /** How many took at most as long as {@link latencyBucketSeconds} says; the last: any time. */
  buckets: Float64Array
  seconds: number
}

/** The ends of the buckets, but for the last, which has none. */
export const latencyBucketSeconds = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5,
] as const

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the refusal that it was answered with. */
    refusedWith?: string
    /** What the log says of that refusal besides. */
    refusedFacts?: object
  }
}

/** Begins to note; answers what was noted. To be called before any route is mounted. */
export function recordRequests(app: FastifyInstance): () => readonly RouteMetrics[] {
  const figures = new Map<string, RouteMetrics>()
  const figuresOf = (method: string, route: string): RouteMetrics => {
    const key = `${method} ${route}`
    const found = figures.get(key)
    if (found) return found
    const made = {
      method,
      route,
      answers: new Float64Array(6),
      buckets: new Float64Array(latencyBucketSeconds.length + 1),
      seconds: 0,
    }
    figures.set(key, made)
    return made
  }
  const unknown = figuresOf('ANY', 'unknown')
  const sayRefusal = createRejectionLogger()
  const isDebug = app.log.level === 'debug' || app.log.level === 'trace'

  app.addHook('onRoute', (route) => {
    const method = Array.isArray(route.method) ? 'ANY' : route.method
    const mine = figuresOf(method, routeName(route.url))
    const note = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
      recordResponse(mine, reply)
      finish(request, reply)
      done()
    }
    route.onResponse = [...[route.onResponse ?? []].flat(), note]
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (request.is404) {
      recordResponse(unknown, reply)
      finish(request, reply)
    }
    done()
  })
  const finish = (request: FastifyRequest, reply: FastifyReply): void => {
    const { refusedWith } = request
    if (refusedWith !== undefined) {
      incrementCount(errorsByCode, refusedWith)
      sayRefusal(refusedWith, request, reply)
    }
    if (isDebug) request.log.debug(requestLogFields(request, reply), 'answered')
  }
  return () => [...figures.values()]
}

function recordResponse(figures: RouteMetrics, reply: FastifyReply): void {
  const seconds = reply.elapsedTime / 1_000
  const status = Math.min(5, Math.trunc(reply.statusCode / 100))
  figures.answers[status] = (figures.answers[status] ?? 0) + 1
  figures.seconds += seconds
  let bucket = 0
  while (bucket < latencyBucketSeconds.length && seconds > (latencyBucketSeconds[bucket] ?? 0)) bucket += 1
  figures.buckets[bucket] = (figures.buckets[bucket] ?? 0) + 1
}

/** What a route is called in figures and lines: nothing that anybody has chosen. */
function routeName(url: string): string {
  if (url.startsWith('/media/:sha256')) return '/media/:sha256'
  return /^\/(api\/|healthz$|readyz$|metrics$)/.test(url) ? url : 'pages and files'
}

/** Only what is on this list: no address in full, no query, no cookie, no body (T41). */
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

/** Says who was refused. */
export function createRejectionLogger(): (
  code: string,
  request: FastifyRequest,
  reply: FastifyReply,
) => void {
  const say = createRejectedRequestLog('A request was refused.')
  return (code, request, reply) => {
    const { statusCode: status } = reply
    const { method } = request
    const where = `${method} ${request.is404 ? 'unknown' : routeName(request.routeOptions.url ?? '')}`
    // So every visitor's page learns that nobody is signed in.
    if (status === 401 && unloggedRoutes.has(where)) return
    const who = request.caller?.user?.id ?? networkForLog(request.address)
    say(request.log, { code, status, where, who }, () => ({
      ...requestLogFields(request, reply),
      ...request.refusedFacts,
    }))
  }
}

/** Counts a failure of the database that a request met, and says once in a while how many there were. */
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
      const facts = { event: 'database-away', code: reason, times }
      request.log.warn(facts, 'The database did not answer requests.')
    }
  }
}
