// The sentences that a person reads when signing in or up fails.
import { expect, test } from 'vitest'
import type { RefusalBody } from '#shared/refusal-body.ts'
import { authErrorText, isDeadLink, resetFailure } from './auth-errors.ts'

const failed = (status: number, refusal: RefusalBody | null) =>
  Object.assign(new Error(String(status)), { status, refusal })

test.each([
  ['invalid-credential', 'Invalid email or password. Please check your credentials and try again.'],
  ['user-not-found', 'No account found with this email. Please sign up first.'],
  ['wrong-password', 'Incorrect password. Please try again.'],
  ['email-already-in-use', 'An account with this email already exists. Please sign in instead.'],
  ['weak-password', 'Password is too weak. Please choose a stronger password.'],
])('[AUTH-07] the code %s reads as the catalogue has it', (code, text) => {
  expect(authErrorText(failed(400, { code, message: 'something else' }))).toBe(text)
})

test('[AUTH-08] another error reads as the provider put it, or as the general sentence', () => {
  expect(authErrorText(failed(500, { code: 'odd', message: 'Odd.' }))).toBe('Odd.')
  expect(authErrorText(failed(500, { code: 'toString', message: 'Odd.' }))).toBe('Odd.')
  const general = 'An error occurred during authentication'
  expect(authErrorText(failed(500, { code: 'odd', message: '' }))).toBe(general)
  expect(authErrorText(failed(502, null))).toBe(general)
  expect(authErrorText(new TypeError('Failed to fetch'))).toBe(general)
})

test('[AUTH-25] somebody who is banned reads why', () => {
  const banned = failed(403, { code: 'banned', message: 'No.', reason: 'Unkind words' })
  expect(authErrorText(banned)).toBe('Access denied: Unkind words')
})

test.each([
  ['user-not-found', 404, 'No account found with this email address', true],
  ['invalid-email', 400, 'Please enter a valid email address', true],
  ['rate_limited', 429, 'Failed to send password reset email. Please try again.', false],
  ['unavailable', 503, 'Failed to send password reset email. Please try again.', false],
])('[AUTH-11] no reset mail for %s reads as the catalogue has it', (code, status, message, isAboutEmail) => {
  expect(resetFailure(failed(status, { code, message: 'something else' }))).toEqual({ message, isAboutEmail })
})

test('[AUTH-11] no reset mail for an address that the server finds fault with, or without any answer', () => {
  const invalid = { code: 'invalid', message: 'No.', issues: [{ path: 'email', message: 'No.' }] }
  expect(resetFailure(failed(400, invalid)).message).toBe('Please enter a valid email address')
  expect(resetFailure(new TypeError('Failed to fetch'))).toEqual({
    message: 'Failed to send password reset email. Please try again.',
    isAboutEmail: false,
  })
})

test('[AUTH-38] a link is dead when the server says so of it, and of nothing else', () => {
  expect(isDeadLink(failed(400, { code: 'invalid-link', message: 'No.' }))).toBe(true)
  const ofToken = { code: 'invalid', message: 'No.', issues: [{ path: 'token', message: 'No.' }] }
  expect(isDeadLink(failed(400, ofToken))).toBe(true)
  expect(isDeadLink(failed(400, { code: 'weak-password', message: 'No.' }))).toBe(false)
  expect(isDeadLink(new TypeError('Failed to fetch'))).toBe(false)
})
