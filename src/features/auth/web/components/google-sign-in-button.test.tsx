// Google sign-in button: visibility, the request, the stages of an attempt, and its results.
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { setUpUser } from '#test/web/user.ts'
import { externalIdentityCalls } from '../../contract.ts'
import { createProviderError } from '../data/auth-errors.ts'
import { saveRedirectState, readRedirectState } from '../data/oauth-redirect-state.ts'
import type { GoogleSignIn, GoogleSignInInput, SignInProvider } from '../data/provider.ts'
import { signInProvider } from '../data/sign-in-provider.ts'
import { AuthForm } from './auth-form.tsx'

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
})
afterEach(() => {
  sessionStorage.clear()
  vi.restoreAllMocks()
})

/** Writes the meta element that the server puts in the page. */
function writeIdentity(google: boolean, provider: 'builtin' | 'firebase' = 'builtin') {
  const meta = document.createElement('meta')
  meta.name = 'identity'
  meta.content = JSON.stringify({ provider, google })
  document.head.append(meta)
  onTestFinished(() => meta.remove())
}

interface ShowOptions {
  google?: GoogleSignIn
  onProved?: (uid: string) => void
  failureCode?: string
}

function show({ google, onProved = () => undefined, failureCode }: ShowOptions = {}) {
  const provider: SignInProvider = { ...signInProvider(), ...(google && { google }) }
  const validCode = 'K7WB2M9P'
  render(
    <AuthForm
      provider={provider}
      mode="signIn"
      onModeChange={() => undefined}
      consent={null}
      failureCode={failureCode}
      resolveJoinCode={() => Promise.resolve({ validCode, isUnchecked: false })}
      onAttempt={async (_way, proof) => onProved(await proof)}
    />,
  )
  return setUpUser()
}

const button = () => screen.findByRole('button', { name: 'Continue with Google' })
const alertText = async () => (await screen.findByRole('alert')).textContent

interface Attempt extends GoogleSignInInput {
  resolve: (uid: string) => void
  reject: (error: unknown) => void
}

/** A fake provider: records each attempt's input and lets the test settle it. */
function fakeGoogle(): GoogleSignIn & { attempts: Attempt[] } {
  const attempts: Attempt[] = []
  return {
    attempts,
    prepare: vi.fn<() => void>(),
    start: (intent) =>
      new Promise((resolve, reject) => {
        attempts.push({ ...intent, resolve, reject })
      }),
    resume: () => null,
  }
}

it('[AUTH-03] without Google sign-in there is no button', async () => {
  writeIdentity(false)
  show()
  expect(await screen.findByRole('button', { name: 'Sign In' })).toBeTruthy()
  expect(screen.queryByText('or')).toBeNull()
  expect(screen.queryByRole('button', { name: /google/i })).toBeNull()
})

it('[AUTH-03, AUTH-29] with the built-in provider it requests the URL, stores the state, and navigates', async () => {
  writeIdentity(true)
  window.history.replaceState(null, '', '?ref=k7wb2m9p')
  onTestFinished(() => window.history.replaceState(null, '', '/'))
  const url = `${window.location.href}#google`
  server.respond(externalIdentityCalls.signInSocially, { url })
  const user = show()
  await user.click(screen.getByLabelText('Remember me'))
  await user.click(await button())
  await eventually(() => expect(window.location.href).toBe(url))
  expect(server.calls.map(({ body }) => body)).toEqual([{ provider: 'google', rememberMe: true }])
  const code = { ref: 'k7wb2m9p', validCode: 'K7WB2M9P', isUnchecked: false }
  expect(readRedirectState()).toEqual({ by: 'server', ...code })
  expect((await button()).getAttribute('aria-busy')).toBe('true')

  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  await eventually(async () => expect((await button()).getAttribute('aria-busy')).toBeNull())
  expect(readRedirectState()).toBeNull()
})

it('[AUTH-09] an error appears below the button until the next attempt', async () => {
  writeIdentity(true)
  server.failWith(externalIdentityCalls.signInSocially, 'rate_limited')
  const user = show({ failureCode: 'cancelled' })
  expect(await alertText()).toBe('Sign-in was cancelled. Please try again.')
  await user.click(await button())
  expect(await screen.findByText('That was a little fast. Please wait a moment and try again.')).toBeTruthy()
  server.failConnection(externalIdentityCalls.signInSocially)
  await user.click(await button())
  expect(await screen.findByText('Failed to sign in with Google')).toBeTruthy()
  expect(readRedirectState()).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
  expect(await screen.findByText('Please enter your password.')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('[AUTH-09] a lost window can be replaced; only the newest attempt counts', async () => {
  writeIdentity(true)
  const google = fakeGoogle()
  const onProved = vi.fn<(uid: string) => void>()
  const user = show({ google, onProved })
  const pressed = await button()
  act(() => {
    pressed.click()
    pressed.click()
  })
  expect(pressed.getAttribute('aria-busy')).toBe('true')
  await user.click(pressed)
  expect(google.attempts).toHaveLength(1)
  google.attempts[0]?.onWindow(true)
  expect((await screen.findByRole('status')).textContent).toContain('Continue in the Google window.')

  await user.click(await button())
  google.attempts[1]?.onWindow(true)
  google.attempts[0]?.reject(createProviderError({ code: 'cancelled', message: '' }))
  expect(await screen.findByRole('status')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  google.attempts[1]?.onWindow(false)
  await eventually(async () => expect((await button()).getAttribute('aria-busy')).toBe('true'))
  google.attempts[1]?.resolve('uid-gia')
  await eventually(() => expect(onProved.mock.calls).toEqual([['uid-gia']]))
  await eventually(async () => expect((await button()).getAttribute('aria-busy')).toBeNull())
})

it('[AUTH-07, AUTH-09, AUTH-11] offline, Firebase isn’t loaded, and an error says so', async () => {
  writeIdentity(true, 'firebase')
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const user = show()
  const lost = 'The connection failed. Please try again.'
  await user.click(await button())
  expect(await screen.findByText(lost)).toBeTruthy()
  await user.type(screen.getByLabelText('Email'), 'gia@example.org')
  await user.click(screen.getByRole('button', { name: 'Forgot password?' }))
  expect(await screen.findByText('Failed to send password reset email. Please try again.')).toBeTruthy()
  await user.type(screen.getByLabelText('Password'), 'a quiet lake{Enter}')
  await eventually(() => expect(screen.getByRole('alert').textContent).toBe(lost))
})

it('[AUTH-09] a sign-in started before the redirect resumes once', async () => {
  writeIdentity(true)
  const redirectState = { by: 'firebase', rememberMe: true } as const
  saveRedirectState(redirectState)
  const resume = vi.fn<GoogleSignIn['resume']>(() =>
    Promise.reject(createProviderError({ code: 'no-result', message: '' })),
  )
  const google = { ...fakeGoogle(), resume }
  show({ google })
  expect(await alertText()).toBe('Failed to sign in with Google')
  expect(resume.mock.calls).toEqual([[redirectState]])
  expect(google.prepare).not.toHaveBeenCalled()
  expect(readRedirectState()).toBeNull()
})
