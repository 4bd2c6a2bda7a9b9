// What a person reads when signing in by Google fails (AUTH-09).
import { messages } from '#shared/messages.ts'
import { errorCatalogue } from '#shared/error-catalogue.ts'
import { socialFailures, type SocialFailure } from '../external-identity-contract.ts'
import { authErrorMessage, errorBodyOf } from './auth-errors.ts'

/** The sentence over the button; a wrong password is never what was the matter there. */
export function googleErrorMessage(error: unknown): string {
  const code = errorBodyOf(error)?.code
  if (code === 'cancelled') return messages.googleCancelled
  const text = code === 'invalid-credential' ? messages.authUnknown : authErrorMessage(error)
  return text === messages.authUnknown ? messages.googleFailed : text
}

/** All that may come by the address, which anybody can write. */
const callbackMessages: Readonly<Record<SocialFailure, string>> = {
  cancelled: messages.googleCancelled,
  'email-already-in-use': errorCatalogue['email-already-in-use'].message,
  banned: errorCatalogue.banned.message,
  unavailable: errorCatalogue.unavailable.message,
  failed: messages.googleFailed,
}

/** The same for the code in the address with which the server leads back from Google. */
export function googleCallbackMessage(code: string): string {
  return callbackMessages[socialFailures.find((failure) => failure === code) ?? 'failed']
}
