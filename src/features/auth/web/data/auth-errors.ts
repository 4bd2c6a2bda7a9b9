// Auth error messages for sign-in, sign-up and password reset (AUTH-07, AUTH-08, AUTH-11).
import type { Issue, ErrorBody } from '#shared/error-body.ts'
import { t, translate } from '#shared/i18n/t.ts'
import { isCallError } from '#web/call.ts'
import { messages } from '#web/i18n/messages.ts'
import { authErrors } from '../../errors.ts'

/** Catalog messages by provider error code. */
const errorMessages: Readonly<Record<string, string>> = {
  'invalid-credential': translate(authErrors['invalid-credential'].message),
  'user-not-found': messages.userNotFound,
  'wrong-password': messages.wrongPassword,
  'email-already-in-use': translate(authErrors['email-already-in-use'].message),
  'weak-password': translate(authErrors['weak-password'].message),
}

/** An external provider's error, in the server's error format. */
interface ProviderError extends Error {
  readonly body: ErrorBody
}

export function createProviderError(body: ErrorBody): ProviderError {
  return Object.assign(new Error(body.code), { body })
}

function isProviderError(error: unknown): error is ProviderError {
  return error instanceof Error && 'body' in error
}

/** The error body from the server or the provider; null for other failures. */
export function errorBodyOf(error: unknown): ErrorBody | null {
  if (isProviderError(error)) return error.body
  return isCallError(error) ? error.errorBody : null
}

/** After a proof of identity, a visitor without a session can only mean this. */
export const cookieRefusedMessage = t(
  'Your browser didn’t keep the sign-in cookie. Please allow cookies for this site.',
)

export const connectionFailedMessage = t('The connection failed. Please try again.')

/** The message above the form: the catalog's, else the provider's, else the generic one. */
export function authErrorMessage(error: unknown): string {
  const errorBody = errorBodyOf(error)
  if (errorBody === null) return messages.authUnknown
  const { code, reason, message } = errorBody
  if (isCallError(error) && error.status === 403 && reason !== undefined) {
    return messages.accessDeniedReason(reason)
  }
  if (Object.hasOwn(errorMessages, code)) return errorMessages[code] ?? messages.authUnknown
  return message || messages.authUnknown
}

export interface ResetFailure {
  message: string
  /** Whether the error concerns the address and belongs next to its field. */
  isAboutEmail: boolean
}

/** Maps an error to the reason why no reset mail was sent (AUTH-11). */
export function toResetFailure(error: unknown): ResetFailure {
  const code = errorBodyOf(error)?.code
  if (code === 'user-not-found') return { message: messages.resetUserNotFound, isAboutEmail: true }
  if (code === 'invalid-email' || authIssues(error).some(({ path }) => path === 'email')) {
    return { message: messages.resetInvalidEmail, isAboutEmail: true }
  }
  return { message: messages.resetFailed, isAboutEmail: false }
}

/** Whether a mailed link is invalid or expired. */
export function isInvalidLinkError(error: unknown): boolean {
  const code = errorBodyOf(error)?.code
  return code === 'invalid-link' || authIssues(error).some(({ path }) => path === 'token')
}

/** Issues to show next to the fields. */
export function authIssues(error: unknown): readonly Issue[] {
  return errorBodyOf(error)?.issues ?? []
}

/** The same for a form with the field `newPassword`: a weak one is an issue of it. */
export function newPasswordIssues(error: unknown): readonly Issue[] {
  const isWeak = isCallError(error) && error.errorBody?.code === 'weak-password'
  return isWeak ? [{ path: 'newPassword', message: authErrorMessage(error) }] : authIssues(error)
}
