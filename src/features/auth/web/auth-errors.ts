// What a person reads when signing in or up, or asking for a new password, fails (AUTH-07, AUTH-08, AUTH-11).
import { messages } from '#shared/messages.ts'
import type { Issue, RefusalBody } from '#shared/refusal-body.ts'
import { refusals } from '#shared/refusals.ts'
import { isCallError } from '#web/call.ts'

/** The texts of the catalogue by the provider's code. */
const catalogue: Readonly<Record<string, string>> = {
  'invalid-credential': refusals['invalid-credential'].message,
  'user-not-found': messages.userNotFound,
  'wrong-password': messages.wrongPassword,
  'email-already-in-use': refusals['email-already-in-use'].message,
  'weak-password': refusals['weak-password'].message,
}

/** What a provider from outside refused, in the form in which our own server refuses. */
interface ProviderFault extends Error {
  readonly fault: RefusalBody
}

export function providerFault(fault: RefusalBody): ProviderFault {
  return Object.assign(new Error(fault.code), { fault })
}

function isProviderFault(error: unknown): error is ProviderFault {
  return error instanceof Error && 'fault' in error
}

/** What was refused, by whoever it was; null for every other failure. */
export function refusalIn(error: unknown): RefusalBody | null {
  if (isProviderFault(error)) return error.fault
  return isCallError(error) ? error.refusal : null
}

export const noConnection = 'The connection failed. Please try again.'

/** The sentence over the form: the catalogue's, else the provider's own, else the general one. */
export function authErrorText(error: unknown): string {
  const refusal = refusalIn(error)
  if (refusal === null) return messages.authUnknown
  const { code, reason, message } = refusal
  if (isCallError(error) && error.status === 403 && reason !== undefined) {
    return messages.accessDeniedReason(reason)
  }
  if (Object.hasOwn(catalogue, code)) return catalogue[code] ?? messages.authUnknown
  return message || messages.authUnknown
}

export interface ResetFailure {
  message: string
  /** Whether it is about the address, and belongs beside its field. */
  isAboutEmail: boolean
}

/** Why no reset mail was sent (AUTH-11). */
export function resetFailure(error: unknown): ResetFailure {
  const code = refusalIn(error)?.code
  if (code === 'user-not-found') return { message: messages.resetUserNotFound, isAboutEmail: true }
  if (code === 'invalid-email' || authIssues(error).some(({ path }) => path === 'email')) {
    return { message: messages.resetInvalidEmail, isAboutEmail: true }
  }
  return { message: messages.resetFailed, isAboutEmail: false }
}

/** Whether the secret of a mailed link opens nothing any more. */
export function isDeadLink(error: unknown): boolean {
  const code = refusalIn(error)?.code
  return code === 'invalid-link' || authIssues(error).some(({ path }) => path === 'token')
}

/** What stands beside the fields. */
export function authIssues(error: unknown): readonly Issue[] {
  return refusalIn(error)?.issues ?? []
}
