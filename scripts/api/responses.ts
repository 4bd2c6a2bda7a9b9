// The possible responses of a call, from its declaration: the statuses of success and the error codes.
import * as z from 'zod/mini'
import type { Endpoint } from '#shared/endpoint.ts'
import { errorCatalogue, type ErrorCode } from '#shared/error-catalogue.ts'
import { can, capabilitiesOf, deniedErrorCode, type Persona } from '#shared/roles.ts'

/** Error codes of every call: for the path, rate limits, input, and internal errors. */
const commonErrorCodes: readonly ErrorCode[] = [
  'invalid',
  'banned',
  'address_too_long',
  'rate_limited',
  'internal',
  'unavailable',
]
const mutationErrorCodes: readonly ErrorCode[] = ['bad_origin', 'payload_too_large', 'unsupported_media_type']

function isPersona(name: string): name is Persona {
  return name in capabilitiesOf
}

/** The roles that may make a call, or may not. */
export function personas({ needs }: Pick<Endpoint, 'needs'>, may: boolean): Persona[] {
  return Object.keys(capabilitiesOf)
    .filter(isPersona)
    .filter((persona) => can(persona, needs) === may)
}

/** The error codes of the call, in catalogue order. */
export function errorCodesOf(call: Endpoint): ErrorCode[] {
  const codes = new Set<string>([
    ...commonErrorCodes,
    ...(call.method === 'GET' ? [] : mutationErrorCodes),
    ...(call.needs === 'public' ? [] : ['identity_mismatch']),
    ...personas(call, false).map(deniedErrorCode),
    ...(call.isIdempotent ? ['key_reused'] : []),
    ...(call.errorCodes ?? []),
  ])
  return Object.keys(errorCatalogue)
    .filter(isErrorCode)
    .filter((code) => codes.has(code))
}

function isErrorCode(code: string): code is ErrorCode {
  return code in errorCatalogue
}

/** The success statuses of the call. */
export function successStatusesOf(call: Endpoint): number[] {
  if (call.errorRedirect !== undefined) return [303]
  if (call.response instanceof z.ZodMiniNull) return [204]
  return call.creates ? [200, 201] : [200]
}

/** Why the declaration doesn't allow a response, in a sentence; null if it does. */
export function undeclaredResponse(call: Endpoint, status: number, body: unknown): string | null {
  if (successStatusesOf(call).includes(status)) return null
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : null
  const isDeclared = errorCodesOf(call).some(
    (known) => known === code && errorCatalogue[known].status === status,
  )
  return isDeclared
    ? null
    : `${call.method} ${call.path} returned ${status} ${String(code)}, which its contract doesn't declare.`
}
