// The possible responses of a call, from its declaration: the statuses of success and the error codes.
import * as z from 'zod/mini'
import { needsUnlessJoiningIsOpen } from '#server/http/guards.ts'
import { errorSpecOf, type AnyError, type CommonErrorCode } from '#shared/common-errors.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import type { ErrorSpec } from '#shared/errors.ts'
import { can, capabilitiesOf, deniedErrorCode, type Persona } from '#shared/roles.ts'

/** The errors of every call: for the path, rate limits, input, and internal errors. */
const everyCallsErrors: readonly CommonErrorCode[] = [
  'invalid',
  'banned',
  'address_too_long',
  'rate_limited',
  'internal',
  'unavailable',
]
const mutationErrors: readonly CommonErrorCode[] = [
  'bad_origin',
  'payload_too_large',
  'unsupported_media_type',
]

function isPersona(name: string): name is Persona {
  return name in capabilitiesOf
}

/** The roles that may make a call, or may not. */
export function personas({ needs }: Pick<Endpoint, 'needs'>, may: boolean): Persona[] {
  return Object.keys(capabilitiesOf)
    .filter(isPersona)
    .filter((persona) => can(persona, needs) === may)
}

/** The errors of the call, each once. */
export function errorsOf(call: Endpoint): ErrorSpec[] {
  const errors: AnyError[] = [
    ...everyCallsErrors,
    ...(call.method === 'GET' ? [] : mutationErrors),
    ...(call.needs === 'public' ? [] : ['identity_mismatch' as const]),
    ...personas(call, false).map(deniedErrorCode),
    ...(call.isForOpenJoining
      ? personas({ needs: needsUnlessJoiningIsOpen }, false).map(deniedErrorCode)
      : []),
    ...(call.isIdempotent ? ['key_reused' as const] : []),
    ...(call.errors ?? []),
  ]
  return [...new Set(errors.map(errorSpecOf))]
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
  const isDeclared = errorsOf(call).some((error) => error.code === code && error.status === status)
  return isDeclared
    ? null
    : `${call.method} ${call.path} returned ${status} ${String(code)}, which its contract doesn't declare.`
}
