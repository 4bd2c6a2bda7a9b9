// What goes out when a request fails: JSON {message, code, reason?, issues?}, never a stack.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#shared/endpoint.ts'
import type { RefusalCode } from '#shared/refusals.ts'
import { isDatabaseUnavailable } from './db.ts'
import { countIn, refusals } from './counts.ts'
import { createOutageLog, createSayRefusal } from './http-requests.ts'
import { isRefusal, refuse, type Refusal } from './refusal.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    failsTo?: string | undefined
  }
  interface FastifyInstance {
    refuseUndecodable: ReturnType<typeof createRefuseUndecodable>
  }
}

const fastifyCodes: Record<string, RefusalCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid',
  FST_ERR_MAX_PARAM_LENGTH: 'address_too_long',
}

/** Sets the handlers for errors, unknown /api paths and wrong verbs. */
export function createHttpErrors(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const noteOutage = createOutageLog()
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const refusal = refusalOf(error)
    request.refusedFacts = refusal.refusal.logFacts
    const isOutage = !isRefusal(error) && isDatabaseUnavailable(error)
    if (isOutage) noteOutage(request, { reason: error.code, code: refusal.refusal.body.code })
    else request.refusedWith = refusal.refusal.body.code
    // A refusal of our own, such as that of a full queue, is no failure.
    if (!isRefusal(error) && !isOutage && refusal.refusal.status >= 500) {
      request.log.error({ err: error }, 'A request failed.')
    }
    const { failsTo } = request.routeOptions.config
    // A call that isn't there with this provider is none.
    if (failsTo === undefined || refusal.refusal.status === 404) return sendRefusal(reply, refusal)
    sayMore(reply, refusal)
    return reply.redirect(failsTo, 303)
  })
  const paths = endpoints.map(({ method, path }) => ({ method, pattern: patternOf(path) }))
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const verbs = paths.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
    if (verbs.length === 0) return sendRefusal(reply, refuse('not_found'))
    reply.header(
      'allow',
      [...new Set(verbs.flatMap((verb) => (verb === 'GET' ? ['GET', 'HEAD'] : [verb])))].join(', '),
    )
    return sendRefusal(reply, refuse('method_not_allowed'))
  })
}

/**
 * What refuses a request whose path can't be decoded: the framework runs no hook for it. `admit` refuses banned addresses
 * and those over their limit.
 */
export function createRefuseUndecodable(admit: (request: FastifyRequest) => void | Promise<void>) {
  const logRefusal = createSayRefusal()
  return async (error: FastifyError, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    let refusal = refusalOf(error)
    try {
      await admit(request)
    } catch (thrown) {
      refusal = refusalOf(thrown as FastifyError)
    }
    const { code } = refusal.refusal.body
    sendRefusal(reply, refusal)
    countIn(refusals, code)
    logRefusal(code, request, reply)
  }
}

/** When to try again, and the id under which the log may tell more. */
function sayMore(reply: FastifyReply, { refusal: { retryAfterMs } }: Refusal): void {
  reply.header('x-request-id', reply.request.id)
  if (retryAfterMs !== null) reply.header('retry-after', String(Math.ceil(retryAfterMs / 1000)))
}

function sendRefusal(reply: FastifyReply, refused: Refusal): FastifyReply {
  const { refusal } = refused
  sayMore(reply, refused)
  // Nobody is to keep a refusal, also where it comes before the headers of a call.
  reply.header('cache-control', 'no-store')
  return reply.code(refusal.status).type('application/json; charset=utf-8').send(JSON.stringify(refusal.body))
}

function refusalOf(error: FastifyError): Refusal {
  if (isRefusal(error)) return error
  const code = fastifyCodes[error.code]
  if (code) return refuse(code)
  if (isDatabaseUnavailable(error)) return refuse('unavailable', { retryAfterMs: 2_000 })
  // Broken JSON comes as a plain SyntaxError with a status of its own.
  if (error.statusCode !== undefined && error.statusCode < 500) return refuse('invalid')
  return refuse('internal')
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`)
}
