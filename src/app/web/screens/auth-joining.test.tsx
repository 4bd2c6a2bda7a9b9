// /auth at the three doors: what a visitor reads, the code beside its field, and someone signed in without a place.
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { authCalls, identityCalls } from '#features/auth/contract.ts'
import { authErrors } from '#features/auth/errors.ts'
import { joinErrors } from '#features/auth/join-errors.ts'
import { signUpCalls } from '#features/auth/sign-up-contract.ts'
import { previewCalls } from '#features/meditation/contract.ts'
import { profileCalls } from '#features/profile/contract.ts'
import { referralsCalls } from '#features/referrals/contract.ts'
import { roomCalls } from '#features/rooms/contract.ts'
import type { JoiningMode } from '#shared/community.ts'
import { translate } from '#shared/i18n/t.ts'
import { testCommunity } from '#test/web/community.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { openApp } from '#test/web/open-app.tsx'
import { emptyPreview } from '#test/web/preview.ts'
import { unaAccount, unaIdentity } from '#test/web/una.ts'
import { setUpUser } from '#test/web/user.ts'
import { setCommunity } from '#web/community.ts'

const { validateText: validate } = referralsCalls
const code = 'ABCDEFGHJKMN'

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  server.failWith(authCalls.whoAmI, 'unauthenticated')
  server.respond(roomCalls.onlineCount, { count: 0 })
  server.respond(profileCalls.stockPictures, [])
  vi.stubGlobal('scrollTo', () => undefined)
  onTestFinished(() => {
    vi.unstubAllGlobals()
    localStorage.clear()
    act(() => setCommunity(testCommunity))
  })
})

function open(path: string, joining: JoiningMode, welcome = '') {
  setCommunity({ ...testCommunity, joining, welcome })
  return { user: setUpUser(), ...openApp(path) }
}

const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name)
const describedBy = (element: HTMLElement) =>
  document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent
const bodiesOf = (path: string) =>
  server.calls.filter((call) => call.path === path).map(({ body }) => body as Record<string, unknown>)
const signUps = () => bodiesOf('/api/identity/sign-up/email')
const registered = () => bodiesOf('/api/auth/register')

function stubSignUp() {
  const user = { id: 'uid-una', email: 'una@example.org', name: 'Una' }
  server.respond(signUpCalls.signUpWithEmail, { user })
  server.respond(identityCalls.signInWithEmail, { user })
  server.respond(authCalls.whoAmI, unaIdentity)
  server.failWith(authCalls.userByUid, authErrors.user_not_registered)
  server.respond(signUpCalls.register, unaAccount)
  server.respond(authCalls.currentUser, unaAccount)
}

async function fill(user: ReturnType<typeof setUpUser>) {
  await user.type(await field('Full name'), 'Una')
  await user.type(await field('Email'), 'una@example.org')
  await user.type(await field('Password'), 'a calm lake at six')
}
const signUp = (user: ReturnType<typeof setUpUser>) =>
  user.click(screen.getByRole('button', { name: 'Sign Up' }))

it('[COM-06] closed: says so, signs members in, and has no sign-up, whatever the link', async () => {
  for (const path of ['/auth', `/auth?invite=${code}`, '/auth?ref=K7WB2M9P']) {
    open(path, 'closed', 'We sit at dawn.')
    expect(
      await screen.findByText(
        'Stillwater isn’t taking new members right now. If you’re a member, welcome back.',
      ),
    ).toBeTruthy()
    expect(screen.getByText('We sit at dawn.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Sign In' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Sign Up' })).toBeNull()
    document.body.innerHTML = ''
  }
  expect(server.count(previewCalls.preview)).toBe(0)
  expect(server.count(validate)).toBe(0)
})

it('[COM-06] by invitation, without a code: kind words, and the missing code is named beside its field', async () => {
  const { user } = open('/auth', 'invitation')
  await user.click(await screen.findByRole('button', { name: 'Sign Up' }))
  expect(await screen.findByText('New members come to Stillwater by invitation.')).toBeTruthy()
  const codeField = await field('Invitation code')
  expect(describedBy(codeField)).toBe('Ask a member for their link. If they gave you a code, type it here.')
  await fill(user)
  await signUp(user)
  await waitFor(() =>
    expect(describedBy(codeField)).toBe('Please type your code, or open the link that a member sent you.'),
  )
  expect(document.activeElement).toBe(codeField)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(signUps()).toEqual([])
  expect(server.count(previewCalls.preview)).toBe(0)
})

it('[COM-06] by invitation, a link opens Sign Up; its code goes to both calls', async () => {
  server.respond(validate, { valid: true })
  const { user, path } = open(`/?invite=${code}`, 'invitation')
  const codeField = await field('Invitation code')
  expect(path()).toBe(`/auth?invite=${code}`)
  expect(codeField.value).toBe(code)
  await waitFor(() => expect(describedBy(codeField)).toBe('Your invitation is valid. Come in.'))
  stubSignUp()
  await fill(user)
  await signUp(user)
  await waitFor(() => expect(path()).toBe('/settings'))
  expect(signUps()).toMatchObject([{ name: 'Una', inviteCode: code }])
  expect(registered()).toMatchObject([{ inviteCode: code }])
})

it('[COM-06] by invitation, a member’s link names who invites', async () => {
  server.respond(validate, { valid: true, referrer: { name: 'Mia Member' } })
  open('/?ref=k7wb2m9p', 'invitation')
  const codeField = await field('Invitation code')
  await waitFor(() => expect(describedBy(codeField)).toBe('Invited by Mia Member.'))
})

it('[COM-06] an ended or unknown code is named beside its field at once; typed text survives the server’s refusal', async () => {
  server.respond(validate, { valid: false, isEnded: true })
  const { user } = open(`/auth?invite=${code}`, 'invitation')
  const codeField = await field('Invitation code')
  const expired = translate(joinErrors.invitation_expired.message)
  await waitFor(() => expect(describedBy(codeField)).toBe(expired))
  server.respond(validate, { valid: false })
  await user.clear(codeField)
  await user.type(codeField, 'nonsense')
  await user.tab()
  const unknown = 'We don’t know this code. Please check it, or ask a member for their link.'
  await waitFor(() => expect(describedBy(codeField)).toBe(unknown))
  server.failWith(signUpCalls.signUpWithEmail, joinErrors.invitation_needed)
  await fill(user)
  await signUp(user)
  await waitFor(() => expect(signUps()).toMatchObject([{ inviteCode: 'nonsense' }]))
  await waitFor(() => expect(document.activeElement).toBe(codeField))
  expect(describedBy(codeField)).toBe(unknown)
  expect((await field('Full name')).value).toBe('Una')
  expect((await field('Email')).value).toBe('una@example.org')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('[COM-06] open, the code of an invitation is sent along', async () => {
  server.respond(previewCalls.preview, {
    today: null,
    startsAt: null,
    tomorrow: null,
    nextDay: null,
    satYesterday: null,
  })
  server.respond(validate, { valid: true })
  const { user, path } = open(`/auth?invite=${code}`, 'open')
  expect(await screen.findByText('You have an invitation. Come in.')).toBeTruthy()
  stubSignUp()
  await fill(user)
  await signUp(user)
  await waitFor(() => expect(path()).toBe('/settings'))
  expect(registered()).toMatchObject([{ inviteCode: code }])
})

it('[COM-06] an account that may not join is asked for another code, and joins with it', async () => {
  stubSignUp()
  server.failWith(signUpCalls.register, joinErrors.invitation_expired)
  const { user, path } = open('/meditation', 'invitation')
  const codeField = await field('Invitation code')
  expect(path()).toBe('/auth')
  expect(screen.getByRole('heading', { name: 'You are signed in' })).toBeTruthy()
  expect(describedBy(codeField)).toBe(translate(joinErrors.invitation_expired.message))
  expect(screen.queryByRole('link', { name: 'Go to the meditation' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Sign Out' })).toBeTruthy()
  server.failWith(signUpCalls.register, joinErrors.invitation_needed)
  await user.type(codeField, 'nonsense')
  await user.click(screen.getByRole('button', { name: 'Join' }))
  await waitFor(() => expect(describedBy(codeField)).toContain('We don’t know this code.'))
  expect(codeField.value).toBe('nonsense')
  server.respond(signUpCalls.register, unaAccount)
  await user.clear(codeField)
  await user.type(codeField, `${code}{Enter}`)
  await waitFor(() => expect(path()).toBe('/settings'))
  expect(registered().at(-1)).toMatchObject({ inviteCode: code })
})

it('[COM-06] an account learns that joining is closed', async () => {
  stubSignUp()
  server.failWith(signUpCalls.register, joinErrors.joining_closed)
  open('/', 'closed')
  expect(await screen.findByText(translate(joinErrors.joining_closed.message))).toBeTruthy()
  expect(screen.queryByLabelText('Invitation code')).toBeNull()
})

it.each([
  ['bell', 'One guided meditation a day, at the same minute, for everyone.'],
  ['several', 'Several guided meditations a day, for everyone.'],
  ['', 'One guided meditation a day, for everyone.'],
])('[AUTH-48] a page of the cadence “%s” says: %s', async (cadence, lead) => {
  const meta = document.createElement('meta')
  meta.name = 'cadence'
  meta.content = cadence
  document.head.append(meta)
  onTestFinished(() => meta.remove())
  server.respond(previewCalls.preview, emptyPreview)
  open('/auth', 'open')
  expect(await screen.findByText(lead)).toBeTruthy()
})

const joinLink = {
  purpose: 'join',
  email: 'una@example.org',
  isOwn: false,
  isChange: false,
  isDone: false,
  needsSignIn: false,
} as const

it('[T87] a mailed link lets its one address sign up while joining is closed; a dead one says so, and changes nothing', async () => {
  server.respond(identityCalls.describeMailedLink, joinLink)
  const { user, path } = open('/auth?join=a-secret', 'closed')
  const email = await field('Email')
  expect([email.value, email.readOnly]).toEqual(['una@example.org', true])
  expect(path()).toBe('/auth')
  expect(signUps()).toEqual([])
  stubSignUp()
  await user.type(await field('Full name'), 'Una')
  await user.type(await field('Password'), 'a calm lake at six')
  await signUp(user)
  await waitFor(() => expect(path()).toBe('/settings'))
  expect(signUps()).toMatchObject([{ email: 'una@example.org', joinToken: 'a-secret' }])
})

it('[T87] a mailed link that is used or expired says so, before and after the form was filled in', async () => {
  server.failWith(identityCalls.describeMailedLink, authErrors['invalid-link'])
  open('/auth?join=spent', 'closed')
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeTruthy()
  expect(screen.queryByLabelText('Email')).toBeNull()
  document.body.innerHTML = ''
  server.respond(identityCalls.describeMailedLink, joinLink)
  server.failWith(signUpCalls.signUpWithEmail, authErrors['invalid-link'])
  const { user } = open('/auth?join=spent', 'closed')
  await user.type(await field('Full name'), 'Una')
  await user.type(await field('Password'), 'a calm lake at six')
  await signUp(user)
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Back to sign-in' }))
  expect(await screen.findByRole('heading', { name: 'Sit with us' })).toBeTruthy()
})
