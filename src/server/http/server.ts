// The HTTP server: creation with its time limits, unreadable requests, listening, and graceful close.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { createServer, Socket, type Server as TcpServer } from 'node:net'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { appError } from '../app-error.ts'
import type { Config } from '../config/config.ts'
import type { Platform } from '../context.ts'
import { limitConnections } from './connection-limits.ts'
import { recordRequests } from './request-metrics.ts'
import { addSecurityHeaders } from './security-headers.ts'

interface ServerOptions {
  config: Parameters<typeof addSecurityHeaders>[1]['config'] & Pick<Config, 'trustedProxies'>
  roomClock: Platform['roomClock']
  log: FastifyBaseLogger
  registry: Registry
  pageHeaders: Parameters<typeof addSecurityHeaders>[1]['pageHeaders']
  /** Tests only: shorter time limits. */
  timeouts?: ConnectionTimeouts
}

interface ConnectionTimeouts {
  keepAliveMs: number
  /** How long a connection may stay silent while a request arrives or its handler runs. */
  inactiveMs: number
  /** How long a client may take nothing of a response. Node may notice only the second time (T59). */
  stalledMs: number
}

export const defaultTimeouts: ConnectionTimeouts = {
  /** Longer than the keep-alive of a proxy before this server. */
  keepAliveMs: 65_000,
  inactiveMs: 30_000,
  stalledMs: 15_000,
}

/** Creates a server without routes, with security headers and metrics for all that will follow. */
export function createHttpServer(options: ServerOptions): FastifyInstance {
  const { config, log, registry, timeouts = defaultTimeouts } = options
  const fastify = Fastify<Server>({
    loggerInstance: log,
    // The framework's own logger would serialize errors in full (T41).
    childLoggerFactory: (_logger, facts) => log.child(facts),
    // Not a counter: the id goes out with errors.
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    logController: new LogController({ disableRequestLogging: true }),
    // The call's schema limits parameters; the framework's own limit would respond in another format.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2_048 },
    requestTimeout: 30_000,
    keepAliveTimeout: timeouts.keepAliveMs,
    connectionTimeout: timeouts.inactiveMs,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
    forceCloseConnections: 'idle',
    // Requests that arrive over open connections during shutdown are still served (F20).
    return503OnClosing: false,
    clientErrorHandler: handleClientError,
    frameworkErrors: (error, request, reply) => {
      addHeaders(request, reply)
      void request.server.handleUndecodablePath(error, request, reply)
    },
  })
  const addHeaders = addSecurityHeaders(fastify, options)
  fastify.server.on('timeout', (socket: Socket) => {
    // A plain destroy leaves unsent data in the kernel for as long as the client likes.
    if (socket.writableLength > 0) socket.resetAndDestroy()
    else socket.destroy()
  })
  fastify.addHook('onSend', (request, _reply, _payload, done) => {
    // Node sets the other limits again after the response. A request of `inject` has no real socket.
    if (request.raw.socket instanceof Socket) request.raw.socket.setTimeout(timeouts.stalledMs)
    done()
  })
  limitConnections(fastify.server, { log, ...config })
  recordRequests(fastify, registry)
  return fastify
}

const clientErrorStatusLines: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/**
 * Responds to bytes that are no HTTP request, or whose head is too long, with the same JSON as other errors. Closes
 * the connection; ignores one already closed.
 */
export function handleClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const body = JSON.stringify(appError('invalid').errorResponse.body)
  // Otherwise it stays half-open for as long as the client keeps sending.
  socket.once('finish', () => socket.destroy())
  socket.end(
    [
      `HTTP/1.1 ${clientErrorStatusLines[error.code ?? ''] ?? '400 Bad Request'}`,
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
      '',
      body,
    ].join('\r\n'),
  )
}

// A whole community reconnects at once.
const acceptBacklog = 4_096

export interface Listening {
  /** Such as http://127.0.0.1:3000; the first is at HOST. */
  origins: readonly string[]
  /** Stops accepting at [::1] and resolves when its last connection has closed. The owner closes `server`. */
  close(): Promise<void>
}

/** Starts listening. Throws a one-sentence error that names HOST or PORT if they can't be used. */
export async function listen(
  server: Server,
  { host, port, listensAtIpv6Loopback }: Pick<Config, 'host' | 'port' | 'listensAtIpv6Loopback'>,
): Promise<Listening> {
  try {
    server.listen({ port, host, backlog: acceptBacklog })
    await once(server, 'listening')
  } catch (error) {
    throw describeListenError(error, { host, port })
  }
  const address = server.address()
  const realPort = typeof address === 'object' && address ? address.port : port
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${realPort}`
  const ipv6Server = listensAtIpv6Loopback ? await listenAtIpv6Loopback(server, realPort) : null
  return {
    origins: ipv6Server === null ? [origin] : [origin, `http://[::1]:${realPort}`],
    close: async () => {
      if (ipv6Server === null) return
      ipv6Server.close()
      await once(ipv6Server, 'close')
    },
  }
}

/** Passes connections at [::1] to the server; null without IPv6, or if the port is taken there. */
async function listenAtIpv6Loopback(server: Server, port: number): Promise<TcpServer | null> {
  const ipv6Server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    server.emit('connection', socket)
  })
  try {
    ipv6Server.listen({ host: '::1', port, backlog: acceptBacklog })
    await once(ipv6Server, 'listening')
    return ipv6Server
  } catch {
    return null
  }
}

/**
 * Describes a listen error to the operator. Not a ConfigError: the port may become free or the name resolve soon,
 * so a restart makes sense.
 */
export function describeListenError(error: unknown, { host, port }: Pick<Config, 'host' | 'port'>): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const message = {
    EADDRINUSE: `PORT: port ${port} is already in use. Stop the other process, or choose another port.`,
    EACCES: `PORT: port ${port} requires root; choose 1024 or higher.`,
    ENOTFOUND: `HOST: "${host}" can't be resolved. Use an address of this machine, 127.0.0.1 or 0.0.0.0.`,
    EAI_AGAIN: `HOST: "${host}" can't be resolved at the moment.`,
    EADDRNOTAVAIL: `HOST: "${host}" isn't an address of this machine.`,
  }[String(code)]
  return message === undefined ? error : new Error(message, { cause: error })
}

const closeIdleEveryMs = 50

/** Stops accepting, and resolves when running requests have their responses; closes each connection once it is idle. */
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
