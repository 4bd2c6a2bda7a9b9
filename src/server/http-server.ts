// The HTTP server itself: how it is made, and how it ends.
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { limitConnections } from './http-connection-limits.ts'
import { reapIdleConnections } from './http-idle-connections.ts'
import { recordRequests, type RouteMetrics } from './http-request-metrics.ts'
import { handleClientError } from './http-client-error.ts'
import { RequestLog } from './http-request-log.ts'
import type { Listening } from './listen.ts'

interface ServerDeps {
  log: FastifyBaseLogger
  config: Pick<Config, 'trustedProxies'>
}

/** Makes a server without routes, whose answers are of this class; `requests` tells what it has answered. */
export function createHttpServer(
  { log, config }: ServerDeps,
  answers: typeof ServerResponse,
): {
  fastify: FastifyInstance
  requests: () => readonly RouteMetrics[]
} {
  const loggerInstance: FastifyBaseLogger = new RequestLog(log, {})
  const fastify: FastifyInstance = Fastify({
    loggerInstance,
    // Nothing that could be counted: it goes out with refusals.
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    logController: new LogController({ disableRequestLogging: true }),
    // A parameter is as long as its schema lets it be; the framework's own refusal would answer in its own words.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2_048 },
    requestTimeout: 30_000,
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 5_000,
      ServerResponse: answers,
    },
    forceCloseConnections: 'idle',
    // What still comes over an open connection while it stops is done like everything before it (F20).
    return503OnClosing: false,
    clientErrorHandler: handleClientError,
    frameworkErrors: (error, request, reply) => void request.server.refuseUndecodable(error, request, reply),
  })
  // The framework would take 0 for none given.
  fastify.server.keepAliveTimeout = 0
  reapIdleConnections(fastify.server)
  limitConnections(fastify.server, { log, ...config })
  return { fastify, requests: recordRequests(fastify) }
}

const closeIdleEveryMs = 50

/** Takes no more requests, and ends once those under way are answered; each connection is closed as soon as it rests. */
export async function closeHttpServer(
  fastify: FastifyInstance,
  listening: Pick<Listening, 'close'> | null,
): Promise<void> {
  const closing = setInterval(() => fastify.server.closeIdleConnections(), closeIdleEveryMs)
  try {
    await Promise.all([fastify.close(), listening?.close()])
  } finally {
    clearInterval(closing)
  }
}
