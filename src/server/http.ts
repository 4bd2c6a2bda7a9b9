// Mounts the declared calls: address, limit, guards, parsing, handler, answer; and turns errors into answers.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Answer, Endpoint, Parsed } from '#shared/endpoint.ts'
import { clientAddress, addressKey, isInRanges } from './client-address.ts'
import type { BannedAddresses, Caller, Context, Platform } from './context.ts'
import { firstRefusal, type GuardName } from './guards.ts'
import { compressedAnswers } from './http-compression.ts'
import { createHttpErrors } from './http-errors.ts'
import { parseInput, takeJsonOnly } from './http-input.ts'
import { isLead, type Lead } from './http-lead.ts'
import { createOnce, keyHeader, readKey } from './once.ts'
import type { RateLimiter } from './rate-limit.ts'
import { refuse, refuseAddress } from './refusal.ts'
import { openCookies } from './session-cookie.ts'

const madeMark = Symbol('201')

/** An answer with status 201, for calls that make something. */
export interface Made<Value> {
  readonly [madeMark]: Value
}

/** Marks a handler's answer as newly made, so that it goes out with 201. */
export function made<Value>(value: Value): Made<Value> {
  return { [madeMark]: value }
}

type Handler<E extends Endpoint> = (
  context: Context<E['needs']>,
  input: Parsed<E>,
) => Promise<Answer<E> | Made<Answer<E>> | Lead>

/** The calls of a feature with a handler for each. */
export interface Routes {
  calls: Record<string, Endpoint>
  handlers: Record<string, unknown>
}

/** Joins calls and handlers; one left out, or one that answers another shape, doesn't compile. */
export function routes<Calls extends Record<string, Endpoint>>(
  calls: Calls,
  handlers: { [Name in keyof Calls]: Handler<Calls[Name]> },
): Routes {
  return { calls, handlers }
}

export interface HttpOptions {
  platform: Platform
  limiter: RateLimiter
  /** Finds out who calls, by the session token of the cookie. */
  authenticate(token: string | null, address: string): Promise<Caller>
  bannedAddresses: Pick<BannedAddresses, 'reasonFor'>
  routes: readonly Routes[]
  /** Tests alone: checks every answer against its schema before it is sent. */
  checkAnswers?: boolean
  /** Tests alone: guards that let everything pass, to see the tests go red without them. */
  letPass?: ReadonlySet<GuardName>
}

declare module 'fastify' {
  interface FastifyRequest {
    address: string
    caller: Caller | null
  }
  interface FastifyContextConfig {
    isBeacon?: boolean
  }
}

const jsonMaxBytes = 32 * 1024
const addressMaxChars = 2_048
const bodyWithinMs = 30_000
const handlerWithinMs = 15_000
const callerAllPerMinute = { perMinute: 600, burst: 200 }
const addressAllPerMinute = { perMinute: 3_000, burst: 3_000 }

/** Mounts every call under its method and path, with the answers for unknown paths and wrong verbs. */
export function mountCalls(app: FastifyInstance, options: HttpOptions): void {
  const { config, clock } = options.platform
  app.decorateRequest('address', '')
  app.decorateRequest('caller', null)
  app.addHook('onRequest', async (request, reply) => {
    const forwarded = request.headers['x-forwarded-for']
    request.address = clientAddress(
      request.raw.socket.remoteAddress,
      Array.isArray(forwarded) ? forwarded.join(',') : forwarded,
      config.trustedProxies,
    )
    if (!request.url.startsWith('/api/')) return
    if (request.url.length > addressMaxChars) throw refuse('address_too_long')
    reply.header('cache-control', 'no-store')
    // The browser's clock may be wrong; the countdown and the date go by this one.
    reply.header('x-server-time', String(clock.now()))
    await admitAddress(options, request)
  })
  takeJsonOnly(app)
  createHttpErrors(
    app,
    options.routes.flatMap(({ calls }) => Object.values(calls)),
  )
  for (const { calls, handlers } of options.routes) {
    for (const [name, endpoint] of Object.entries(calls)) {
      mount(app, options, endpoint, handlers[name] as Handler<Endpoint>)
    }
  }
}

function mount(
  app: FastifyInstance,
  options: HttpOptions,
  endpoint: Endpoint,
  handler: Handler<Endpoint>,
): void {
  const { config } = options.platform
  const answerSchema = jsonSchemaOf(endpoint.answer)
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: endpoint.bodyMaxBytes ?? jsonMaxBytes,
    config: { isBeacon: endpoint.isBeacon ?? false, failsTo: endpoint.failsTo },
    ...(endpoint.isCompressed ? { compress: compressedAnswers } : {}),
    // From the first byte on: a large body has its own time to arrive.
    handlerTimeout: handlerWithinMs + ((endpoint.bodyMaxBytes ?? 0) > jsonMaxBytes ? bodyWithinMs : 0),
    schema: answerSchema === null ? {} : { response: { 200: answerSchema, 201: answerSchema } },
    onRequest: async (request) => {
      const caller = await options.authenticate(
        openCookies(config, request.headers.cookie).sessionToken,
        request.address,
      )
      request.caller = caller
      checkCaller(options, endpoint, caller, request)
    },
    handler: async (request, reply) => {
      const { caller } = request
      if (!caller) throw new Error('A handler ran before its guards.')
      const input = parseInput(endpoint, request)
      const key = readKey(endpoint, single(request.headers[keyHeader]))
      const once = createOnce(options.platform, { endpoint, userId: caller.user?.id ?? null, key, input })
      const context = { ...makeContext(options, endpoint, caller, request, reply), once }
      return send(reply, options, endpoint, await handler(context, input))
    },
  })
}

/**
 * Keeps a banned address out, and counts the others. An administrator with a session gets in from anywhere; a session
 * is looked up only as often as the limit lets it.
 */
async function admitAddress(options: HttpOptions, { address, headers }: FastifyRequest): Promise<void> {
  const reason = options.bannedAddresses.reasonFor(address)
  const token = reason === null ? null : openCookies(options.platform.config, headers.cookie).sessionToken
  if (reason !== null && token === null) throw refuseAddress(reason)
  takeToken(options, address, `address:${addressKey(address)}`, addressAllPerMinute)
  if (reason !== null && (await options.authenticate(token, address)).persona !== 'admin') {
    throw refuseAddress(reason)
  }
}

/** Guards and limits, in the fixed order, before anything of the body is read. */
function checkCaller(
  options: HttpOptions,
  endpoint: Endpoint,
  caller: Caller,
  request: FastifyRequest,
): void {
  if (caller.user) takeToken(options, caller.address, `all:${caller.user.id}`, callerAllPerMinute)
  const code = firstRefusal(
    {
      endpoint,
      caller,
      origin: request.headers.origin,
      secFetchSite: single(request.headers['sec-fetch-site']),
      claimedUid: single(request.headers['firebase-uid']),
      allowedOrigins: options.platform.config.allowedOrigins,
    },
    options.letPass ?? new Set(),
  )
  if (code === 'banned') throw refuse('banned', { reason: caller.user?.bannedReason ?? '' })
  if (code !== null) throw refuse(code)
  const callerKey = caller.session ? `uid:${caller.session.uid}` : addressKey(caller.address)
  for (const [index, { per, perMinute, burst }] of (endpoint.limits ?? []).entries()) {
    const key = per === 'caller' ? callerKey : addressKey(caller.address)
    takeToken(options, caller.address, `${endpoint.method} ${endpoint.path} ${index} ${key}`, {
      perMinute,
      burst: burst ?? perMinute,
    })
  }
}

function takeToken(
  { limiter, platform }: HttpOptions,
  address: string,
  key: string,
  size: { perMinute: number; burst: number },
): void {
  if (isInRanges(address, platform.config.limitsExempt)) return
  const retryAfterMs = limiter.take(key, size)
  if (retryAfterMs > 0) throw refuse('rate_limited', { retryAfterMs })
}

function makeContext(
  options: HttpOptions,
  endpoint: Endpoint,
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Omit<Context, 'once'> {
  return {
    ...options.platform,
    log: request.log,
    caller,
    cookies: openCookies(options.platform.config, request.headers.cookie, (value) => {
      reply.header('set-cookie', value)
    }),
    ownOnly: (isOwn) => {
      if (!isOwn && !options.letPass?.has('ownership')) throw refuse('forbidden')
    },
    limit: (key, size) => takeToken(options, caller.address, key, size),
    header: (name, value) => {
      if (!endpoint.answerHeaders?.includes(name)) throw new Error(`${endpoint.path} declares no ${name}.`)
      reply.header(name, String(value))
    },
  }
}

function send(reply: FastifyReply, options: HttpOptions, endpoint: Endpoint, result: unknown): unknown {
  if (isLead(result)) return reply.redirect(result.path, 303)
  const isMade = typeof result === 'object' && result !== null && madeMark in result
  const answer: unknown = isMade ? result[madeMark] : result
  if (options.checkAnswers) z.parse(endpoint.answer, answer)
  if (endpoint.answer instanceof z.ZodMiniNull) return reply.code(204).send()
  reply.code(isMade ? 201 : 200).type('application/json; charset=utf-8')
  return reply.send(answer === null ? 'null' : answer)
}

/** The serializer's schema, which also lets only declared fields out; null for a call without an answer. */
function jsonSchemaOf(answer: z.core.$ZodType): object | null {
  if (answer instanceof z.ZodMiniNull) return null
  const { $schema: _, ...schema } = z.toJSONSchema(answer, {
    target: 'draft-7',
    io: 'output',
    unrepresentable: 'any',
  })
  return schema
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}
