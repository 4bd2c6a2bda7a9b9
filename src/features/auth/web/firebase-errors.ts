// Firebase's errors in the form of our own refusals: one table, whatever was asked of it (AUTH-07 to AUTH-09, AUTH-11).
import { FirebaseError } from '@firebase/app'
import { messages } from '#shared/messages.ts'
import { errorCatalogue } from '#shared/error-catalogue.ts'
import { connectionFailedMessage, createProviderError } from './auth-errors.ts'

interface ErrorMapping {
  /** The catalogue's, where that is another one. */
  code?: string
  /** Said when neither the catalogue nor Firebase has anything to say. */
  message?: string
}

const misconfigured: ErrorMapping = {
  message: 'This way of signing in isn’t set up rightly. Please tell an administrator.',
}
const unsupportedBrowser: ErrorMapping = {
  message: 'This browser doesn’t allow that way of signing in. Please use your email and password.',
}

/** By Firebase's code without its 'auth/'. What stands here without words is said by the catalogue. */
const errorMappings: Readonly<Record<string, ErrorMapping>> = {
  'invalid-credential': {},
  'invalid-login-credentials': { code: 'invalid-credential' },
  'user-not-found': {},
  'wrong-password': {},
  'email-already-in-use': {},
  'account-exists-with-different-credential': { code: 'email-already-in-use' },
  'weak-password': {},
  'missing-password': { code: 'wrong-password' },
  'password-does-not-meet-requirements': { message: errorCatalogue['weak-password'].message },
  'invalid-email': { message: messages.resetInvalidEmail },
  'missing-email': { code: 'invalid-email', message: messages.resetInvalidEmail },
  'popup-closed-by-user': { code: 'cancelled' },
  'cancelled-popup-request': { code: 'cancelled' },
  'user-cancelled': { code: 'cancelled' },
  'redirect-cancelled-by-user': { code: 'cancelled' },
  'user-disabled': { message: 'This account is disabled. Please ask an administrator.' },
  'too-many-requests': { message: errorCatalogue.rate_limited.message },
  'quota-exceeded': { message: errorCatalogue.unavailable.message },
  'network-request-failed': { message: connectionFailedMessage },
  timeout: { message: connectionFailedMessage },
  'multi-factor-auth-required': { message: 'Accounts with a second factor can’t sign in here.' },
  'unauthorized-domain': misconfigured,
  'operation-not-allowed': misconfigured,
  'admin-restricted-operation': { message: 'New accounts aren’t taken in at the moment.' },
  'configuration-not-found': misconfigured,
  'invalid-api-key': misconfigured,
  'auth-domain-config-required': misconfigured,
  'web-storage-unsupported': unsupportedBrowser,
  'operation-not-supported-in-this-environment': unsupportedBrowser,
}

/** Firebase's code without its 'auth/'; null for what isn't Firebase's. */
export function firebaseCode(error: unknown): string | null {
  return error instanceof FirebaseError ? error.code.replace(/^auth\//, '') : null
}

/** The same failure in our form; what isn't Firebase's stays what it is. */
export function toProviderError(error: unknown): unknown {
  const code = firebaseCode(error)
  if (code === null || !(error instanceof Error)) return error
  const words = errorMappings[code]
  return createProviderError({
    code: words?.code ?? code,
    message: firebaseMessage(error.message) || (words?.message ?? ''),
  })
}

/** What Firebase says itself, without its name and code around it; empty when that is nothing. */
function firebaseMessage(message: string): string {
  const words = /^Firebase: ([\s\S]+) \(auth\/[^)]*\)\.?$/.exec(message)?.[1] ?? ''
  return words === 'Error' ? '' : words
}
