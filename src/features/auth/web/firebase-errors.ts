// Firebase's errors in the form of our own refusals: one table, whatever was asked of it (AUTH-07 to AUTH-09, AUTH-11).
import { FirebaseError } from '@firebase/app'
import { messages } from '#shared/messages.ts'
import { refusals } from '#shared/refusals.ts'
import { noConnection, providerFault } from './auth-errors.ts'

interface Words {
  /** The catalogue's, where that is another one. */
  code?: string
  /** Said when neither the catalogue nor Firebase has anything to say. */
  message?: string
}

const notSetUp: Words = {
  message: 'This way of signing in isn’t set up rightly. Please tell an administrator.',
}
const notInThisBrowser: Words = {
  message: 'This browser doesn’t allow that way of signing in. Please use your email and password.',
}

/** By Firebase's code without its 'auth/'. What stands here without words is said by the catalogue. */
const table: Readonly<Record<string, Words>> = {
  'invalid-credential': {},
  'invalid-login-credentials': { code: 'invalid-credential' },
  'user-not-found': {},
  'wrong-password': {},
  'email-already-in-use': {},
  'account-exists-with-different-credential': { code: 'email-already-in-use' },
  'weak-password': {},
  'missing-password': { code: 'wrong-password' },
  'password-does-not-meet-requirements': { message: refusals['weak-password'].message },
  'invalid-email': { message: messages.resetInvalidEmail },
  'missing-email': { code: 'invalid-email', message: messages.resetInvalidEmail },
  'popup-closed-by-user': { code: 'cancelled' },
  'cancelled-popup-request': { code: 'cancelled' },
  'user-cancelled': { code: 'cancelled' },
  'redirect-cancelled-by-user': { code: 'cancelled' },
  'user-disabled': { message: 'This account is disabled. Please ask an administrator.' },
  'too-many-requests': { message: refusals.rate_limited.message },
  'quota-exceeded': { message: refusals.unavailable.message },
  'network-request-failed': { message: noConnection },
  timeout: { message: noConnection },
  'multi-factor-auth-required': { message: 'Accounts with a second factor can’t sign in here.' },
  'unauthorized-domain': notSetUp,
  'operation-not-allowed': notSetUp,
  'admin-restricted-operation': { message: 'New accounts aren’t taken in at the moment.' },
  'configuration-not-found': notSetUp,
  'invalid-api-key': notSetUp,
  'auth-domain-config-required': notSetUp,
  'web-storage-unsupported': notInThisBrowser,
  'operation-not-supported-in-this-environment': notInThisBrowser,
}

/** Firebase's code without its 'auth/'; null for what isn't Firebase's. */
export function firebaseCode(error: unknown): string | null {
  return error instanceof FirebaseError ? error.code.replace(/^auth\//, '') : null
}

/** The same failure in our form; what isn't Firebase's stays what it is. */
export function asOurs(error: unknown): unknown {
  const code = firebaseCode(error)
  if (code === null || !(error instanceof Error)) return error
  const words = table[code]
  return providerFault({
    code: words?.code ?? code,
    message: ownWords(error.message) || (words?.message ?? ''),
  })
}

/** What Firebase says itself, without its name and code around it; empty when that is nothing. */
function ownWords(message: string): string {
  const words = /^Firebase: ([\s\S]+) \(auth\/[^)]*\)\.?$/.exec(message)?.[1] ?? ''
  return words === 'Error' ? '' : words
}
