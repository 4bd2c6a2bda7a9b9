// What a person reads when signing in by Google fails (AUTH-09).
import { messages } from '#shared/messages.ts'
import { refusals } from '#shared/refusals.ts'
import { socialFailures, type SocialFailure } from '../outside-contract.ts'
import { authErrorText, refusalIn } from './auth-errors.ts'

/** The sentence over the button; a wrong password is never what was the matter there. */
export function googleErrorText(error: unknown): string {
  const code = refusalIn(error)?.code
  if (code === 'cancelled') return messages.googleCancelled
  const text = code === 'invalid-credential' ? messages.authUnknown : authErrorText(error)
  return text === messages.authUnknown ? messages.googleFailed : text
}

/** All that may come by the address, which anybody can write. */
const ledBack: Readonly<Record<SocialFailure, string>> = {
  cancelled: messages.googleCancelled,
  'email-already-in-use': refusals['email-already-in-use'].message,
  banned: refusals.banned.message,
  unavailable: refusals.unavailable.message,
  failed: messages.googleFailed,
}

/** The same for the code in the address with which the server leads back from Google. */
export function googleFailureText(code: string): string {
  return ledBack[socialFailures.find((failure) => failure === code) ?? 'failed']
}
