// /auth with a referral link, on a whole page: which form is shown, and the code that a sign-up sends.
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { authCalls, identityCalls, type Identity } from '#features/auth/contract.ts'
import { authErrors } from '#features/auth/errors.ts'
import { signUpCalls } from '#features/auth/sign-up-contract.ts'
import { termsErrors } from '#features/auth/terms-errors.ts'
import { publicCommunityCalls } from '#features/community/public-contract.ts'
import { previewCalls } from '#features/meditation/contract.ts'
import { profileCalls } from '#features/profile/contract.ts'
import { referralsCalls } from '#features/referrals/contract.ts'
import { roomCalls } from '#features/rooms/contract.ts'
import { translate } from '#shared/i18n/t.ts'
import { testCommunity } from '#test/web/community.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { openApp } from '#test/web/open-app.tsx'
import { emptyPreview } from '#test/web/preview.ts'
import { unaAccount, unaIdentity } from '#test/web/una.ts'
import { setUpUser } from '#test/web/user.ts'
import { setCommunity } from '#web/community.ts'
import { toastStore } from '#web/toast-store.ts'

const { validateText: validate } = referralsCalls
const valid = { valid: true, referrer: { name: 'Mia Member' } }

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  server.respond(previewCalls.preview, emptyPreview)
  server.failWith(authCalls.whoAmI, 'unauthenticated')
  server.respond(roomCalls.onlineCount, { count: 0 })
  server.respond(profileCalls.stockPictures, [])
  vi.stubGlobal('scrollTo', () => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const open = (path: string) => ({ user: setUpUser(), ...openApp(path) })

const heading = (name: string) => screen.findByRole('heading', { name })
const banner = async (text: string) =>
  waitFor(() => expect(within(screen.getByRole('main')).getByRole('status').textContent).toContain(text))

/** Signs up with the form shown. */
async function join(user: UserEvent) {
  await user.type(await screen.findByLabelText('Full name'), 'Una')
  await sendForm(user)
}

async function signIn(user: UserEvent) {
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
  await sendForm(user)
}

async function sendForm(user: UserEvent) {
  await user.type(screen.getByLabelText('Email'), 'una@example.org')
  await user.type(screen.getByLabelText('Password'), 'a calm lake at six{Enter}')
}

const signInResponse = { user: { id: 'uid-una', email: 'una@example.org', name: 'Una' } }

/** The provider accepts Una, who isn't registered; the returned function gives the registrations made so far. */
function stubSignIn() {
  server.respond(signUpCalls.signUpWithEmail, signInResponse)
  server.respond(identityCalls.signInWithEmail, signInResponse)
  server.respond(authCalls.whoAmI, unaIdentity)
  server.failWith(authCalls.userByUid, authErrors.user_not_registered)
  server.respond(signUpCalls.register, unaAccount)
  server.respond(authCalls.currentUser, unaAccount)
  return () => server.calls.filter(({ path }) => path === '/api/auth/register').map(({ body }) => body)
}

const withoutTerms = { email: 'una@example.org', name: 'Una', firebaseUid: 'uid-una' }
/** Of a sign-up, whose form shows the terms. */
const withoutCode = { ...withoutTerms, acceptedTerms: 1 }

const lastToast = () => toastStore.records()[0]

it('[AUTH-28, AUTH-29] a referral link opens Sign Up, and the sign-up uses its code', async () => {
  const release = server.respondLater(validate, valid)
  const { user, path } = open('/?ref=k7wb2m9p')
  expect(await heading('A place for you')).toBeTruthy()
  expect(path()).toBe('/auth?ref=k7wb2m9p')
  await banner('Referral code K7WB2M9P')
  release()
  await banner('Invited by Mia Member')
  const registered = stubSignIn()
  await join(user)
  await waitFor(() => expect(path()).toBe('/settings'))
  expect(registered()).toEqual([{ ...withoutCode, inviteCode: 'k7wb2m9p' }])
  expect(lastToast()).toMatchObject({ title: 'Account created successfully' })
  expect(lastToast()?.description).toBeNull()
})

it('[AUTH-28, AUTH-29] an invalid code changes no form; the sign-up omits it', async () => {
  server.respond(validate, { valid: false })
  const { user, path } = open('/auth?ref=true')
  await banner('Invalid referral code: TRUE')
  expect(await heading('A place for you')).toBeTruthy()
  const registered = stubSignIn()
  await join(user)
  await waitFor(() => expect(path()).toBe('/settings'))
  expect(registered()).toEqual([withoutCode])
  expect(lastToast()?.description).toBeNull()
})

it('[AUTH-01, AUTH-28] without a code Sign In opens, and the chosen form stays when the code turns out valid', async () => {
  const { user: stranger } = open('/auth?ref=%20')
  expect(await heading('Sit with us')).toBeTruthy()
  await stranger.click(screen.getByRole('button', { name: 'Sign Up' }))
  expect(await heading('A place for you')).toBeTruthy()
  cleanup()
  const release = server.respondLater(validate, valid)
  const { user } = open('/auth?ref=K7WB2M9P')
  await user.click(await screen.findByRole('button', { name: 'Sign In' }))
  release()
  await banner('Invited by Mia Member')
  expect(await heading('Sit with us')).toBeTruthy()
  expect(screen.queryByLabelText('Full name')).toBeNull()
})

it('[AUTH-29] a sign-up waits for the code check and uses the code', async () => {
  const release = server.respondLater(validate, valid)
  const { user, path } = open('/auth?ref=K7WB2M9P')
  await heading('A place for you')
  const registered = stubSignIn()
  await join(user)
  await waitFor(() => expect(server.count(signUpCalls.signUpWithEmail)).toBe(1))
  expect(server.count(signUpCalls.register)).toBe(0)
  release()
  await waitFor(() => expect(path()).toBe('/settings'))
  expect(registered()).toEqual([{ ...withoutCode, inviteCode: 'K7WB2M9P' }])
})

it('[AUTH-29] a failed code check is retried in parallel with the sign-up', async () => {
  server.failWith(validate, 'rate_limited')
  const { user, path } = open('/auth?ref=K7WB2M9P')
  await banner('We’ll check it again when you join.')
  const registered = stubSignIn()
  const letThrough = server.respondLater(signUpCalls.signUpWithEmail, signInResponse)
  server.respond(validate, valid)
  await join(user)
  await banner('Invited by Mia Member')
  expect(server.count(signUpCalls.register)).toBe(0)
  letThrough()
  await waitFor(() => expect(path()).toBe('/settings'))
  expect(registered()).toEqual([{ ...withoutCode, inviteCode: 'K7WB2M9P' }])
})

it('[AUTH-29] a sign-up with an uncheckable code omits it and says what the member can do @full', async () => {
  server.failWith(validate, 'unavailable')
  const { user, path } = open('/auth?ref=K7WB2M9P')
  await banner('couldn’t be checked')
  const registered = stubSignIn()
  await join(user)
  await waitFor(() => expect(path()).toBe('/settings'))
  expect(registered()).toEqual([withoutCode])
  expect(lastToast()).toMatchObject({
    title: 'Account created successfully',
    description: 'Your friend’s code couldn’t be checked. An administrator can add it.',
  })
})

it('[COM-13] a sign-up with older terms says so; the next press accepts the present ones', async () => {
  onTestFinished(() => setCommunity(testCommunity))
  const { user, path } = open('/auth')
  await user.click(await screen.findByRole('button', { name: 'Sign Up' }))
  const registered = stubSignIn()
  server.failWith(signUpCalls.signUpWithEmail, termsErrors.terms_changed)
  server.respond(publicCommunityCalls.community, { ...testCommunity, termsVersion: 2 })
  await join(user)
  expect((await screen.findByRole('alert')).textContent).toBe(translate(termsErrors.terms_changed.message))
  expect(path()).toBe('/auth')
  server.respond(signUpCalls.signUpWithEmail, signInResponse)
  await user.click(screen.getByRole('button', { name: 'Sign Up' }))
  await waitFor(() => expect(path()).toBe('/settings'))
  expect(registered()).toEqual([{ ...withoutTerms, acceptedTerms: 2 }])
})

it('[AUTH-42] after a sign-out in another tab nothing that was typed is promised', async () => {
  const { session } = open('/auth')
  await act(() => session.load({ ended: 'in-another-tab' }))
  expect(await screen.findByText('You were signed out in another tab.')).toBeTruthy()
  expect(screen.queryByText(/What you typed will still be here/)).toBeNull()
})

it('[COM-17] the footer’s legal notice is a page of this site, and only there with someone responsible', async () => {
  const links = [
    { kind: 'legal-notice', label: '', url: '' },
    { kind: 'website', label: 'Our house', url: 'https://example.org' },
  ]
  onTestFinished(() => setCommunity(testCommunity))
  act(() => setCommunity({ ...testCommunity, joining: 'closed', hasLegalNotice: true, links }))
  open('/auth')
  const link = await screen.findByRole('link', { name: 'Legal notice' })
  expect(link.getAttribute('href')).toBe('/legal-notice')
  expect(link.getAttribute('target')).toBeNull()
  expect(screen.getByRole('link', { name: /^Our house/ }).getAttribute('target')).toBe('_blank')
  act(() => setCommunity({ ...testCommunity, links }))
  expect(screen.queryByRole('link', { name: 'Legal notice' })).toBeNull()
  expect(screen.getByRole('link', { name: /^Our house/ })).toBeTruthy()
})

it('[AUTH-29] a sign-in that turns out to be a registration uses the code @full', async () => {
  server.respond(validate, valid)
  const { user, path } = open('/auth?ref=K7WB2M9P')
  await banner('Invited by Mia Member')
  const registered = stubSignIn()
  await signIn(user)
  await waitFor(() => expect(path()).toBe('/settings'))
  expect(registered()).toEqual([{ ...withoutTerms, inviteCode: 'K7WB2M9P' }])
})

it('[AUTH-29] a member who signs in from a referral link doesn’t wait for the code check @full', async () => {
  server.respondLater(validate, valid)
  const { user, path } = open('/auth?ref=K7WB2M9P')
  await banner('Referral code K7WB2M9P')
  stubSignIn()
  server.respond(authCalls.userByUid, unaAccount)
  await signIn(user)
  await waitFor(() => expect(path()).toBe('/settings'))
  expect(lastToast()).toMatchObject({ title: 'Welcome back' })
})

it('[AUTH-39] a taken email address mentions the verification mail if Firebase sent one @full', async () => {
  server.failWith(authCalls.userByUid, authErrors.user_not_registered)
  server.failWith(signUpCalls.register, authErrors.email_taken)
  const read = async (who: Identity) => {
    server.respond(authCalls.whoAmI, who)
    open('/auth')
    const { textContent } = await screen.findByRole('alert')
    cleanup()
    return textContent
  }
  const taken = 'An account with this email already exists. Please sign in instead.'
  expect(await read(unaIdentity)).toBe(taken)
  expect(await read({ ...unaIdentity, provider: 'firebase', emailVerified: true })).toBe(taken)
  const follow = 'If it is yours, follow the link in the email sent there, then sign in again.'
  expect(await read({ ...unaIdentity, provider: 'firebase' })).toBe(`${taken} ${follow}`)
})

it('[AUTH-48] it says what is on today, when the bell rings and how many sat yesterday; Sign Up says what one agrees to', async () => {
  server.respond(previewCalls.preview, {
    today: { title: 'Walking the shoreline', language: 'es', duration: 24 },
    startsAt: Date.now() + 90 * 60_000,
    tomorrow: null,
    nextDay: null,
    satYesterday: 1_204,
  })
  const { user } = open('/auth')
  // On the picture and below it; the width decides which one is shown.
  const titles = await screen.findAllByText('Walking the shoreline')
  expect(titles.map((title) => title.getAttribute('lang'))).toEqual(['es', 'es'])
  expect(screen.getAllByText(/^The bell rings at \d+:\d\d [AP]M, in 1 h (30|29) min$/)).toHaveLength(2)
  expect(screen.getAllByText('24 min · 1,204 people sat here yesterday')).toHaveLength(2)
  expect(screen.queryByText(/By joining you accept/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Sign Up' }))
  expect(screen.getByText(/By joining you accept/)).toBeTruthy()
})

const cookieSentence = 'Your browser didn’t keep the sign-in cookie. Please allow cookies for this site.'

it('[AUTH-51] a sign-in, a sign-up or a new password whose cookie the browser refuses says so', async () => {
  server.respond(signUpCalls.signUpWithEmail, signInResponse)
  server.respond(identityCalls.signInWithEmail, signInResponse)
  const { user } = open('/auth')
  await user.click(await screen.findByRole('button', { name: 'Sign In' }))
  await sendForm(user)
  expect((await screen.findByRole('alert')).textContent).toBe(cookieSentence)
  await user.click(screen.getByRole('button', { name: 'Sign Up' }))
  expect(screen.queryByRole('alert')).toBeNull()
  await user.type(await screen.findByLabelText('Full name'), 'Una')
  await user.type(screen.getByLabelText('Password'), '{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe(cookieSentence)
  cleanup()
  server.respond(identityCalls.describeMailedLink, {
    purpose: 'reset',
    email: 'una@example.org',
    isOwn: false,
    isChange: false,
    isDone: false,
    needsSignIn: false,
  })
  server.respond(identityCalls.resetPassword, { status: true })
  const { user: other } = open('/auth?reset=0012')
  await other.type(await screen.findByLabelText('New password'), 'a still pond{Enter}')
  expect(await screen.findByText('Your new password is saved. Please sign in with it.')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toBe(cookieSentence)
})

it('[AUTH-01] [LANG-08] a reload, or the terms and back, keeps all that a newcomer typed but the password', async () => {
  server.respond(validate, valid)
  setCommunity({ ...testCommunity, joining: 'invitation' })
  onTestFinished(() => setCommunity(testCommunity))
  const { user } = open('/auth')
  await user.click(await screen.findByRole('button', { name: 'Sign Up' }))
  await user.type(await screen.findByLabelText('Invitation code'), 'K7WB2M9P')
  await user.type(screen.getByLabelText('Full name'), 'Una')
  await user.type(screen.getByLabelText('Email'), 'una@example.org')
  await user.type(screen.getByLabelText('Password'), 'a calm lake')
  expect(JSON.stringify(sessionStorage)).not.toContain('a calm lake')
  expect(localStorage).toHaveLength(0)
  cleanup()
  open('/auth')
  const valueOf = async (name: string) => (await screen.findByLabelText<HTMLInputElement>(name)).value
  expect(await valueOf('Invitation code')).toBe('K7WB2M9P')
  expect([await valueOf('Full name'), await valueOf('Email'), await valueOf('Password')]).toEqual([
    'Una',
    'una@example.org',
    '',
  ])
  // Another link is another invitation.
  cleanup()
  open('/auth?invite=ABCDEFGHJKMN')
  expect(await valueOf('Invitation code')).toBe('ABCDEFGHJKMN')
})

it('[AUTH-51] a session that can’t be read after the proof says that the connection failed', async () => {
  server.respond(identityCalls.signInWithEmail, signInResponse)
  const { user } = open('/auth')
  await screen.findByRole('button', { name: 'Sign In' })
  server.failConnection(authCalls.whoAmI)
  await signIn(user)
  expect((await screen.findByRole('alert')).textContent).toBe('The connection failed. Please try again.')
})

it('[AUTH-52] [T72] a newcomer who must wait reads for how long, keeps the typed text, and goes on without a press', async () => {
  const { user, path } = open('/auth')
  await user.click(await screen.findByRole('button', { name: 'Sign Up' }))
  stubSignIn()
  server.respondInLine(signUpCalls.signUpWithEmail, 1, signInResponse)
  server.respondInLine(authCalls.whoAmI, 1, unaIdentity)
  server.respondInLine(signUpCalls.register, 1, unaAccount)
  await join(user)
  const sentence =
    'Many people are joining from your address. You are in line; this page goes on by itself in about 1 minute.'
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('a calm lake at six')
  await waitFor(() => expect(path()).toBe('/settings'), { timeout: 10_000 })
  expect(screen.queryByText(sentence)).toBeNull()
  for (const call of [signUpCalls.signUpWithEmail, signUpCalls.register]) expect(server.count(call)).toBe(2)
})

it('[AUTH-52] a sign-in and the check of a code wait for their turn, too @full', async () => {
  server.respondInLine(validate, 1, valid)
  const { user, path } = open('/auth?ref=K7WB2M9P')
  expect(await screen.findByText(/^Many people are joining from your address/)).toBeTruthy()
  await banner('Invited by Mia Member')
  stubSignIn()
  server.respond(authCalls.userByUid, unaAccount)
  server.respondInLine(identityCalls.signInWithEmail, 1, signInResponse)
  await signIn(user)
  expect(await screen.findByText(/^Many sign-ins are waiting. You are in line/)).toBeTruthy()
  await waitFor(() => expect(path()).toBe('/settings'), { timeout: 10_000 })
})
