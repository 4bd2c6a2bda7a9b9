// Weak passwords, and guesses at one account from many addresses.
import { expect, test } from 'vitest'
import { parseRanges } from '#server/addresses/address-ranges.ts'
import type { BucketSize } from '#server/http/rate-limit.ts'
import { lastMail } from '#test/network/mails.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { initialPassword, signUpAccount, signInAgain } from '#test/people/account.ts'
import { request } from '#test/request.ts'
import { limitAccountAttempts } from './sign-in-rate-limits.ts'

const app = await openTestApp({
  config: { trustedProxies: parseRanges('127.0.0.0/8'), appName: 'Quiet Lake' },
})

const message = 'Password is too weak. Please choose a stronger password.'
const weak = (path: string) => ({
  status: 400,
  body: { code: 'weak-password', message, issues: [{ path, message }] },
})

test('[T51] [AUTH-46] a weak password creates no account', async () => {
  const email = 'easily.guessed@example.org'
  for (const password of [
    'password',
    '12345678',
    'aaaaaaaa',
    '        ',
    'stillwater',
    'Quiet Lake',
    email,
  ]) {
    const body = { name: 'Sol Newcomer', email, password }
    expect(await request(app, 'POST /api/identity/sign-up/email', { body })).toMatchObject(weak('password'))
    app.clock.advance(60_000)
  }
  expect(await app.database.query.selectFrom('identity_users').select('id').execute()).toEqual([])
})

test('[T51] [AUTH-46] a weak password is rejected for a reset link, which stays valid, and for a password change', async () => {
  const sol = await signUpAccount(app, 'sol-weak')
  await request(app, 'POST /api/identity/request-password-reset', { body: { email: sol.email } })
  const { token } = await lastMail(app, sol.email)
  const reset = (newPassword: string) =>
    request(app, 'POST /api/identity/reset-password', { body: { token, newPassword } })
  const change = (newPassword: string) =>
    request(app, 'POST /api/identity/change-password', {
      as: sol,
      body: { currentPassword: initialPassword, newPassword },
    })
  for (const password of ['sunshine', 'sol-weak2026', sol.email]) {
    expect(await change(password)).toMatchObject(weak('newPassword'))
    expect(await reset(password)).toMatchObject(weak('newPassword'))
  }
  expect((await signInAgain(app, sol.email)).status).toBe(200)
  expect((await reset('a lake without wind')).status).toBe(200)
})

test('[T51] [AUTH-47] one account allows 100 attempts an hour from all addresses together, except those of its owner’s sessions', async () => {
  const home = '203.0.113.9'
  const signIn = (from: string, email: string, password: string) =>
    request(app, 'POST /api/identity/sign-in/email', {
      body: { email, password },
      headers: { 'x-forwarded-for': from },
    })
  // Before any account has the address; not by calls, each of which would hash a password.
  const email = 'sol-target@example.org'
  const { database } = app
  const { limiter } = app.app
  const enforceSharedRateLimit = async (key: string, size: BucketSize) => {
    if (limiter.take(key, size) > 0) throw new Error('Too many.')
  }
  const guessFrom = (address: string) => {
    const caller = { persona: 'anonymous', session: null, user: null, address } as const
    return limitAccountAttempts({ caller, database, enforceSharedRateLimit }, email)
  }
  for (let count = 0; count < 100; count += 1) await guessFrom(`198.18.${count}.7`)
  await expect(guessFrom('198.18.100.7')).rejects.toThrow('Too many.')
  const account = { name: 'Sol Newcomer', email, password: initialPassword }
  const headers = { 'x-forwarded-for': home }
  expect((await request(app, 'POST /api/identity/sign-up/email', { body: account, headers })).status).toBe(
    200,
  )
  const rejected = await signIn('198.20.0.1', email, initialPassword)
  expect(rejected).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect(rejected.headers.get('retry-after')).toMatch(/^\d+$/)
  expect((await signIn(home, email, initialPassword)).status).toBe(200)
  app.clock.advance(3_600_000)
  expect((await signIn('198.20.0.1', email, initialPassword)).status).toBe(200)
})
