// Bootstrap: what the page waits for, and how it starts without the page handoff chunk.
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { authCalls } from '#features/auth/contract.ts'
import { saveRedirectState } from '#features/auth/web/data/oauth-redirect-state.ts'
import { createSessionClient, type SessionClient } from '#features/auth/web/data/session-client.ts'
import { eventually } from '#test/eventually.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { bootstrap } from './bootstrap.ts'
import { blockCrossDocumentNavigation, isolateDocuments, savedStateKey } from './document-isolation.ts'
import * as arrival from './page-handoff.ts'

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  server.failWith(authCalls.whoAmI, 'unauthenticated')
  vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
})
afterEach(() => {
  isolateDocuments({ hasOwnAuth: false, leave: () => undefined })()
  sessionStorage.clear()
  window.history.replaceState(null, '', '/')
  vi.restoreAllMocks()
})

function openSession(): SessionClient {
  const session = createSessionClient({ reload: () => undefined })
  onTestFinished(session.start())
  return session
}

function configureFirebase() {
  const meta = document.createElement('meta')
  meta.name = 'identity'
  meta.content = JSON.stringify({ provider: 'firebase', google: true })
  document.head.append(meta)
  onTestFinished(() => meta.remove())
}

const load = vi.fn<() => Promise<typeof arrival>>()
const failedImport = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
const to = (pathname: string) => blockCrossDocumentNavigation({ location: { pathname }, preload: false })
const toAuth = () => to('/auth')
const signedOut = (session: SessionClient) =>
  eventually(() => expect(session.state().status).toBe('signedOut'))

it('[AUTH-03] with the built-in provider the page starts without the handoff module', async () => {
  const session = openSession()
  await bootstrap(session, load)
  await signedOut(session)
  expect(load).not.toHaveBeenCalled()
  expect(toAuth()).toBeUndefined()
})

it('[STREAM-27] a teacher’s desk is a document of its own: into it and out of it the page loads anew', async () => {
  const open = (path: string) => {
    window.history.replaceState(null, '', path)
    return bootstrap(openSession(), async () => arrival)
  }
  await open('/meditation')
  expect(to('/hosting')).toBeUndefined()
  expect(blockCrossDocumentNavigation({ location: { pathname: '/teach/7' }, preload: true })).toBeUndefined()
  for (const path of ['/teach/7', '/Teach/7/']) expect(to(path)).toBeInstanceOf(Promise)
  await eventually(() => expect(window.location.reload).toHaveBeenCalledTimes(2))
  await open('/teach/7')
  expect(to('/teach/8')).toBeUndefined()
  vi.mocked(window.location.reload).mockClear()
  expect(to('/hosting')).toBeInstanceOf(Promise)
  await eventually(() => expect(window.location.reload).toHaveBeenCalledOnce())
})

it('[STREAM-27] the state that a document leaves is restored in the next one', async () => {
  sessionStorage.setItem(savedStateKey, JSON.stringify({ toast: null, denial: 'Unkind words', ended: null }))
  const session = openSession()
  await bootstrap(session, async () => arrival)
  await eventually(() => expect(session.denial()).toBe('Unkind words'))
})

it('with Firebase the first screen doesn’t wait for the handoff; the session does', async () => {
  configureFirebase()
  const session = openSession()
  let come = () => undefined as void
  await bootstrap(
    session,
    () =>
      new Promise((resolve) => {
        come = () => resolve(arrival)
      }),
  )
  expect(server.calls).toEqual([])
  expect(toAuth()).toBeInstanceOf(Promise)
  come()
  await signedOut(session)
  await eventually(() => expect(window.location.reload).toHaveBeenCalledOnce())
})

it('[AUTH-30] after a return from Google the referral code is in the address before the first screen', async () => {
  saveRedirectState({ by: 'server', ref: '0012', validCode: null, isUnchecked: true })
  window.history.replaceState(null, '', '/auth?failed=failed')
  await bootstrap(openSession(), async () => arrival)
  expect(window.location.search).toBe('?failed=failed&ref=0012')
})

it('if the handoff fails to load, the page starts without it, and /auth is still a separate document', async () => {
  configureFirebase()
  saveRedirectState({ by: 'firebase', rememberMe: true })
  const session = openSession()
  await bootstrap(session, failedImport)
  await signedOut(session)
  expect(toAuth()).toBeInstanceOf(Promise)
  await eventually(() => expect(window.location.reload).toHaveBeenCalledOnce())
})
