// Error responses: JSON {message, code, parameters?, reason?, issues?}, never a stack.
import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CommonErrorCode } from '#shared/common-errors.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { isAppError, appError, type AppError } from '../app-error.ts'
import { createThrottle } from '../async/throttle.ts'
import { isDatabaseUnavailable } from '../db/database.ts'
import { incrementCount, errorsByCode } from '../metrics/counters.ts'
import { createDatabaseOutageLog, createRejectionLogger } from './request-metrics.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    errorRedirect?: string | undefined
  }
  interface FastifyInstance {
    handleUndecodablePath: ReturnType<typeof createUndecodablePathHandler>
  }
}

const errorCodeByFastifyCode: Record<string, CommonErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid',
  FST_ERR_MAX_PARAM_LENGTH: 'address_too_long',
}

/** Sets the handlers for errors, unknown /api paths and wrong methods. */
export function setErrorHandlers(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const recordOutage = createDatabaseOutageLog()
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const mappedError = toAppError(error)
    request.errorLogFields = mappedError.errorResponse.logFields
    const isOutage = !isAppError(error) && isDatabaseUnavailable(error)
    if (isOutage) recordOutage(request, { reason: error.code, code: mappedError.errorResponse.body.code })
    else request.errorCode = mappedError.errorResponse.body.code
    // An AppError, such as a full queue's, is no failure; nor is a database that can't be reached.
    if (!isAppError(error) && mappedError.errorResponse.body.code === 'internal') {
      request.log.error({ err: error }, 'Request failed.')
    }
    // Fastify would close the connection. The client, or a proxy, still sends, and loses the response by the reset.
    // Node discards the rest of the body.
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') reply.removeHeader('connection')
    // The size of the file, in content-range.
    if (error.statusCode === 416 && 'headers' in error) reply.headers(error.headers as OutgoingHttpHeaders)
    const { errorRedirect } = request.routeOptions.config
    // A call that doesn't exist with this provider has no page to fail to.
    if (errorRedirect === undefined || mappedError.errorResponse.status === 404)
      return sendError(reply, mappedError)
    setErrorHeaders(reply, mappedError)
    return reply.redirect(errorRedirect, 303)
  })
  const paths = endpoints.map(({ method, path }) => ({ method, pattern: pathPattern(path) }))
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const methods = paths.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
    if (methods.length === 0) return sendError(reply, appError('not_found'))
    reply.header(
      'allow',
      [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].join(', '),
    )
    return sendError(reply, appError('method_not_allowed'))
  })
}

/**
 * Returns the function for errors after the time limit's response. The client has its response, so an AppError means
 * nothing any more; others are throttled, as an overloaded node has many.
 */
export function createLateErrorLog(): (request: FastifyRequest, error: unknown) => void {
  const throttle = createThrottle(lateErrorsEveryMs)
  return ({ log }, error) => {
    if (isAppError(error)) return
    const times = throttle('late')
    if (times !== null) log.error({ err: error, times }, 'Request failed after its time limit.')
  }
}

const lateErrorsEveryMs = 10_000

/**
 * Handles requests with an undecodable path, for which the framework runs no hook. `admit` rejects banned addresses
 * and those over their limit.
 */
export function createUndecodablePathHandler(admit: (request: FastifyRequest) => Promise<void>) {
  const logRejection = createRejectionLogger()
  return async (error: FastifyError, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    let mappedError = toAppError(error)
    try {
      await admit(request)
    } catch (thrown) {
      mappedError = toAppError(thrown as FastifyError)
    }
    const { code } = mappedError.errorResponse.body
    sendError(reply, mappedError)
    incrementCount(errorsByCode, code)
    logRejection(code, request, reply)
  }
}

/** Retry-After, and the id under which the log has details. */
function setErrorHeaders(reply: FastifyReply, { errorResponse: { retryAfterMs } }: AppError): void {
  reply.header('x-request-id', reply.request.id)
  if (retryAfterMs !== null) reply.header('retry-after', String(Math.ceil(retryAfterMs / 1000)))
}

function sendError(reply: FastifyReply, mappedError: AppError): FastifyReply {
  const { status, body } = mappedError.errorResponse
  setErrorHeaders(reply, mappedError)
  // Errors must not be cached, even those sent before a call's own headers.
  reply.header('cache-control', 'no-store')
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

function toAppError(error: FastifyError): AppError {
  if (isAppError(error)) return error
  const code = errorCodeByFastifyCode[error.code]
  if (code) return appError(code)
  if (isDatabaseUnavailable(error)) return appError('unavailable', { retryAfterMs: 2_000 })
  if (error.statusCode === 416) return appError('range_not_satisfiable')
  // A system error of the file library has a status, too.
  if (isSystemError(error)) return fromSystemError(error)
  // Invalid JSON arrives as a SyntaxError with its own status.
  if (error.statusCode !== undefined && error.statusCode < 500) return appError('invalid')
  return appError('internal')
}

function isSystemError(error: FastifyError): boolean {
  return 'syscall' in error && /^E[A-Z]/.test(error.code)
}

const tooManyFilesCodes = ['EMFILE', 'ENFILE']

function fromSystemError({ code }: FastifyError): AppError {
  return tooManyFilesCodes.includes(code)
    ? appError('unavailable', { retryAfterMs: 2_000 })
    : appError('internal')
}

function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`)
}
