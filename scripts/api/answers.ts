// What a call may answer, from its declaration: how it succeeds, and the codes by which it may refuse.
import * as z from 'zod/mini'
import type { Endpoint } from '#shared/endpoint.ts'
import { refusals, type RefusalCode } from '#shared/refusals.ts'
import { can, capabilitiesOf, refusalFor, type Persona } from '#shared/roles.ts'

/** Address, limits, input and our own faults: any call may give these. */
const always: readonly RefusalCode[] = [
  'invalid',
  'banned',
  'address_too_long',
  'rate_limited',
  'internal',
  'unavailable',
]
const ofChanges: readonly RefusalCode[] = ['bad_origin', 'payload_too_large', 'unsupported_media_type']

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
export function refusalCodesOf(call: Endpoint): RefusalCode[] {
  const codes = new Set<string>([
    ...always,
    ...(call.method === 'GET' ? [] : ofChanges),
    ...(call.needs === 'public' ? [] : ['identity_mismatch']),
    ...personas(call, false).map(refusalFor),
    ...(call.isRepeatable ? ['key_reused'] : []),
    ...(call.refuses ?? []),
  ])
  return Object.keys(refusals)
    .filter(isRefusalCode)
    .filter((code) => codes.has(code))
}

function isRefusalCode(code: string): code is RefusalCode {
  return code in refusals
}

/** The statuses of success. */
export function successStatusesOf(call: Endpoint): number[] {
  if (call.failsTo !== undefined) return [303]
  if (call.answer instanceof z.ZodMiniNull) return [204]
  return call.makes ? [200, 201] : [200]
}

/** What is wrong with an answer to the call, in a sentence; null when it may be given. */
export function strayAnswer(call: Endpoint, status: number, body: unknown): string | null {
  if (successStatusesOf(call).includes(status)) return null
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : null
  const isDeclared = refusalCodesOf(call).some((known) => known === code && refusals[known].status === status)
  return isDeclared
    ? null
    : `${call.method} ${call.path} answered ${status} ${String(code)}, which its contract doesn't declare.`
}
