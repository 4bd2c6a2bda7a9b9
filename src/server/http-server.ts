// The HTTP server itself: how it is made, and how it ends.
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { createRequestIds, noteRequests, type RouteFigures } from './http-requests.ts'
import { answerUnreadable } from './http-unreadable.ts'

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
