// The HTTP server: creation and graceful close.
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { limitConnections } from './connection-limits.ts'
import { reapIdleConnections } from './idle-connections.ts'
import { recordRequests, type RouteMetrics } from './request-metrics.ts'
import { handleClientError } from './client-error.ts'
import { RequestLog } from './request-log.ts'
import type { Listening } from './listen.ts'

interface ServerDeps {
  log: FastifyBaseLogger
  config: Pick<Config, 'trustedProxies'>
}

/** Creates a server without routes, with this response class; `requests` returns the metrics of its responses. */
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
    // Not a counter: the id goes out with errors.
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    logController: new LogController({ disableRequestLogging: true }),
    // The call's schema limits parameters; the framework's own limit would answer in another format.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2_048 },
    requestTimeout: 30_000,
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 5_000,
      ServerResponse: answers,
    },
    forceCloseConnections: 'idle',
    // Requests that arrive over open connections during shutdown are still served (F20).
    return503OnClosing: false,
    clientErrorHandler: handleClientError,
    frameworkErrors: (error, request, reply) =>
      void request.server.handleUndecodablePath(error, request, reply),
  })
  // The framework would read 0 as unset.
  fastify.server.keepAliveTimeout = 0
  reapIdleConnections(fastify.server)
  limitConnections(fastify.server, { log, ...config })
  return { fastify, requests: recordRequests(fastify) }
}

const closeIdleEveryMs = 50

/** Stops accepting, and resolves when running requests are answered; closes each connection once it is idle. */
export async function closeHttpServer(
  fastify: FastifyInstance,
  listening: Pick<Listening, 'close'> | null,
): Promise<void> {
  const idleCloser = setInterval(() => fastify.server.closeIdleConnections(), closeIdleEveryMs)
  try {
    await Promise.all([fastify.close(), listening?.close()])
  } finally {
    clearInterval(idleCloser)
  }
}
