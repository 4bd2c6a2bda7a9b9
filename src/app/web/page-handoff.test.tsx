// Page handoff: navigations between two documents of the app, and the state they carry.
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { authCalls } from '#features/auth/contract.ts'
import { authErrors } from '#features/auth/errors.ts'
import { signUpCalls } from '#features/auth/sign-up-contract.ts'
import { saveRedirectState, readRedirectState } from '#features/auth/web/data/oauth-redirect-state.ts'
import type { SessionClient } from '#features/auth/web/data/session-client.ts'
import { previewCalls } from '#features/meditation/contract.ts'
import { eventually } from '#test/eventually.ts'
import { fakeAccount, fakeIdentity } from '#test/people/fake-account.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { openApp, startSession } from '#test/web/open-app.tsx'
import { emptyPreview } from '#test/web/preview.ts'
import { toast, toastStore } from '#web/toast-store.ts'
import { isolateDocuments } from './document-isolation.ts'
import { restoreState, reloadWithState } from './page-handoff.ts'

const gia = fakeAccount({
  id: 9,
  name: 'Gia',
  profileCompleted: false,
  createdAt: '2026-11-21T18:00:00.000Z',
})
const identity = fakeIdentity(gia)

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  server.respond(authCalls.clearBrowserCache, null)
  server.respond(previewCalls.preview, emptyPreview)
  server.failWith(authCalls.whoAmI, 'unauthenticated')
  vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
})
afterEach(() => {
  for (const { id } of toastStore.records()) toastStore.close(id)
  sessionStorage.clear()
  localStorage.clear()
  window.history.replaceState(null, '', '/')
  vi.restoreAllMocks()
})

/** Unloads the page; another one restores its state. */
async function reloadPage(session: SessionClient): Promise<SessionClient> {
  reloadWithState(session)
  expect(window.location.reload).toHaveBeenCalledOnce()
  // Shown only while the page is already unloading.
  toast({ title: 'Signed out successfully', variant: 'destructive' })
  window.dispatchEvent(new Event('pagehide'))
  for (const { id } of toastStore.records()) toastStore.close(id)
  const next = startSession()
  await restoreState(next)
  return next
}

const openToasts = () => toastStore.records().filter(({ open }) => open)

function openPage(path: string) {
  const leave = vi.fn<() => void>()
  onTestFinished(isolateDocuments({ hasOwnAuth: true, leave }))
  return { leave, router: openApp(path).router }
}

it('a redirect to /auth reloads the document without rendering /auth in the old one', async () => {
  const { leave, router } = openPage('/settings?ref=0012')
  await eventually(() => expect(leave).toHaveBeenCalledOnce(), 5_000)
  expect(router.history.location.href).toBe('/auth?ref=0012')
  expect(screen.queryByLabelText('Email')).toBeNull()
})

it.each(['/auth', '/auth/', '/Auth', '/AUTH//'])('%s belongs to the /auth document', async (path) => {
  window.history.replaceState(null, '', path)
  const { leave, router } = openPage(path)
  expect(await screen.findByLabelText('Email')).toBeTruthy()
  await router.navigate({ to: '/auth' })
  expect(leave).not.toHaveBeenCalled()
  void router.navigate({ to: '/settings' })
  await eventually(() => expect(leave).toHaveBeenCalledOnce(), 5_000)
  expect(router.history.location.pathname).toBe('/settings')
})

it('a preload doesn’t leave the document', async () => {
  const { leave, router } = openPage('/nowhere')
  await eventually(() => expect(router.state.status).toBe('idle'))
  await router.preloadRoute({ to: '/auth' })
  await router.navigate({ to: '/neither' })
  expect(leave).not.toHaveBeenCalled()
})

it('[AUTH-06] the open toast is restored once after the reload', async () => {
  const next = await reloadPage(startSession())
  expect(openToasts()).toMatchObject([{ title: 'Signed out successfully', variant: 'destructive' }])
  expect(next.state()).toMatchObject({ status: 'signedOut', ended: null })
  expect(next.denial()).toBeNull()
  toastStore.close(openToasts()[0]?.id ?? 0)
  await restoreState(startSession())
  expect(openToasts()).toEqual([])
})

it('[AUTH-25] the denial, and the reason why the session ended, are restored after the reload', async () => {
  server.failWith(authCalls.whoAmI, 'banned', { reason: 'Unkind words' })
  server.respond(authCalls.signOut, null)
  const denied = startSession()
  await denied.load()
  server.failWith(authCalls.whoAmI, 'unauthenticated')
  const next = await reloadPage(denied)
  expect(next.denial()).toBe('Unkind words')
  await next.load({ ended: 'expired' })
  vi.mocked(window.location.reload).mockClear()
  expect((await reloadPage(next)).state()).toMatchObject({ status: 'signedOut', ended: 'expired' })
})

it('[AUTH-51] a return from Google without the session’s cookie says that the browser didn’t keep it', async () => {
  saveRedirectState({ by: 'server', ref: null, validCode: null, isUnchecked: false })
  const session = startSession()
  await restoreState(session)
  expect(session.state()).toMatchObject({ status: 'signedOut', ended: 'cookie-refused' })
})

it('[AUTH-05, AUTH-29] a member who returns from Google is registered with the referral code and welcomed', async () => {
  server.respond(authCalls.whoAmI, identity)
  server.failWith(authCalls.userByUid, authErrors.user_not_registered)
  server.respond(signUpCalls.register, gia)
  saveRedirectState({ by: 'server', ref: 'k7wb2m9p', validCode: 'K7WB2M9P', isUnchecked: false })
  await restoreState(startSession())
  expect(server.calls.at(-1)?.body).toMatchObject({ firebaseUid: 'uid-gia', inviteCode: 'K7WB2M9P' })
  expect(openToasts()).toMatchObject([{ title: 'Account created successfully' }])
  expect(readRedirectState()).toBeNull()

  server.respond(authCalls.userByUid, gia)
  saveRedirectState({ by: 'server', ref: 'k7wb2m9p', validCode: 'K7WB2M9P', isUnchecked: true })
  await restoreState(startSession())
  expect(openToasts()).toMatchObject([{ title: 'Welcome back', description: null }])
  expect(server.count(signUpCalls.register)).toBe(1)
})

it('[AUTH-30, AUTH-32] a return to /auth restores the referral code in the address unchanged', async () => {
  const lead = async (address: string, ref: string | null) => {
    window.history.replaceState(null, '', address)
    saveRedirectState({ by: 'server', ref, validCode: '1E5', isUnchecked: false })
    const arriving = restoreState(startSession())
    // Synchronous: the router reads the address next.
    const { pathname, search } = window.location
    await arriving
    expect(readRedirectState()).toBeNull()
    return pathname + search
  }
  expect(await lead('/auth?failed=cancelled', '1e5')).toBe('/auth?failed=cancelled&ref=1e5')
  expect(await lead('/auth?failed=cancelled', null)).toBe('/auth?failed=cancelled')
  expect(await lead('/auth?ref=0012', '1e5')).toBe('/auth?ref=0012')
  // The expected session is missing: the route guard redirects to /auth, with the code.
  expect(await lead('/meditation', 'true')).toBe('/meditation?ref=true')
  expect(openToasts()).toEqual([])

  server.respond(authCalls.whoAmI, identity)
  server.failWith(authCalls.userByUid, authErrors.user_not_registered)
  server.respond(signUpCalls.register, gia)
  await lead('/auth', '1e5')
  expect(server.calls.at(-1)?.body).not.toHaveProperty('inviteCode')
  expect(openToasts()).toEqual([])
})

it('[AUTH-09] a redirect that Firebase started is handled by the /auth screen', async () => {
  saveRedirectState({ by: 'firebase', rememberMe: true })
  await restoreState(startSession())
  expect(readRedirectState()).toEqual({ by: 'firebase', rememberMe: true })
})

it('[AUTH-21, AUTH-29] a registration that fails after the redirect keeps the code for the next load', async () => {
  server.respond(authCalls.whoAmI, identity)
  server.failWith(authCalls.userByUid, authErrors.user_not_registered)
  server.failWith(signUpCalls.register, 'unavailable')
  saveRedirectState({ by: 'server', ref: 'k7wb2m9p', validCode: 'K7WB2M9P', isUnchecked: false })
  await restoreState(startSession())
  expect(openToasts()).toEqual([])
  server.respond(signUpCalls.register, gia)
  await startSession().load()
  expect(server.calls.at(-1)?.body).toMatchObject({ inviteCode: 'K7WB2M9P' })
})
