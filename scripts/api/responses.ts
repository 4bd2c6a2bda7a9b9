// What a call may answer, from its declaration: how it succeeds, and the codes by which it may refuse.
import * as z from 'zod/mini'
import type { Endpoint } from '#shared/endpoint.ts'
import { errorCatalogue, type ErrorCode } from '#shared/error-catalogue.ts'
import { can, capabilitiesOf, deniedErrorCode, type Persona } from '#shared/roles.ts'

/** Address, limits, input and our own faults: any call may give these. */
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

/** The kinds of caller that may make a call, or may not. */
export function personas({ needs }: Pick<Endpoint, 'needs'>, may: boolean): Persona[] {
  return Object.keys(capabilitiesOf)
    .filter(isPersona)
    .filter((persona) => can(persona, needs) === may)
}

/** Every code by which the call may refuse, in the order of the catalogue. */
export function errorCodesOf(call: Endpoint): ErrorCode[] {
  const codes = new Set<string>([
    ...commonErrorCodes,
    ...(call.method === 'GET' ? [] : mutationErrorCodes),
    ...(call.needs === 'public' ? [] : ['identity_mismatch']),
    ...personas(call, false).map(deniedErrorCode),
    ...(call.isRepeatable ? ['key_reused'] : []),
    ...(call.refuses ?? []),
  ])
  return Object.keys(errorCatalogue)
    .filter(isErrorCode)
    .filter((code) => codes.has(code))
}

function isErrorCode(code: string): code is ErrorCode {
  return code in errorCatalogue
}

/** The statuses of success. */
export function successStatusesOf(call: Endpoint): number[] {
  if (call.failsTo !== undefined) return [303]
  if (call.answer instanceof z.ZodMiniNull) return [204]
  return call.makes ? [200, 201] : [200]
}

/** What is wrong with an answer to the call, in a sentence; null when it may be given. */
export function undeclaredResponse(call: Endpoint, status: number, body: unknown): string | null {
  if (successStatusesOf(call).includes(status)) return null
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : null
  const isDeclared = errorCodesOf(call).some(
    (known) => known === code && errorCatalogue[known].status === status,
  )
  return isDeclared
    ? null
    : `${call.method} ${call.path} answered ${status} ${String(code)}, which its contract doesn't declare.`
}
