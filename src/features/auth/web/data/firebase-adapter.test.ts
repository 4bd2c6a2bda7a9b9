// Messages for Firebase errors.
import { FirebaseError } from '@firebase/app'
import { describe, expect, test } from 'vitest'
import { googleErrorMessage, googleCallbackMessage } from '../components/google-sign-in-button.tsx'
import { authErrorMessage, authIssues, toResetFailure } from './auth-errors.ts'
import { toProviderError, firebaseCode } from './firebase-adapter.ts'

/** Formatted like the library's errors; `words` is the Firebase server's message, if any. */
const failed = (code: string, words = 'Error') =>
  toProviderError(new FirebaseError(`auth/${code}`, `Firebase: ${words} (auth/${code}).`))

describe('[AUTH-07, AUTH-08] signing in or up by email', () => {
  test.each([
    ['invalid-credential', 'Invalid email or password. Please check your credentials and try again.'],
    ['invalid-login-credentials', 'Invalid email or password. Please check your credentials and try again.'],
    ['user-not-found', 'No account found with this email. Please sign up first.'],
    ['wrong-password', 'Incorrect password. Please try again.'],
    ['missing-password', 'Incorrect password. Please try again.'],
    ['email-already-in-use', 'An account with this email already exists. Please sign in instead.'],
    ['weak-password', 'Password is too weak. Please choose a stronger password.'],
    ['password-does-not-meet-requirements', 'Password is too weak. Please choose a stronger password.'],
    ['invalid-email', 'Please enter a valid email address'],
    ['user-disabled', 'This account is disabled. Please ask an administrator.'],
    ['too-many-requests', 'That was a little fast. Please wait a moment and try again.'],
    ['network-request-failed', 'The connection failed. Please try again.'],
    ['timeout', 'The connection failed. Please try again.'],
    ['operation-not-allowed', 'This sign-in method isn’t set up correctly. Please contact an administrator.'],
    ['never-heard-of', 'An error occurred during authentication'],
    ['constructor', 'An error occurred during authentication'],
  ])('%s', (code, text) => expect(authErrorMessage(failed(code))).toBe(text))

  test('Firebase’s message is shown if the catalog has none', () => {
    const words = 'Access has been disabled for a while. You can try again later.'
    expect(authErrorMessage(failed('too-many-requests', words))).toBe(words)
    expect(authErrorMessage(failed('never-heard-of', words))).toBe(words)
    expect(authErrorMessage(failed('wrong-password', words))).toBe('Incorrect password. Please try again.')
    expect(authIssues(failed('wrong-password'))).toEqual([])
  })

  test('errors that aren’t Firebase’s remain unchanged', () => {
    const lost = new TypeError('Failed to fetch')
    expect(toProviderError(lost)).toBe(lost)
    expect(firebaseCode(lost)).toBeNull()
    const ours = Object.assign(new Error('403'), {
      status: 403,
      errorBody: { code: 'banned', message: 'No.', reason: 'Unkind words' },
    })
    expect(authErrorMessage(toProviderError(ours))).toBe('Access denied: Unkind words')
  })
})

describe('[AUTH-09] Google sign-in', () => {
  test.each([
    ['popup-closed-by-user', 'Sign-in was cancelled. Please try again.'],
    ['cancelled-popup-request', 'Sign-in was cancelled. Please try again.'],
    ['user-cancelled', 'Sign-in was cancelled. Please try again.'],
    ['redirect-cancelled-by-user', 'Sign-in was cancelled. Please try again.'],
    [
      'account-exists-with-different-credential',
      'An account with this email already exists. Please sign in instead.',
    ],
    ['network-request-failed', 'The connection failed. Please try again.'],
    ['unauthorized-domain', 'This sign-in method isn’t set up correctly. Please contact an administrator.'],
    [
      'web-storage-unsupported',
      'This browser doesn’t support this sign-in method. Please use your email and password.',
    ],
    ['invalid-credential', 'Failed to sign in with Google'],
    ['internal-error', 'Failed to sign in with Google'],
  ])('%s', (code, text) => expect(googleErrorMessage(failed(code))).toBe(text))

  test('without a response, and with our server’s rejection', () => {
    expect(googleErrorMessage(new TypeError('Failed to fetch'))).toBe('Failed to sign in with Google')
    const rejected = { status: 429, errorBody: { code: 'rate_limited', message: 'A little fast.' } }
    expect(googleErrorMessage(Object.assign(new Error('429'), rejected))).toBe('A little fast.')
  })

  test.each([
    ['cancelled', 'Sign-in was cancelled. Please try again.'],
    ['email-already-in-use', 'An account with this email already exists. Please sign in instead.'],
    ['banned', 'Your account has been banned.'],
    ['unavailable', 'The service is resting for a moment. Please try again shortly.'],
    ['failed', 'Failed to sign in with Google'],
    ['toString', 'Failed to sign in with Google'],
    // Codes that the callback's redirect never uses get the generic message.
    ['last_admin', 'Failed to sign in with Google'],
    ['email_taken', 'Failed to sign in with Google'],
    ['', 'Failed to sign in with Google'],
  ])('redirected back by the server with %j', (code, text) => expect(googleCallbackMessage(code)).toBe(text))
})

test.each([
  ['user-not-found', 'No account found with this email address', true],
  ['invalid-email', 'Please enter a valid email address', true],
  ['missing-email', 'Please enter a valid email address', true],
  ['too-many-requests', 'Failed to send password reset email. Please try again.', false],
  ['network-request-failed', 'Failed to send password reset email. Please try again.', false],
])('[AUTH-11] failed reset request: %s', (code, message, isAboutEmail) => {
  expect(toResetFailure(failed(code))).toEqual({ message, isAboutEmail })
})
