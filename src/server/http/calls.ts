// Mounts the declared calls: address, limits, guards, parsing, handler and response; errors become responses.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { jsonMaxBytes, type SentResponseOf, type Endpoint, type Parsed } from '#shared/endpoint.ts'
import { isInRanges } from '../addresses/address-ranges.ts'
import { appError } from '../app-error.ts'
import type { Caller, Context } from '../context.ts'
import {
  createAddressAdmission,
  createCallerAdmission,
  createEnforceRateLimit,
  createEnforceSharedRateLimit,
  createClientAddressReader,
  type AdmissionOptions,
  type CountOutcome,
} from './admission.ts'
import { createOpenRequestLimit } from './connection-limits.ts'
import { CallContext, type CallDeps } from './context.ts'
import { createLateErrorLog, setErrorHandlers, createUndecodablePathHandler } from './errors.ts'
import { addBodyParsers, parseRequest } from './parse-request.ts'
import {
  unwrapResponse,
  createResponseSender,
  type Created,
  isRedirect,
  type Redirect,
  responseCompression,
  revalidate,
} from './response.ts'
import { sessionTokenOf } from './session-cookie.ts'
import { createSharedRateLimiter } from './shared-rate-limit.ts'

type Handler<E extends Endpoint> = (
  context: Context<E['needs']>,
  input: Parsed<E>,
) => HandlerResult<E> | Promise<HandlerResult<E>>

type HandlerResult<E extends Endpoint> = SentResponseOf<E> | Created<SentResponseOf<E>> | Redirect

/** A feature's calls with their handlers. */
export interface Routes {
  calls: Record<string, Endpoint>
  handlers: Record<string, unknown>
}

/** Joins calls and handlers; a missing handler or a wrong response type doesn't compile. */
export function defineRoutes<Calls extends Record<string, Endpoint>>(
  calls: Calls,
  handlers: { [Name in keyof Calls]: Handler<Calls[Name]> },
): Routes {
  return { calls, handlers }
}

export interface HttpOptions extends AdmissionOptions {
  routes: readonly Routes[]
  /** Tests only: another limit of the requests in progress per client address. */
  openRequestsMax?: number
  /** Tests only: validates every response against its schema before sending. */
  checkResponses?: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    address: string
    /** Exempt from rate limits. */
    isExempt: boolean
    caller: Caller | null
    /** Null if the call's limits count every outcome, and once its handler has started. */
    countOutcome: CountOutcome | null
  }
}

const requestUrlMaxChars = 2_048
const bodyTimeoutMs = 30_000
const handlerTimeoutMs = 15_000

/** Mounts every call under its method and path, and the responses for unknown paths and wrong methods. */
export function mountCalls(app: FastifyInstance, options: HttpOptions): void {
  const { config } = options.platform
  const takeToken = createEnforceRateLimit(options.limiter)
  const takeSharedToken = createEnforceSharedRateLimit(
    createSharedRateLimiter(options.limiter, options.platform.bus),
  )
  const admitAddress = createAddressAdmission(options, takeToken)
  const readClientAddress = createClientAddressReader(options.platform)
  const setAddress = (request: FastifyRequest): void => {
    request.address = readClientAddress(request.raw)
    request.isExempt = isInRanges(request.address, config.limitsExempt)
    request.caller = null
    request.countOutcome = null
  }
  const limitOpenRequests = createOpenRequestLimit(options.openRequestsMax)
  app.addHook('onRequest', async (request, reply) => {
    setAddress(request)
    limitOpenRequests(request, reply)
    if (!request.url.startsWith('/api/')) return
    if (request.url.length > requestUrlMaxChars) throw appError('address_too_long')
    await admitAddress(request)
  })
  const handleUndecodablePath = createUndecodablePathHandler((request) => {
    setAddress(request)
    return admitAddress(request)
  })
  app.decorate('handleUndecodablePath', handleUndecodablePath)
  const endpoints = options.routes.flatMap(({ calls }) => Object.values(calls))
  addBodyParsers(app, endpoints)
  setErrorHandlers(app, endpoints)
  for (const { calls, handlers } of options.routes) {
    for (const [name, endpoint] of Object.entries(calls)) {
      mountCall(app, {
        ...options,
        takeToken,
        takeSharedToken,
        endpoint,
        handler: handlers[name] as Handler<Endpoint>,
      })
    }
  }
}

interface MountOptions extends HttpOptions, CallDeps {
  handler: Handler<Endpoint>
}

function mountCall(app: FastifyInstance, mount: MountOptions): void {
  const { platform, endpoint, handler, checkResponses = false } = mount
  const bodyMaxBytes = endpoint.bodyMaxBytes ?? jsonMaxBytes
  // A large body gets extra time to arrive.
  const withinMs = handlerTimeoutMs + (bodyMaxBytes > jsonMaxBytes ? bodyTimeoutMs : 0)
  const admitCaller = createCallerAdmission(mount, endpoint, mount)
  const sendResponse = createResponseSender(endpoint)
  const logLateError = createLateErrorLog()
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: bodyMaxBytes,
    config: {
      isBeacon: endpoint.isBeacon ?? false,
      isForServers: endpoint.isForServers ?? false,
      isSilent: endpoint.isSilent ?? false,
      jsonTokensMax: endpoint.jsonTokensMax,
      fileTypes: endpoint.fileTypes,
      errorRedirect: endpoint.errorRedirect,
    },
    compress: endpoint.isCompressed ? responseCompression : false,
    onRequest: async (request, reply) => {
      startDeadline(reply, withinMs)
      const token =
        endpoint.tokenHeader === undefined ? sessionTokenOf(platform.config, request.headers.cookie) : null
      request.caller = await mount.authenticate(token, request.address)
      request.countOutcome = await admitCaller(request.caller, request)
      // A body that couldn't be read never reaches the handler.
      if (request.countOutcome) reply.raw.on('close', () => request.countOutcome?.('refused'))
    },
    ...(endpoint.hasEtag ? { onSend: revalidate } : {}),
    handler: async (request, reply) => {
      const { countOutcome } = request
      request.countOutcome = null
      let result: HandlerResult<Endpoint>
      try {
        const input = parseRequest(endpoint, request)
        result = await handler(new CallContext(mount, { request, reply, input }), input)
        countOutcome?.('carried-out')
      } catch (error) {
        countOutcome?.('refused')
        if (!reply.sent) throw error
        logLateError(request, error)
        return reply
      }
      if (checkResponses && !isRedirect(result)) z.parse(endpoint.response, unwrapResponse(result))
      // A late result, after the time limit's response, is discarded.
      if (!reply.sent) sendResponse(reply, result)
      return reply
    },
  })
}

/**
 * Responds to a late request with a 503, counted from its first byte. Fastify's `handlerTimeout` stops counting once a
 * body has arrived (https://github.com/fastify/fastify/pull/6725).
 */
function startDeadline(reply: FastifyReply, withinMs: number): void {
  const timer = setTimeout(() => {
    // A partly sent response can't be replaced.
    if (reply.raw.headersSent) reply.raw.destroy()
    else if (!reply.sent) reply.send(appError('unavailable'))
  }, withinMs)
  // Listeners that `once` binds outlive their responses: collecting them took a fifth of a call's time.
  reply.raw.on('close', () => clearTimeout(timer))
}
