// The sentences that a person reads when signing in or up fails.
import { expect, test } from 'vitest'
import { authErrorText } from './auth-errors.ts'

const failed = (status: number, refusal: { code: string; message: string; reason?: string } | null) =>
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
