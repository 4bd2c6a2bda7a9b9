// What a person reads when signing in or up fails (AUTH-07, AUTH-08).
import { messages } from '#shared/messages.ts'
import { refusals, type Issue } from '#shared/refusals.ts'
import { isCallError } from '#web/call.ts'

/** The texts of the catalogue by the provider's code. */
const catalogue: Readonly<Record<string, string>> = {
  'invalid-credential': refusals['invalid-credential'].message,
  'user-not-found': messages.userNotFound,
  'wrong-password': messages.wrongPassword,
  'email-already-in-use': refusals['email-already-in-use'].message,
  'weak-password': refusals['weak-password'].message,
}

/** The sentence over the form: the catalogue's, else the provider's own, else the general one. */
export function authErrorText(error: unknown): string {
  if (!isCallError(error) || error.refusal === null) return messages.authUnknown
  const { code, reason, message } = error.refusal
  if (error.status === 403 && reason !== undefined) return messages.accessDeniedReason(reason)
  if (Object.hasOwn(catalogue, code)) return catalogue[code] ?? messages.authUnknown
  return message || messages.authUnknown
}

/** What stands beside the fields. */
export function authIssues(error: unknown): readonly Issue[] {
  return isCallError(error) ? (error.refusal?.issues ?? []) : []
}
