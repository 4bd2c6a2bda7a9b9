// Mounts the declared calls: address, limit, guards, parsing, handler, answer; and turns errors into answers.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { jsonMaxBytes, type Answer, type Endpoint, type Parsed } from '#shared/endpoint.ts'
import { clientAddress, isInRanges } from './client-address.ts'
import type { Caller, Context } from './context.ts'
import {
  createAdmitAddress,
  createAdmitCaller,
  createTakeToken,
  type AdmissionOptions,
} from './http-admission.ts'
import { answerOf, createSendAnswer, serializerSchemaOf, type Made } from './http-answer.ts'
import { compressedAnswers } from './http-compression.ts'
import { CallContext, type CallMeans } from './http-context.ts'
import { createDeadlines, type Deadlines } from './http-deadlines.ts'
import { createHttpErrors, createRefuseUndecodable } from './http-errors.ts'
import { hook } from './http-hook.ts'
import { addBodyParsers, parseInput } from './http-input.ts'
import { isLead, type Lead } from './http-lead.ts'
import { refuse } from './refusal.ts'
import { sessionTokenOf } from './session-cookie.ts'
import { createProxyWarning } from './untrusted-proxy.ts'

type Handler<E extends Endpoint> = (
  context: Context<E['needs']>,
  input: Parsed<E>,
) => Result<E> | Promise<Result<E>>

type Result<E extends Endpoint> = Answer<E> | Made<Answer<E>> | Lead

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

export interface HttpOptions extends AdmissionOptions {
  routes: readonly Routes[]
  /** Tests alone: checks every answer against its schema before it is sent. */
  checkAnswers?: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    address: string
    /** Whether no limit counts it. */
    isExempt: boolean
    caller: Caller | null
  }
}

const addressMaxChars = 2_048
const bodyWithinMs = 30_000
const handlerWithinMs = 15_000

/** Mounts every call under its method and path, with the answers for unknown paths and wrong verbs. */
export function mountCalls(app: FastifyInstance, options: HttpOptions): void {
  const { config } = options.platform
  const takeToken = createTakeToken(options.limiter)
  const admitAddress = createAdmitAddress(options, takeToken)
  const warnOfProxy = createProxyWarning(options.platform)
  const setAddress = (request: FastifyRequest): void => {
    const { remoteAddress } = request.raw.socket
    const header = request.headers['x-forwarded-for']
    const forwarded = Array.isArray(header) ? header.join(',') : header
    warnOfProxy(remoteAddress, forwarded)
    request.address = clientAddress(remoteAddress, forwarded, config.trustedProxies)
    request.isExempt = isInRanges(request.address, config.limitsExempt)
    request.caller = null
  }
  app.addHook(
    'onRequest',
    hook((request) => {
      setAddress(request)
      if (!request.url.startsWith('/api/')) return
      if (request.url.length > addressMaxChars) throw refuse('address_too_long')
      return admitAddress(request)
    }),
  )
  const refuseUndecodable = createRefuseUndecodable((request) => {
    setAddress(request)
    return admitAddress(request)
  })
  app.decorate('refuseUndecodable', refuseUndecodable)
  const endpoints = options.routes.flatMap(({ calls }) => Object.values(calls))
  addBodyParsers(app, endpoints)
  createHttpErrors(app, endpoints)
  const deadlines = createDeadlines(app)
  for (const { calls, handlers } of options.routes) {
    for (const [name, endpoint] of Object.entries(calls)) {
      mount(app, { ...options, takeToken, deadlines, endpoint, handler: handlers[name] as Handler<Endpoint> })
    }
  }
}

interface Mounting extends HttpOptions, CallMeans {
  deadlines: Deadlines
  handler: Handler<Endpoint>
}

function mount(app: FastifyInstance, mounting: Mounting): void {
  const { platform, endpoint, handler, takeToken, checkAnswers = false } = mounting
  const bodyMaxBytes = endpoint.bodyMaxBytes ?? jsonMaxBytes
  // A large body has its own time to arrive.
  const withinMs = handlerWithinMs + (bodyMaxBytes > jsonMaxBytes ? bodyWithinMs : 0)
  const admitCaller = createAdmitCaller(mounting, endpoint, takeToken)
  const admit = (caller: Caller, request: FastifyRequest): void => {
    request.caller = caller
    admitCaller(caller, request)
  }
  const sendAnswer = createSendAnswer(endpoint)
  const answerSchema = serializerSchemaOf(endpoint.answer)
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: bodyMaxBytes,
    config: {
      isBeacon: endpoint.isBeacon ?? false,
      jsonTokensMax: endpoint.jsonTokensMax,
      fileTypes: endpoint.fileTypes,
      failsTo: endpoint.failsTo,
    },
    compress: endpoint.isCompressed ? compressedAnswers : false,
    schema: answerSchema === null ? {} : { response: { 200: answerSchema, 201: answerSchema } },
    onRequest: hook((request, reply) => {
      // From the first byte on.
      if (endpoint.method !== 'GET') mounting.deadlines.begin(reply, withinMs)
      const token = sessionTokenOf(platform.config, request.headers.cookie)
      const caller = mounting.authenticate(token, request.address)
      if (!(caller instanceof Promise)) return admit(caller, request)
      mounting.deadlines.begin(reply, withinMs)
      return caller.then((found) => admit(found, request))
    }),
    // Not async: a promise less for each request, and the framework needs none.
    handler: (request, reply) => {
      const fail = (error: unknown): void => void reply.send(error)
      const answer = (result: unknown): void => {
        try {
          if (checkAnswers && !isLead(result)) z.parse(endpoint.answer, answerOf(result))
          sendAnswer(reply, result)
        } catch (error) {
          fail(error)
        }
      }
      try {
        const input = parseInput(endpoint, request)
        const result = handler(new CallContext(mounting, { request, reply, input }), input)
        if (!(result instanceof Promise)) return answer(result)
        mounting.deadlines.begin(reply, withinMs)
        result.then(answer, fail)
      } catch (error) {
        fail(error)
      }
    },
  })
}
