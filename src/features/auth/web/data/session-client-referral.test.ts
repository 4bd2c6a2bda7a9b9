// Referral code at registration: it is sent along, and kept if the registration fails.
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { unaAccount, unaIdentity } from '#test/web/una.ts'
import { authCalls } from '../../contract.ts'
import { authErrors } from '../../errors.ts'
import { signUpCalls } from '../../sign-up-contract.ts'
import { createSessionClient } from './session-client.ts'

const proof = { uid: 'uid-una', joinCode: 'K7WB2M9P' }
const body = { email: 'una@example.org', name: 'Una', firebaseUid: 'uid-una' }

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  server.respond(authCalls.clearBrowserCache, null)
  server.respond(authCalls.whoAmI, unaIdentity)
  server.failWith(authCalls.userByUid, authErrors.user_not_registered)
  server.respond(signUpCalls.register, unaAccount)
  server.respond(authCalls.signOut, null)
})
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

/** Creates a page's session client, also for the page after a reload. */
function open() {
  const session = createSessionClient({ reload: () => undefined })
  onTestFinished(session.start())
  return session
}

const registrations = () =>
  server.calls.filter(({ path }) => path === '/api/auth/register').map((call) => call.body)
const storedValues = () => Object.values(localStorage).join()

it('[AUTH-29] a valid code is sent once; without one the field is missing', async () => {
  await open().signedIn({ uid: 'uid-una', joinCode: null })
  await open().signedIn(proof)
  await open().load()
  expect(registrations()).toEqual([body, { ...body, inviteCode: 'K7WB2M9P' }, body])
  expect(storedValues()).not.toContain('K7WB2M9P')
})

it('[AUTH-21] a failed registration is retried at the next load with the code', async () => {
  server.failWith(signUpCalls.register, 'unavailable')
  await open().signedIn(proof)
  await open().load()
  server.failConnection(signUpCalls.register)
  await open().load()
  server.respond(signUpCalls.register, unaAccount)
  await open().load()
  expect(registrations()).toEqual(Array.from({ length: 4 }, () => ({ ...body, inviteCode: 'K7WB2M9P' })))
  expect(storedValues()).not.toContain('K7WB2M9P')
})

it('[AUTH-21] the code survives a load that fails before the unaIdentity is known', async () => {
  server.failConnection(authCalls.whoAmI)
  expect(await open().signedIn(proof)).toMatchObject({ status: 'error' })
  server.respond(authCalls.whoAmI, unaIdentity)
  await open().load()
  expect(registrations()).toEqual([{ ...body, inviteCode: 'K7WB2M9P' }])
})

it('[AUTH-29] the code is sent even if the browser stores nothing', async () => {
  vi.stubGlobal('localStorage', undefined)
  await open().signedIn(proof)
  expect(registrations()).toEqual([{ ...body, inviteCode: 'K7WB2M9P' }])
})

it('[AUTH-26] sign-out deletes the code, so that it never applies to another user', async () => {
  server.failWith(signUpCalls.register, 'unavailable')
  const session = open()
  await session.signedIn(proof)
  server.respond(authCalls.whoAmI, { ...unaIdentity, uid: 'uid-ulf' })
  await open().load()
  expect(registrations().at(-1)).toEqual({ ...body, firebaseUid: 'uid-ulf' })
  expect(storedValues()).toContain('K7WB2M9P')
  await session.signOut()
  expect(storedValues()).not.toContain('K7WB2M9P')
})

it('[AUTH-29] a member who signs in by the link isn’t registered, and the code is deleted', async () => {
  server.respond(authCalls.userByUid, unaAccount)
  expect(await open().signedIn(proof)).toMatchObject({ status: 'ready' })
  expect(registrations()).toEqual([])
  expect(storedValues()).not.toContain('K7WB2M9P')
})
