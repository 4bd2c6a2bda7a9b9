// /auth for whoever came by a friend's link, on a whole page: which form they find, and what they join by.
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { authCalls, identityCalls, type Account, type Identity } from '#features/auth/contract.ts'
import { createSession } from '#features/auth/web/session.ts'
import { SessionProvider } from '#features/auth/web/use-user.ts'
import { liveCalls } from '#features/live/contract.ts'
import { profileCalls } from '#features/profile/contract.ts'
import { referralsCalls } from '#features/referrals/contract.ts'
import { startFakeServer, type FakeServer } from '#test/fake-server.ts'
import { createAppRouter } from '../routes.tsx'

const identity: Identity = { uid: 'uid-una', email: 'una@example.org', name: 'Una', emailVerified: false }
const una: Account = {
  id: 9,
  name: 'Una',
  email: 'una@example.org',
  pendingEmail: null,
  isAdmin: false,
  isGardenAngel: false,
  profilePicture: null,
  profileCompleted: false,
  createdAt: '2026-11-21T18:00:00.000Z',
}
const { validate } = referralsCalls
const valid = { valid: true, referrer: { name: 'Mia Member' } }

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  server.refuse(authCalls.whoAmI, 'unauthenticated')
  server.answer(liveCalls.onlineCount, { count: 0 })
  server.answer(profileCalls.stockPictures, [])
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
  vi.stubGlobal('scrollTo', () => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  vi.restoreAllMocks()
})

function open(path: string) {
  const session = createSession({ reload: () => undefined })
  onTestFinished(session.start())
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createAppRouter(history)
  void session.load()
  render(
    <SessionProvider value={session}>
      <RouterProvider router={router} />
    </SessionProvider>,
  )
  return { user: userEvent.setup(), path: () => history.location.href }
}

const heading = (name: string) => screen.findByRole('heading', { name })
const banner = async (text: string) =>
  waitFor(() => expect(within(screen.getByRole('main')).getByRole('status').textContent).toContain(text))

/** Fills in what the form of either mode asks for and sends it. */
async function join(user: UserEvent) {
  await user.type(screen.getByLabelText('Full name'), 'Una')
  await user.type(screen.getByLabelText('Email'), 'una@example.org')
  await user.type(screen.getByLabelText('Password'), 'a quiet lake at six{Enter}')
}

/** From now on the provider lets Una in, who isn't registered; answers what was registered so far. */
function letIn() {
  const proved = { user: { id: 'uid-una', email: 'una@example.org', name: 'Una' } }
  server.answer(identityCalls.signUpWithEmail, proved)
  server.answer(identityCalls.signInWithEmail, proved)
  server.answer(authCalls.whoAmI, identity)
  server.refuse(authCalls.userByUid, 'user_not_registered')
  server.answer(authCalls.register, una)
  server.answer(authCalls.currentUser, una)
  return () => server.calls.filter(({ path }) => path === '/api/auth/register').map(({ body }) => body)
}

const withoutCode = { email: 'una@example.org', name: 'Una', firebaseUid: 'uid-una' }

it('[AUTH-28, AUTH-29] by a valid link one finds Sign Up, and joins by its code', async () => {
  const answer = server.hold(validate, valid)
  const { user, path } = open('/?ref=k7wb2m9p')
  expect(await heading('Sit with us today')).toBeTruthy()
  expect(path()).toBe('/auth?ref=k7wb2m9p')
  await banner('Referral code K7WB2M9P')
  answer()
  expect(await heading('A place for you')).toBeTruthy()
  await banner('Invited by Mia Member')
  const registered = letIn()
  await join(user)
  await waitFor(() => expect(path()).toBe('/settings'))
  expect(registered()).toEqual([{ ...withoutCode, referralCode: 'K7WB2M9P' }])
})

it('[AUTH-28, AUTH-29] by an invalid one one finds Sign In, and joins without it', async () => {
  server.answer(validate, { valid: false })
  const { user, path } = open('/auth?ref=true')
  await banner('Invalid referral code: TRUE')
  expect(await heading('Sit with us today')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Sign Up' }))
  const registered = letIn()
  await join(user)
  await waitFor(() => expect(path()).toBe('/settings'))
  expect(registered()).toEqual([withoutCode])
})

it('[AUTH-28] what somebody has begun or chosen stays as it is when the code turns out valid', async () => {
  const answer = server.hold(validate, valid)
  const { user } = open('/auth?ref=K7WB2M9P')
  await user.type(await screen.findByLabelText('Email'), 'mia@')
  answer()
  await banner('Invited by Mia Member')
  expect(screen.queryByLabelText('Full name')).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('mia@')
})

it('[AUTH-29] who signs up before the answer is there waits for it and joins by the code', async () => {
  const answer = server.hold(validate, valid)
  const { user, path } = open('/auth?ref=K7WB2M9P')
  await user.click(await screen.findByRole('button', { name: 'Sign Up' }))
  const registered = letIn()
  await join(user)
  await waitFor(() => expect(server.count(identityCalls.signUpWithEmail)).toBe(1))
  expect(server.count(authCalls.register)).toBe(0)
  answer()
  await waitFor(() => expect(path()).toBe('/settings'))
  expect(registered()).toEqual([{ ...withoutCode, referralCode: 'K7WB2M9P' }])
})

it('[AUTH-29] also whoever signs in and turns out not to be registered joins by it', async () => {
  server.answer(validate, valid)
  const { user, path } = open('/auth?ref=K7WB2M9P')
  await banner('Invited by Mia Member')
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
  const registered = letIn()
  await user.type(screen.getByLabelText('Email'), 'una@example.org')
  await user.type(screen.getByLabelText('Password'), 'a quiet lake at six{Enter}')
  await waitFor(() => expect(path()).toBe('/settings'))
  expect(registered()).toEqual([{ ...withoutCode, referralCode: 'K7WB2M9P' }])
})
