// Auth form: its two modes, the requests it sends, and its error messages.
import { act, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { setUpUser } from '#test/web/user.ts'
import { toastStore } from '#web/toast-store.ts'
import { identityCalls } from '../../contract.ts'
import { authErrors } from '../../errors.ts'
import { signUpCalls } from '../../sign-up-contract.ts'
import { signInProvider } from '../data/sign-in-provider.ts'
import { AuthForm, type AuthMode } from './auth-form.tsx'

const signedIn = { user: { id: 'uid-mia', email: 'mia@example.org', name: 'Mia' } }

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
})
afterEach(() => {
  vi.restoreAllMocks()
})

type Attempt = (flow: AuthMode | 'google', proof: Promise<string>) => Promise<void>
type Proved = (flow: AuthMode | 'google', uid: string) => void

const afterVerification =
  (onProved: Proved): Attempt =>
  async (flow, proof) =>
    onProved(flow, await proof)

function show(onAttempt = afterVerification(() => undefined)) {
  function Page() {
    const [mode, setMode] = useState<AuthMode>('signIn')
    return (
      <AuthForm
        provider={signInProvider()}
        mode={mode}
        onModeChange={setMode}
        consent={null}
        failureCode={undefined}
        resolveJoinCode={() => Promise.resolve({ validCode: null, isUnchecked: false })}
        onAttempt={onAttempt}
      />
    )
  }
  render(<Page />)
  return setUpUser()
}

const email = () => screen.getByLabelText<HTMLInputElement>('Email')
const password = () => screen.getByLabelText<HTMLInputElement>('Password')
const forgotPassword = () => screen.getByRole('button', { name: 'Forgot password?' })
const button = (name: string) => screen.getByRole('button', { name })

it('[AUTH-01] the modes toggle; only sign-up asks for the full name, and input stays', async () => {
  const user = show()
  expect(screen.queryByLabelText('Full name')).toBeNull()
  expect(screen.getByLabelText('Remember me')).toBeTruthy()
  await user.type(email(), 'mia@example.org')
  await user.type(password(), 'a quiet lake')
  await user.click(button('Sign Up'))
  expect(screen.getByLabelText('Full name')).toBeTruthy()
  expect(screen.getByLabelText('Remember me')).toBeTruthy()
  expect(email().value).toBe('mia@example.org')
  expect(password().value).toBe('a quiet lake')
  await user.click(button('Sign In'))
  expect(screen.queryByLabelText('Full name')).toBeNull()
  expect(email().value).toBe('mia@example.org')
})

it('[AUTH-01] by keyboard the other mode begins at its first field', async () => {
  const user = show()
  for (const [name, first] of [
    ['Sign Up', () => screen.getByLabelText('Full name')],
    ['Sign In', email],
  ] as const) {
    act(() => button(name).focus())
    await user.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(first()))
  }
})

it('[AUTH-02] empty fields send no request, show errors, and the first one gets the focus', async () => {
  const user = show()
  expect(email().type).toBe('email')
  await user.click(button('Sign Up'))
  await user.click(button('Sign Up'))
  expect(await screen.findByText('A name can’t be empty.')).toBeTruthy()
  expect(screen.getByText('Please enter your email address.')).toBeTruthy()
  expect(screen.getByText('Please enter your password.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Full name'))
  expect(server.calls).toEqual([])
})

it('[AUTH-02] an invalid address and a password that is too short send no request', async () => {
  const user = show()
  await user.click(button('Sign Up'))
  await user.type(screen.getByLabelText('Full name'), 'Mia')
  await user.type(email(), 'mia@nowhere')
  await user.type(password(), 'short')
  await user.click(button('Sign Up'))
  expect(await screen.findByText('Please enter a valid email address')).toBeTruthy()
  expect(screen.getByText('A password has at least 8 characters.')).toBeTruthy()
  expect(server.calls).toEqual([])
})

it('[AUTH-02] a sign-up whose rules can’t be loaded says so above the form, and sends no request', async () => {
  const user = show()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await user.click(button('Sign Up'))
  await user.type(screen.getByLabelText('Full name'), 'Mia')
  await user.type(email(), 'mia@example.org')
  await user.type(password(), 'a quiet lake')
  await user.click(button('Sign Up'))
  expect((await screen.findByRole('alert')).textContent).toBe('The connection failed. Please try again.')
  expect(screen.getByLabelText<HTMLInputElement>('Full name').value).toBe('Mia')
  expect(server.calls).toEqual([])
})

it('[AUTH-01] signing in sends the address, the password and rememberMe', async () => {
  server.respond(identityCalls.signInWithEmail, signedIn)
  const onProved = vi.fn<Proved>()
  const user = show(afterVerification(onProved))
  await user.type(email(), 'Mia@Example.org ')
  await user.type(password(), ' quiet ')
  await user.click(screen.getByLabelText('Remember me'))
  await user.click(button('Sign In'))
  await eventually(() => expect(onProved).toHaveBeenCalledWith('signIn', 'uid-mia'))
  expect(server.calls.map(({ body }) => body)).toEqual([
    { email: 'mia@example.org', password: ' quiet ', rememberMe: true },
  ])
})

it('[AUTH-07] a rejection appears above the form, and all input stays', async () => {
  server.failWith(identityCalls.signInWithEmail, authErrors['invalid-credential'])
  const user = show()
  await user.type(email(), 'mia@example.org')
  await user.type(password(), 'wrong password')
  await user.click(button('Sign In'))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('Invalid email or password. Please check your credentials and try again.')
  expect(email().value).toBe('mia@example.org')
  expect(password().value).toBe('wrong password')
})

it('[AUTH-07] a sign-up with an address in use says so above the form, and all input stays', async () => {
  server.failWith(signUpCalls.signUpWithEmail, authErrors['email-already-in-use'])
  const user = show()
  await user.click(button('Sign Up'))
  await user.type(screen.getByLabelText('Full name'), 'Somebody Else')
  await user.type(email(), 'mia@example.org')
  await user.type(password(), 'a quiet lake{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'An account with this email already exists. Please sign in instead.',
  )
  expect(screen.getByLabelText<HTMLInputElement>('Full name').value).toBe('Somebody Else')
})

it('[AUTH-08] the server’s field errors appear beside the fields', async () => {
  server.failWith(identityCalls.signInWithEmail, 'invalid', {
    issues: [{ path: 'email', message: 'That address is not for signing in.' }],
  })
  const user = show()
  await user.type(email(), 'mia@example.org')
  await user.type(password(), 'a quiet lake')
  await user.click(button('Sign In'))
  expect((await screen.findByRole('alert')).textContent).toBe('Please check your input and try again.')
  expect(screen.getByText('That address is not for signing in.')).toBeTruthy()
  expect(email().getAttribute('aria-invalid')).toBe('true')
})

it('[AUTH-08] too many attempts show the server’s message', async () => {
  server.failWith(identityCalls.signInWithEmail, 'rate_limited')
  const user = show()
  await user.type(email(), 'mia@example.org')
  await user.type(password(), 'a quiet lake{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'That was a little fast. Please wait a moment and try again.',
  )
})

it('[AUTH-05] a second click during the request sends nothing', async () => {
  const release = server.respondLater(signUpCalls.signUpWithEmail, signedIn)
  const onProved = vi.fn<Proved>()
  const user = show(afterVerification(onProved))
  await user.click(button('Sign Up'))
  await user.type(screen.getByLabelText('Full name'), 'Mia')
  await user.type(email(), 'mia@example.org')
  await user.type(password(), 'a quiet lake{Enter}{Enter}')
  await user.click(button('Sign Up'))
  release()
  await eventually(() => expect(onProved).toHaveBeenCalledWith('signUp', 'uid-mia'))
  expect(server.count(signUpCalls.signUpWithEmail)).toBe(1)
  expect(onProved).toHaveBeenCalledOnce()
})

it('[AUTH-46] a weak password shows an error only beside its field, and the input stays', async () => {
  const message = 'Password is too weak. Please choose a stronger password.'
  server.failWith(signUpCalls.signUpWithEmail, authErrors['weak-password'], {
    issues: [{ path: 'password', message }],
  })
  const user = show()
  await user.click(button('Sign Up'))
  await user.type(screen.getByLabelText('Full name'), 'Mia')
  await user.type(email(), 'mia@example.org')
  await user.type(password(), 'sunshine{Enter}')
  expect(await screen.findByText(message)).toBeTruthy()
  expect(password().getAttribute('aria-invalid')).toBe('true')
  expect(password().value).toBe('sunshine')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('[AUTH-01] only sign-in offers a password reset', async () => {
  const user = show()
  expect(forgotPassword()).toBeTruthy()
  await user.click(button('Sign Up'))
  expect(screen.queryByRole('button', { name: 'Forgot password?' })).toBeNull()
})

it('[AUTH-10] a reset without an email shows an error beside the field and sends nothing', async () => {
  const user = show()
  await user.type(password(), 'half a password')
  await user.click(forgotPassword())
  expect(await screen.findByText('Please enter your email address first')).toBeTruthy()
  expect(email().getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(email())
  expect(server.calls).toEqual([])
  expect(password().value).toBe('half a password')
})

it('[AUTH-11] an invalid address requests no mail, and is no longer named once it is changed', async () => {
  const user = show()
  await user.type(email(), 'mia@nowhere')
  await user.click(forgotPassword())
  expect(await screen.findByText('Please enter a valid email address')).toBeTruthy()
  expect(server.calls).toEqual([])
  await user.type(email(), '.org')
  expect(screen.queryByText('Please enter a valid email address')).toBeNull()
})

it('[AUTH-11] a sent mail shows a toast and an inline banner, and can’t be requested twice', async () => {
  server.respond(identityCalls.requestPasswordReset, { status: true })
  const user = show()
  await user.type(email(), ' Mia@Example.org')
  await user.type(password(), 'half a password')
  await user.dblClick(forgotPassword())
  expect((await screen.findByRole('status')).textContent).toBe(
    'If mia@example.org has an account here, an email with a link is on its way. Open the link to choose a new password. Nothing after a few minutes? Please check your spam folder.',
  )
  expect(toastStore.records()[0]).toMatchObject({ title: 'Password reset email sent', variant: 'plain' })
  const again = await screen.findByRole('button', { name: /^Again in \d+ s$/ })
  expect(again.getAttribute('aria-disabled')).toBe('true')
  await user.click(again)
  expect(server.calls.map(({ body }) => body)).toEqual([{ email: 'mia@example.org' }])
  expect(password().value).toBe('half a password')

  await user.type(email(), 'x')
  await user.click(forgotPassword())
  await eventually(() => expect(server.count(identityCalls.requestPasswordReset)).toBe(2))
  await user.click(button('Sign Up'))
  expect(screen.queryByRole('status')).toBeNull()
})

it('[AUTH-11] a mail that can’t be sent shows an error above the form, and can be requested again', async () => {
  server.failWith(identityCalls.requestPasswordReset, 'unavailable')
  const user = show()
  await user.type(email(), 'mia@example.org')
  await user.click(forgotPassword())
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Failed to send password reset email. Please try again.',
  )
  expect(email().value).toBe('mia@example.org')
  server.respond(identityCalls.requestPasswordReset, { status: true })
  await user.click(forgotPassword())
  expect(await screen.findByRole('status')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('the password can be shown and hidden again', async () => {
  const user = show()
  await user.type(password(), 'a quiet lake')
  await user.click(button('Show characters'))
  expect(password().type).toBe('text')
  await user.click(button('Hide characters'))
  expect(password().type).toBe('password')
})
