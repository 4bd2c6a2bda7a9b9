// Firebase errors: maps them to the app's error format with one table (AUTH-07 to AUTH-09, AUTH-11).
import { FirebaseError } from '@firebase/app'
import { messages } from '#shared/messages.ts'
import { errorCatalogue } from '#shared/error-catalogue.ts'
import { connectionFailedMessage, createProviderError } from './auth-errors.ts'

interface ErrorMapping {
  /** The catalogue's code, if it differs from Firebase's. */
  code?: string
  /** Fallback if neither the catalogue nor Firebase has a message. */
  message?: string
}

const misconfigured: ErrorMapping = {
  message: 'This sign-in method isn’t set up correctly. Please contact an administrator.',
}
const unsupportedBrowser: ErrorMapping = {
  message: 'This browser doesn’t support this sign-in method. Please use your email and password.',
}

/** By Firebase code without 'auth/'. Empty entries use the catalogue's message. */
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
  'admin-restricted-operation': { message: 'New accounts can’t be created at the moment.' },
  'configuration-not-found': misconfigured,
  'invalid-api-key': misconfigured,
  'auth-domain-config-required': misconfigured,
  'web-storage-unsupported': unsupportedBrowser,
  'operation-not-supported-in-this-environment': unsupportedBrowser,
}

/** Returns the Firebase code without 'auth/'; null for other errors. */
export function firebaseCode(error: unknown): string | null {
  return error instanceof FirebaseError ? error.code.replace(/^auth\//, '') : null
}

/** Converts a Firebase error to the app's format; returns other errors unchanged. */
export function toProviderError(error: unknown): unknown {
  const code = firebaseCode(error)
  if (code === null || !(error instanceof Error)) return error
  const mapping = errorMappings[code]
  return createProviderError({
    code: mapping?.code ?? code,
    message: firebaseMessage(error.message) || (mapping?.message ?? ''),
  })
}

/** Firebase's own message without the prefix and code; empty if there is none. */
function firebaseMessage(message: string): string {
  const text = /^Firebase: ([\s\S]+) \(auth\/[^)]*\)\.?$/.exec(message)?.[1] ?? ''
  return text === 'Error' ? '' : text
}
