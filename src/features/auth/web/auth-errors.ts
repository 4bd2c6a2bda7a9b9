// What a person reads when signing in or up, or asking for a new password, fails (AUTH-07, AUTH-08, AUTH-11).
import { messages } from '#shared/messages.ts'
import type { Issue, ErrorBody } from '#shared/error-body.ts'
import { errorCatalogue } from '#shared/error-catalogue.ts'
import { isCallError } from '#web/call.ts'

/** The texts of the catalogue by the provider's code. */
const errorMessages: Readonly<Record<string, string>> = {
  'invalid-credential': errorCatalogue['invalid-credential'].message,
  'user-not-found': messages.userNotFound,
  'wrong-password': messages.wrongPassword,
  'email-already-in-use': errorCatalogue['email-already-in-use'].message,
  'weak-password': errorCatalogue['weak-password'].message,
}

/** What a provider from outside refused, in the form in which our own server refuses. */
interface ProviderError extends Error {
  readonly fault: ErrorBody
}

export function createProviderError(fault: ErrorBody): ProviderError {
  return Object.assign(new Error(fault.code), { fault })
}

function isProviderError(error: unknown): error is ProviderError {
  return error instanceof Error && 'fault' in error
}

/** What was refused, by whoever it was; null for every other failure. */
export function errorBodyOf(error: unknown): ErrorBody | null {
  if (isProviderError(error)) return error.fault
  return isCallError(error) ? error.refusal : null
}

export const connectionFailedMessage = 'The connection failed. Please try again.'

/** The sentence over the form: the catalogue's, else the provider's own, else the general one. */
export function authErrorMessage(error: unknown): string {
  const refusal = errorBodyOf(error)
  if (refusal === null) return messages.authUnknown
  const { code, reason, message } = refusal
  if (isCallError(error) && error.status === 403 && reason !== undefined) {
    return messages.accessDeniedReason(reason)
  }
  if (Object.hasOwn(errorMessages, code)) return errorMessages[code] ?? messages.authUnknown
  return message || messages.authUnknown
}

export interface ResetFailure {
  message: string
  /** Whether it is about the address, and belongs beside its field. */
  isAboutEmail: boolean
}

/** Why no reset mail was sent (AUTH-11). */
export function toResetFailure(error: unknown): ResetFailure {
  const code = errorBodyOf(error)?.code
  if (code === 'user-not-found') return { message: messages.resetUserNotFound, isAboutEmail: true }
  if (code === 'invalid-email' || authIssues(error).some(({ path }) => path === 'email')) {
    return { message: messages.resetInvalidEmail, isAboutEmail: true }
  }
  return { message: messages.resetFailed, isAboutEmail: false }
}

/** Whether the secret of a mailed link opens nothing any more. */
export function isInvalidLinkError(error: unknown): boolean {
  const code = errorBodyOf(error)?.code
  return code === 'invalid-link' || authIssues(error).some(({ path }) => path === 'token')
}

/** What stands beside the fields. */
export function authIssues(error: unknown): readonly Issue[] {
  return errorBodyOf(error)?.issues ?? []
}
