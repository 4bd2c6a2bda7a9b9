// Google sign-in error messages (AUTH-09).
import { messages } from '#shared/messages.ts'
import { errorCatalogue } from '#shared/error-catalogue.ts'
import { socialFailures, type SocialFailure } from '../external-identity-contract.ts'
import { authErrorMessage, errorBodyOf } from './auth-errors.ts'

/** The message below the button. It never blames a wrong password. */
export function googleErrorMessage(error: unknown): string {
  const code = errorBodyOf(error)?.code
  if (code === 'cancelled') return messages.googleCancelled
  const text = code === 'invalid-credential' ? messages.authUnknown : authErrorMessage(error)
  return text === messages.authUnknown ? messages.googleFailed : text
}

/** Lists all accepted codes: the URL is untrusted input. */
const callbackMessages: Readonly<Record<SocialFailure, string>> = {
  cancelled: messages.googleCancelled,
  'email-already-in-use': errorCatalogue['email-already-in-use'].message,
  banned: errorCatalogue.banned.message,
  unavailable: errorCatalogue.unavailable.message,
  failed: messages.googleFailed,
}

/** The message for the failure code in the URL of the callback's redirect. */
export function googleCallbackMessage(code: string): string {
  return callbackMessages[socialFailures.find((failure) => failure === code) ?? 'failed']
}
