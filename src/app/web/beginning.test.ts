// How a page begins: what it waits for, and how it goes on without the part that takes up what another page left.
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { authCalls } from '#features/auth/contract.ts'
import { noteDeparture } from '#features/auth/web/departure.ts'
import { createSession, type Session } from '#features/auth/web/session.ts'
import { startFakeServer, type FakeServer } from '#test/fake-server.ts'
import * as arrival from './arrival.ts'
import { begin } from './beginning.ts'
import { keepAuthApart, stayInDocument } from './documents.ts'

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  server.refuse(authCalls.whoAmI, 'unauthenticated')
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
  vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
})
afterEach(() => {
  keepAuthApart(() => undefined)()
  sessionStorage.clear()
  window.history.replaceState(null, '', '/')
  vi.restoreAllMocks()
})

function openSession(): Session {
  const session = createSession({ reload: () => undefined })
  onTestFinished(session.start())
  return session
}

function writeFirebase() {
  const meta = document.createElement('meta')
  meta.name = 'identity'
  meta.content = JSON.stringify({ provider: 'firebase', google: true })
  document.head.append(meta)
  onTestFinished(() => meta.remove())
}

const load = vi.fn<() => Promise<typeof arrival>>()
const lost = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
const toAuth = () => stayInDocument({ location: { pathname: '/auth' }, preload: false })
const signedOut = (session: Session) => vi.waitFor(() => expect(session.state().status).toBe('signedOut'))

it('[AUTH-03] a page of the built-in provider begins alone', async () => {
  const session = openSession()
  await begin(session, load)
  await signedOut(session)
  expect(load).not.toHaveBeenCalled()
  expect(toAuth()).toBeUndefined()
})

it('with Firebase the first screen doesn’t wait, the question who is here does', async () => {
  writeFirebase()
  const session = openSession()
  let come = () => undefined as void
  await begin(
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
  await vi.waitFor(() => expect(window.location.reload).toHaveBeenCalledOnce())
})

it('[AUTH-30] on the way back from Google the address is whole before the first screen', async () => {
  noteDeparture({ by: 'server', ref: '0012', validCode: null, isUnchecked: true })
  window.history.replaceState(null, '', '/auth?failed=failed')
  await begin(openSession(), async () => arrival)
  expect(window.location.search).toBe('?failed=failed&ref=0012')
})

it('where that part can’t be loaded, the page begins without it, and /auth is still a document of its own', async () => {
  writeFirebase()
  noteDeparture({ by: 'firebase', rememberMe: true })
  const session = openSession()
  await begin(session, lost)
  await signedOut(session)
  expect(toAuth()).toBeInstanceOf(Promise)
  await vi.waitFor(() => expect(window.location.reload).toHaveBeenCalledOnce())
})
