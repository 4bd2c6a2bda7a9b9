// Auth error messages for sign-in and sign-up.
import { expect, test } from 'vitest'
import type { ErrorBody } from '#shared/error-body.ts'
import { authErrorMessage, isInvalidLinkError, toResetFailure } from './auth-errors.ts'

const failed = (status: number, errorBody: ErrorBody | null) =>
  Object.assign(new Error(String(status)), { status, errorBody })

test.each([
  ['invalid-credential', 'Invalid email or password. Please check your credentials and try again.'],
  ['user-not-found', 'No account found with this email. Please sign up first.'],
  ['wrong-password', 'Incorrect password. Please try again.'],
  ['email-already-in-use', 'An account with this email already exists. Please sign in instead.'],
  ['weak-password', 'Password is too weak. Please choose a stronger password.'],
])('[AUTH-07] the code %s shows the catalog’s message', (code, text) => {
  expect(authErrorMessage(failed(400, { code, message: 'something else' }))).toBe(text)
})

test('[AUTH-08] other errors show the provider’s message, or the generic one', () => {
  expect(authErrorMessage(failed(500, { code: 'odd', message: 'Odd.' }))).toBe('Odd.')
  expect(authErrorMessage(failed(500, { code: 'toString', message: 'Odd.' }))).toBe('Odd.')
  const general = 'An error occurred during authentication'
  expect(authErrorMessage(failed(500, { code: 'odd', message: '' }))).toBe(general)
  expect(authErrorMessage(failed(502, null))).toBe(general)
  expect(authErrorMessage(new TypeError('Failed to fetch'))).toBe(general)
})

test('[AUTH-25] a banned member reads the reason', () => {
  const banned = failed(403, { code: 'banned', message: 'No.', reason: 'Unkind words' })
  expect(authErrorMessage(banned)).toBe('Access denied: Unkind words')
})

test.each([
  ['user-not-found', 404, 'No account found with this email address', true],
  ['invalid-email', 400, 'Please enter a valid email address', true],
  ['rate_limited', 429, 'Failed to send password reset email. Please try again.', false],
  ['unavailable', 503, 'Failed to send password reset email. Please try again.', false],
])(
  '[AUTH-11] a failed reset request with %s shows the catalog’s message',
  (code, status, message, isAboutEmail) => {
    expect(toResetFailure(failed(status, { code, message: 'something else' }))).toEqual({
      message,
      isAboutEmail,
    })
  },
)

test('[AUTH-11] a failed reset request with an invalid address, or without a response, shows its message', () => {
  const invalid = { code: 'invalid', message: 'No.', issues: [{ path: 'email', message: 'No.' }] }
  expect(toResetFailure(failed(400, invalid)).message).toBe('Please enter a valid email address')
  expect(toResetFailure(new TypeError('Failed to fetch'))).toEqual({
    message: 'Failed to send password reset email. Please try again.',
    isAboutEmail: false,
  })
})

test('[AUTH-38] a link counts as invalid only if the server says so', () => {
  expect(isInvalidLinkError(failed(400, { code: 'invalid-link', message: 'No.' }))).toBe(true)
  const ofToken = { code: 'invalid', message: 'No.', issues: [{ path: 'token', message: 'No.' }] }
  expect(isInvalidLinkError(failed(400, ofToken))).toBe(true)
  expect(isInvalidLinkError(failed(400, { code: 'weak-password', message: 'No.' }))).toBe(false)
  expect(isInvalidLinkError(new TypeError('Failed to fetch'))).toBe(false)
})
