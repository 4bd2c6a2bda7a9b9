// Passwords: the reset form, its replacement after the link expires, and the change dialog.
import { cleanup, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { startSession } from '#test/web/open-app.tsx'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { toastStore } from '#web/toast-store.ts'
import { authCalls, identityCalls } from '../../contract.ts'
import { authErrors } from '../../errors.ts'
import { signInProvider } from '../data/sign-in-provider.ts'
import { SessionProvider } from '../hooks/use-user.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { ResetLinkExpired, ResetForm } from './reset-form.tsx'

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  server.respond(identityCalls.describeMailedLink, {
    purpose: 'reset',
    email: 'mia@example.org',
    isOwn: false,
    isChange: false,
    isDone: false,
    needsSignIn: false,
  })
})

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const button = (name: string) => screen.getByRole('button', { name })

const sentPasswords = () =>
  server.calls.filter(({ path }) => path === identityCalls.resetPassword.path).map(({ body }) => body)

function showReset(token = '0012') {
  const onSaved = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const onInvalidLink = vi.fn<() => void>()
  render(<ResetForm token={token} onSaved={onSaved} onInvalidLink={onInvalidLink} />)
  return { onSaved, onDeadLink: onInvalidLink, user: setUpUser() }
}

it('[AUTH-38] the new password is sent with the link’s secret, once', async () => {
  const release = server.respondLater(identityCalls.resetPassword, { status: true })
  const { onSaved, user } = showReset()
  await user.type(field('New password'), ' a still pond {Enter}{Enter}')
  await user.click(button('Save and sign in'))
  release()
  await eventually(() => expect(onSaved).toHaveBeenCalledOnce())
  expect(sentPasswords()).toEqual([{ token: '0012', newPassword: ' a still pond ' }])
})

it('[AUTH-50] the form shows the account’s address, as the username for password managers', async () => {
  showReset()
  await eventually(() => expect(field('Email').value).toBe('mia@example.org'))
  expect(field('Email').readOnly).toBe(true)
  expect(field('Email').autocomplete).toBe('username')
})

it('[AUTH-50] an expired link is reported before anything is typed, and a failed read blocks nothing', async () => {
  server.failWith(identityCalls.describeMailedLink, authErrors['invalid-link'])
  const { onDeadLink } = showReset()
  await eventually(() => expect(onDeadLink).toHaveBeenCalledOnce())
  cleanup()
  server.failConnection(identityCalls.describeMailedLink)
  server.respond(identityCalls.resetPassword, { status: true })
  const { onSaved, user } = showReset()
  await user.type(field('New password'), 'a still pond{Enter}')
  await eventually(() => expect(onSaved).toHaveBeenCalledOnce())
})

it('[AUTH-38] the minimum length is shown, and a shorter password sends nothing', async () => {
  const { user } = showReset()
  expect(screen.getByText('At least 8 characters.')).toBeTruthy()
  await user.type(field('New password'), 'short{Enter}')
  expect(await screen.findByText('A password has at least 8 characters.')).toBeTruthy()
  expect(field('New password').getAttribute('aria-invalid')).toBe('true')
  expect(sentPasswords()).toEqual([])
})

it('[AUTH-38] a failed save keeps the link and the input, and shows the error', async () => {
  server.failConnection(identityCalls.resetPassword)
  const { onSaved, onDeadLink: onInvalidLink, user } = showReset()
  await user.type(field('New password'), 'a still pond{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Your new password was not saved. Please try again.',
  )
  expect(field('New password').value).toBe('a still pond')
  server.failWith(identityCalls.resetPassword, authErrors['weak-password'])
  await user.click(button('Save and sign in'))
  expect(await screen.findByText('Password is too weak. Please choose a stronger password.')).toBeTruthy()
  expect(field('New password').getAttribute('aria-invalid')).toBe('true')
  server.failWith(identityCalls.resetPassword, 'banned', { reason: 'Unkind words' })
  await user.click(button('Save and sign in'))
  expect((await screen.findByRole('alert')).textContent).toBe('Access denied: Unkind words')
  server.respond(identityCalls.resetPassword, { status: true })
  await user.click(button('Save and sign in'))
  await eventually(() => expect(onSaved).toHaveBeenCalledOnce())
  expect(onInvalidLink).not.toHaveBeenCalled()
})

it('[AUTH-38] an expired link is distinguished from a failed save', async () => {
  server.failWith(identityCalls.resetPassword, authErrors['invalid-link'])
  const { onSaved, onDeadLink: onInvalidLink, user } = showReset()
  await user.type(field('New password'), 'a still pond{Enter}')
  await eventually(() => expect(onInvalidLink).toHaveBeenCalledOnce())
  expect(onSaved).not.toHaveBeenCalled()
})

it('[AUTH-10, AUTH-11] an expired link offers a new one', async () => {
  server.failWith(identityCalls.requestPasswordReset, 'rate_limited')
  render(<ResetLinkExpired provider={signInProvider()} />)
  const user = setUpUser()
  await user.click(button('Send a new link'))
  expect(await screen.findByText('Please enter your email address first')).toBeTruthy()
  expect(server.calls).toEqual([])
  await user.type(field('Email'), 'mia@example.org')
  expect(screen.queryByText('Please enter your email address first')).toBeNull()
  await user.type(field('Email'), '{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Failed to send password reset email. Please try again.',
  )
  server.respond(identityCalls.requestPasswordReset, { status: true })
  await user.click(button('Send a new link'))
  expect((await screen.findByRole('status')).textContent).toContain('mia@example.org')
  expect(toastStore.records()[0]?.title).toBe('Password reset email sent')
  await user.type(field('Email'), '{Enter}')
  expect(server.count(identityCalls.requestPasswordReset)).toBe(2)
})

function showChange() {
  const onOpenChange = vi.fn<(open: boolean) => void>()
  server.failWith(authCalls.whoAmI, 'unavailable')
  renderScreen(
    <SessionProvider value={startSession()}>
      <PasswordDialog open email="mia@example.org" onOpenChange={onOpenChange} />
    </SessionProvider>,
  )
  return { onOpenChange, user: setUpUser() }
}

it('[PROF-25] errors of a password change appear beside their fields, and the input stays', async () => {
  server.failWith(identityCalls.changePassword, 'invalid', {
    issues: [{ path: 'currentPassword', message: 'That is not your current password.' }],
  })
  const { onOpenChange, user } = showChange()
  await user.type(field('New password'), 'a still')
  await user.click(button('Change password'))
  expect(await screen.findByText('Please enter your password.')).toBeTruthy()
  expect(screen.getByText('A password has at least 8 characters.')).toBeTruthy()
  expect(server.calls).toEqual([])
  await user.type(field('Current password'), 'not mine')
  await user.type(field('New password'), ' pond')
  await user.click(button('Change password'))
  expect(await screen.findByText('That is not your current password.')).toBeTruthy()
  expect(field('Current password').getAttribute('aria-invalid')).toBe('true')
  server.failWith(identityCalls.changePassword, 'rate_limited')
  await user.click(button('Change password'))
  expect((await screen.findByRole('alert')).textContent).toContain('That was a little fast.')
  expect(field('New password').value).toBe('a still pond')
  expect(onOpenChange).not.toHaveBeenCalled()
})

it('[PROF-25] a changed password shows a toast and closes the dialog', async () => {
  server.respond(identityCalls.changePassword, { status: true })
  const { onOpenChange, user } = showChange()
  await user.type(field('Current password'), 'a quiet lake')
  await user.type(field('New password'), 'a still pond')
  await user.click(button('Change password'))
  await eventually(() => expect(onOpenChange).toHaveBeenCalledWith(false))
  expect(server.calls[0]?.body).toEqual({ currentPassword: 'a quiet lake', newPassword: 'a still pond' })
  expect(toastStore.records()[0]).toMatchObject({
    title: 'Password changed',
    description: 'Every other device is signed out.',
  })
})
