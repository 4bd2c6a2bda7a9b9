// Route guards on a whole page: the real router, layout and session, with responses by the contract.
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { authCalls, identityCalls, type MailedLinkDescription } from '#features/auth/contract.ts'
import { authErrors } from '#features/auth/errors.ts'
import { historyCalls } from '#features/history/contract.ts'
import { firstAdminCalls } from '#features/members/contract.ts'
import { memberErrors } from '#features/members/errors.ts'
import { practiceCalls } from '#features/practice/contract.ts'
import { profileCalls } from '#features/profile/contract.ts'
import { referralsCalls } from '#features/referrals/contract.ts'
import { roomCalls } from '#features/rooms/contract.ts'
import { fakeAccount, fakeIdentity } from '#test/people/fake-account.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { respondWithEmptyHistory } from '#test/web/history-screen.ts'
import { openApp } from '#test/web/open-app.tsx'
import { setUpUser } from '#test/web/user.ts'
import { consumeReturnPath } from './return-path.ts'

const user = setUpUser()

const mia = fakeAccount()
const identity = fakeIdentity(mia, { emailVerified: false })

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  respondWithEmptyHistory(server)
  server.respond(identityCalls.describeMailedLink, linkOf({ purpose: 'reset' }))
  // The settings read it when their sections are there.
  server.respond(practiceCalls.imports, { batches: [], choices: { inRhythm: false } })
  vi.stubGlobal('scrollTo', () => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const open = (path: string) => openApp(path, { isStrict: true })

it('[HIST-17, SHELL-01, SHELL-02] only the spinner shows until the user is known, then the screen', async () => {
  server.respond(authCalls.whoAmI, identity)
  const release = server.respondLater(authCalls.userByUid, mia)
  open('/mood-analytics')
  expect(await screen.findByText('Loading...')).toBeTruthy()
  await waitFor(() => expect(server.count(authCalls.userByUid)).toBe(1))
  expect(screen.queryByRole('banner')).toBeNull()
  expect(screen.queryByRole('heading')).toBeNull()
  expect(server.count(historyCalls.times)).toBe(0)
  release()
  expect(await screen.findByRole('heading', { name: 'Energy Analytics' })).toBeTruthy()
  await waitFor(() => expect(server.count(historyCalls.times)).toBeGreaterThan(0))
  expect(screen.queryByText('Loading...')).toBeNull()
})

it('[SHELL-03] an authentication error is shown, and a retry recovers', async () => {
  server.failWith(authCalls.whoAmI, 'internal')
  open('/mood-analytics')
  expect(await screen.findByText('Authentication error. Please try again.')).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Energy Analytics' })).toBeNull()
  server.respond(authCalls.whoAmI, identity)
  server.respond(authCalls.userByUid, mia)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Energy Analytics' })).toBeTruthy()
})

it('[SHELL-07] a failed admin check redirects to /auth, and the user stays signed in', async () => {
  server.respond(authCalls.whoAmI, identity)
  server.failWith(authCalls.userByUid, 'internal')
  const { path, session } = open('/admin')
  expect(await screen.findByText('You are signed in')).toBeTruthy()
  expect(path()).toBe('/auth')
  expect(server.count(authCalls.signOut)).toBe(0)
  expect(session.state().identity).toEqual(identity)
})

it('[SHELL-04, SHELL-13] without a completed profile every guarded path leads to /settings, without other links', async () => {
  server.respond(authCalls.whoAmI, identity)
  server.respond(authCalls.userByUid, { ...mia, profileCompleted: false })
  server.respond(authCalls.currentUser, mia)
  server.respond(profileCalls.stockPictures, [])
  for (const at of [
    '/',
    '/meditation',
    '/mood-analytics',
    '/referrals',
    '/week',
    '/admin',
    '/garden-angel',
    '/moderation',
  ]) {
    const { path } = open(at)
    await waitFor(() => expect(path()).toBe('/settings'))
    const bar = within(await screen.findByRole('banner'))
    expect(bar.queryByRole('navigation')).toBeNull()
    cleanup()
  }
})

it.each(['/', '/meditation', '/referrals', '/settings'])(
  '[MED-01, REF-01, LIVE-01] signed out, %s leads to /auth and opens no socket',
  async (at) => {
    const sockets: string[] = []
    vi.stubGlobal('WebSocket', function open(address: string) {
      sockets.push(address)
    })
    server.failWith(authCalls.whoAmI, 'unauthenticated')
    const { path } = open(at)
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeTruthy()
    expect(path()).toBe('/auth')
    expect(sockets).toEqual([])
  },
)

it.each(['0012', '1e5', 'true', 'K7WB2M9P'])(
  '[AUTH-30] the referral code %s is passed to /auth unchanged',
  async (code) => {
    server.failWith(authCalls.whoAmI, 'unauthenticated')
    server.respond(referralsCalls.validateText, { valid: false })
    const { path } = open(`/?ref=${code}`)
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeTruthy()
    expect(path()).toBe(`/auth?ref=${code}`)
  },
)

const linkOf = (facts: Partial<MailedLinkDescription> = {}): MailedLinkDescription => ({
  purpose: 'verify',
  email: 'mia@example.org',
  isOwn: false,
  isChange: false,
  isDone: false,
  needsSignIn: false,
  ...facts,
})
const confirmButton = () => screen.findByRole('button', { name: 'Confirm this address' })

it.each(['0012', '1e5', 'true'])(
  '[AUTH-37] [AUTH-49] the verification link %s asks first, also signed out, and is removed from the address',
  async (secret) => {
    server.failWith(authCalls.whoAmI, 'unauthenticated')
    server.respond(identityCalls.describeMailedLink, linkOf())
    server.respond(identityCalls.verifyEmail, { status: true, email: 'mia@example.org' })
    const { path } = open(`/settings?verified=${secret}-out`)
    const confirm = await confirmButton()
    expect(screen.getByText(/that was created with it/).textContent).toContain('mia@example.org')
    expect(path()).toBe('/auth?verified')
    expect(server.count(identityCalls.verifyEmail)).toBe(0)
    await user.click(confirm)
    expect(await screen.findByText('Your email address is confirmed. Please sign in.')).toBeTruthy()
    const followed = server.calls.find(({ path: called }) => called === identityCalls.verifyEmail.path)
    expect(followed?.body).toEqual({ token: `${secret}-out` })
    expect(server.count(identityCalls.verifyEmail)).toBe(1)
    expect(consumeReturnPath()).toBeNull()
  },
)

it('[AUTH-49] signed out, a change of address asks to sign in to its account, and the sign-in leads back', async () => {
  server.failWith(authCalls.whoAmI, 'unauthenticated')
  server.respond(
    identityCalls.describeMailedLink,
    linkOf({ email: 'new@example.org', isChange: true, needsSignIn: true }),
  )
  open('/settings?verified=change')
  const banner = await screen.findByText(/sign in to the account that is to get it first/)
  expect(banner.textContent).toContain('new@example.org')
  expect(screen.queryByRole('button', { name: 'Confirm this address' })).toBeNull()
  expect(consumeReturnPath()).toBe('/settings?verified=change')
})

it('[AUTH-37] [AUTH-49] signed in, one press confirms the address, and the account is refetched', async () => {
  server.respond(authCalls.whoAmI, identity, { ...identity, emailVerified: true })
  server.respond(authCalls.userByUid, mia)
  server.respond(authCalls.currentUser, mia)
  server.respond(profileCalls.stockPictures, [])
  server.respond(identityCalls.describeMailedLink, linkOf({ isOwn: true }))
  server.respond(identityCalls.verifyEmail, { status: true, email: 'mia@example.org' })
  const { path, session } = open('/settings?verified=1e5')
  const confirm = await confirmButton()
  expect(server.count(identityCalls.verifyEmail)).toBe(0)
  await user.click(confirm)
  expect(await screen.findByText('Your email address is confirmed.')).toBeTruthy()
  expect(path()).toBe('/settings?verified')
  await waitFor(() => expect(session.state().identity?.emailVerified).toBe(true))
  expect(await screen.findByText('Confirmed')).toBeTruthy()
  expect(server.count(identityCalls.verifyEmail)).toBe(1)
})

it('[AUTH-49] signed in to another account, a link that needs its own says so and offers no press @full', async () => {
  server.respond(authCalls.whoAmI, identity)
  server.respond(authCalls.userByUid, mia)
  server.respond(authCalls.currentUser, mia)
  server.respond(profileCalls.stockPictures, [])
  server.respond(identityCalls.describeMailedLink, linkOf({ email: 'boss@example.org', needsSignIn: true }))
  open('/settings?verified=theirs')
  expect((await screen.findByText(/belongs to another account/)).textContent).toContain('boss@example.org')
  expect(screen.queryByRole('button', { name: 'Confirm this address' })).toBeNull()
})

it('[AUTH-37] a link that got no response can be retried; an expired one offers another mail @full', async () => {
  server.respond(authCalls.whoAmI, identity)
  server.respond(authCalls.userByUid, mia)
  server.respond(authCalls.currentUser, mia)
  server.respond(profileCalls.stockPictures, [])
  server.failConnection(identityCalls.describeMailedLink)
  open('/settings?verified=lost')
  expect(await screen.findByText('Your email address could not be confirmed just now.')).toBeTruthy()
  server.respond(identityCalls.describeMailedLink, linkOf({ isOwn: true }))
  server.failConnection(identityCalls.verifyEmail)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await user.click(await confirmButton())
  expect(await screen.findByText('Your email address could not be confirmed just now.')).toBeTruthy()
  server.failWith(identityCalls.describeMailedLink, authErrors['invalid-link'])
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  const message = await screen.findByText(
    'This link has expired or has already been used. Please request a new one.',
  )
  server.respond(identityCalls.sendVerificationEmail, { status: true })
  const again = within(message.parentElement ?? message).getByRole('button', { name: 'Send again' })
  await user.click(again)
  expect(await screen.findAllByText('mia@example.org')).not.toHaveLength(0)
  expect(server.count(identityCalls.sendVerificationEmail)).toBe(1)
})

it('[OPS-18] [AUTH-49] the setup link asks the signed-in member, and only a press claims the role', async () => {
  server.respond(authCalls.whoAmI, identity)
  server.respond(authCalls.userByUid, mia)
  open('/first-admin#setup')
  expect(await screen.findByRole('heading', { name: 'Become the first administrator?' })).toBeTruthy()
  expect(screen.getByText('mia@example.org')).toBeTruthy()
  expect(server.count(firstAdminCalls.becomeFirstAdmin)).toBe(0)
  server.failWith(firstAdminCalls.becomeFirstAdmin, memberErrors.first_admin_link_void)
  await user.click(screen.getByRole('button', { name: 'Become the administrator' }))
  expect((await screen.findByRole('alert')).textContent).toContain('This link has been used')
  expect(server.calls.findLast(({ method }) => method === 'POST')?.body).toEqual({ token: 'setup' })
})

it('[OPS-18, MED-48] after the profile the first administrator comes to the room, where the setup steps are', async () => {
  const newcomer = { ...mia, profileCompleted: false, profilePicture: null }
  server.respond(authCalls.whoAmI, identity)
  server.respond(authCalls.userByUid, newcomer, { ...newcomer, isAdmin: true })
  server.respond(profileCalls.stockPictures, [])
  server.respond(firstAdminCalls.becomeFirstAdmin, { success: true })
  const { path } = open('/first-admin#setup')
  await user.click(await screen.findByRole('button', { name: 'Become the administrator' }))
  await waitFor(() => expect(path()).toBe('/settings'))
  // Without a saved path, the first save leads to the room.
  expect(consumeReturnPath()).toBeNull()
})

it('[OPS-18, AUTH-43] a visitor who follows the setup link returns to it after the sign-in', async () => {
  server.failWith(authCalls.whoAmI, 'unauthenticated')
  const { path } = open('/first-admin#setup')
  expect(await screen.findByRole('button', { name: 'Sign In' })).toBeTruthy()
  expect(path()).toBe('/auth')
  expect(consumeReturnPath()).toBe('/first-admin#setup')
})

it.each(['0012', '1e5', 'true'])(
  '[AUTH-38] the reset secret %s is removed from the address at once, and is still used',
  async (secret) => {
    server.respond(authCalls.whoAmI, identity)
    server.respond(authCalls.userByUid, mia)
    server.failConnection(identityCalls.resetPassword)
    const { path } = open(`/auth?reset=${secret}`)
    expect(await screen.findByRole('heading', { name: 'Choose a new password' })).toBeTruthy()
    await waitFor(() => expect(path()).toBe('/auth'))
    await user.type(await screen.findByLabelText('New password'), 'a still pond{Enter}')
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(server.calls.at(-1)?.body).toEqual({ token: secret, newPassword: 'a still pond' })
  },
)

it('[AUTH-38] an expired reset link shows a banner and a way back to sign-in', async () => {
  server.failWith(authCalls.whoAmI, 'unauthenticated')
  server.failWith(identityCalls.describeMailedLink, authErrors['invalid-link'])
  open('/auth?reset=spent')
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeTruthy()
  expect(screen.getByText(/^This link has expired or has already been used\./)).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Send a new link' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Back to sign-in' }))
  expect(await screen.findByRole('button', { name: 'Forgot password?' })).toBeTruthy()
})

it('[PROF-28] the undo link opens the new-password form and is removed from the address', async () => {
  server.failWith(authCalls.whoAmI, 'unauthenticated')
  server.failWith(identityCalls.resetPassword, authErrors['weak-password'])
  const { path } = open('/auth?undo=0012')
  expect(await screen.findByRole('heading', { name: 'Recover your account' })).toBeTruthy()
  await waitFor(() => expect(path()).toBe('/auth'))
  await user.type(await screen.findByLabelText('New password'), 'a still pond{Enter}')
  expect(await screen.findByText('Password is too weak. Please choose a stronger password.')).toBeTruthy()
  expect(server.calls.at(-1)?.body).toEqual({ token: '0012', newPassword: 'a still pond' })
})

it.each(['/auth?undo=spent', '/auth?undo'])(
  '[PROF-28] an expired undo link shows a banner: %s',
  async (at) => {
    server.failWith(authCalls.whoAmI, 'unauthenticated')
    server.failWith(identityCalls.describeMailedLink, authErrors['invalid-link'])
    open(at)
    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeTruthy()
    expect(screen.getByText(/It works once, within seven days/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Send a new link' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Back to sign-in' }))
    expect(await screen.findByRole('button', { name: 'Forgot password?' })).toBeTruthy()
  },
)

it.each([
  ['/mood-analytics', 'Energy Analytics'],
  ['/auth', 'You are signed in'],
  ['/nowhere', '404 Page Not Found'],
])('[AUTH-32] a signed-in member’s referral code is removed from the address of %s', async (at, heading) => {
  server.respond(authCalls.whoAmI, identity)
  server.respond(authCalls.userByUid, mia)
  const { path } = open(`${at}?ref=K7WB2M9P`)
  expect(await screen.findByRole('heading', { name: heading })).toBeTruthy()
  await waitFor(() => expect(path()).toBe(at))
  expect(server.count(referralsCalls.validateText)).toBe(0)
})

it('[SHELL-14] nothing is polled while signed out', async () => {
  server.failWith(authCalls.whoAmI, 'unauthenticated')
  open('/nowhere')
  expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Sign In' })).toBeTruthy()
  expect(server.count(roomCalls.onlineCount)).toBe(0)
})
