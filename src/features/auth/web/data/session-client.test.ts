// Session client of a page: its requests, their order, and how it handles each response.
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { fakeAccount, fakeIdentity } from '#test/people/fake-account.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { getSignedInUid } from '#web/call.ts'
import { readDraft, writeDraft, writeTabDraft } from '#web/drafts.ts'
import { createQueryClient } from '#web/query-client.ts'
import { publishSessionSignal } from '#web/session-signals.ts'
import { authCalls } from '../../contract.ts'
import { authErrors } from '../../errors.ts'
import { signUpCalls } from '../../sign-up-contract.ts'
import { createSessionClient } from './session-client.ts'

const mia = fakeAccount({ profilePicture: '/media/mia.jpg' })
const identity = fakeIdentity(mia, { emailVerified: false })

let server: FakeServer
const logged: unknown[] = []
beforeEach(() => {
  server = startFakeServer()
  server.respond(authCalls.clearBrowserCache, null)
  logged.length = 0
  vi.spyOn(console, 'info').mockImplementation((what) => void logged.push(what))
})
afterEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
})

function open() {
  const client = createQueryClient()
  const reload = vi.fn<() => void>()
  const session = createSessionClient({ reload })
  session.attach(client)
  onTestFinished(session.start())
  return { client, reload, session }
}

/** A page with Mia signed in. */
async function openAsMia() {
  server.respond(authCalls.whoAmI, identity)
  server.respond(authCalls.userByUid, mia)
  const page = open()
  await page.session.load()
  return page
}

it('[AUTH-35] [AUTH-15] the session is requested first, and its uid selects the user', async () => {
  const { session } = await openAsMia()
  expect(session.state()).toEqual({ status: 'ready', identity, user: mia })
  expect(server.calls.map(({ path }) => path)).toEqual(['/api/auth/session', '/api/auth/user/uid-mia'])
  expect(server.calls[1]?.headers.get('firebase-uid')).toBe('uid-mia')
})

it('[AUTH-35] 401 without a session means signed out, not an error', async () => {
  server.failWith(authCalls.whoAmI, 'unauthenticated')
  const { session } = open()
  expect(session.state().status).toBe('loading')
  await session.load()
  expect(session.state()).toMatchObject({ status: 'signedOut', ended: null })
  expect(server.calls).toHaveLength(1)
})

it('[AUTH-16] 404 for the current user registers the identity', async () => {
  server.respond(authCalls.whoAmI, identity)
  server.failWith(authCalls.userByUid, authErrors.user_not_registered)
  server.respond(signUpCalls.register, mia)
  const { session } = open()
  await session.load()
  expect(session.state()).toMatchObject({ status: 'ready', user: { id: 7 } })
  expect(server.calls.at(-1)?.body).toEqual({
    email: 'mia@example.org',
    name: 'Mia',
    firebaseUid: 'uid-mia',
  })
})

it('[AUTH-21] [T34] a failed registration is only logged, and retried at the next load', async () => {
  server.respond(authCalls.whoAmI, identity)
  server.failWith(authCalls.userByUid, authErrors.user_not_registered)
  server.failWith(signUpCalls.register, 'unavailable')
  const { session } = open()
  await session.load()
  expect(session.state()).toMatchObject({ status: 'unregistered', obstacle: null })
  expect(logged).toEqual(['Registration failed; the next load retries it.'])

  server.respond(signUpCalls.register, mia)
  await session.load()
  expect(session.state().status).toBe('ready')
  expect(server.count(signUpCalls.register)).toBe(2)
})

it('[AUTH-39] a registration rejected because the address is taken names it as the obstacle', async () => {
  server.respond(authCalls.whoAmI, identity)
  server.failWith(authCalls.userByUid, authErrors.user_not_registered)
  server.failWith(signUpCalls.register, authErrors.email_taken)
  const { session } = open()
  await session.load()
  expect(session.state()).toMatchObject({ status: 'unregistered', obstacle: 'email_taken' })
})

it('[AUTH-25] 403 with a reason for the user signs out and keeps the reason for display', async () => {
  server.respond(authCalls.whoAmI, identity)
  server.failWith(authCalls.userByUid, 'banned', { reason: 'Unkind words' })
  server.respond(authCalls.signOut, null)
  const { session } = open()
  await session.load()
  expect(session.state().status).toBe('signedOut')
  expect(session.denial()).toBe('Unkind words')
  expect(server.count(authCalls.signOut)).toBe(1)
  expect(getSignedInUid()).toBeNull()
  session.dismissDenial()
  expect(session.denial()).toBeNull()
})

it('[AUTH-25] a member banned meanwhile is signed out at the next rejected request', async () => {
  const { client, session } = await openAsMia()
  server.failWith(authCalls.whoAmI, 'banned', { reason: 'Unkind words' })
  server.respond(authCalls.signOut, null)
  const failing = () => Promise.reject(callError(403, { code: 'banned', message: '', reason: 'x' }))
  await client.fetchQuery({ queryKey: ['any'], queryFn: failing }).catch(() => undefined)
  await expect.poll(() => session.denial()).toBe('Unkind words')
  expect(session.state().status).toBe('signedOut')
})

it('[AUTH-17] 403 forbidden without a reason never signs out', async () => {
  server.respond(authCalls.whoAmI, identity)
  server.failWith(authCalls.userByUid, 'forbidden')
  const { session } = open()
  await session.load()
  expect(session.state()).toMatchObject({ status: 'error', identity: { uid: 'uid-mia' } })
  expect(session.denial()).toBeNull()
  expect(server.count(authCalls.signOut)).toBe(0)
})

it('[AUTH-14] a request rejected with identity_mismatch reloads the page', async () => {
  const { client, reload, session } = await openAsMia()
  const failing = () => Promise.reject(callError(401, { code: 'identity_mismatch', message: '' }))
  await client.fetchQuery({ queryKey: ['any'], queryFn: failing }).catch(() => undefined)
  expect(reload).toHaveBeenCalledOnce()
  expect(session.state().status).toBe('ready')
})

it('[CHAT-26] an expired session signs out and keeps typed text', async () => {
  const { session } = await openAsMia()
  writeDraft('energy', 'half a sentence')
  publishSessionSignal('ended')
  expect(session.state()).toMatchObject({ status: 'signedOut', ended: 'expired' })
  expect(readDraft('energy')).toBe('half a sentence')
})

it('[AUTH-26] sign-out clears the cache and the drafts', async () => {
  const { client, session } = await openAsMia()
  client.setQueryData(['api', 'mood', 'analytics'], ['of Mia'])
  writeDraft('energy', 'half a sentence')
  writeTabDraft('chat', 'another half')
  server.respond(authCalls.signOut, null)
  await session.signOut()
  expect(session.state()).toMatchObject({ status: 'signedOut', ended: null })
  expect(client.getQueryCache().getAll()).toHaveLength(0)
  for (const storage of [localStorage, sessionStorage])
    expect(Object.keys(storage).filter((key) => key.startsWith('draft:'))).toEqual([])
  expect(getSignedInUid()).toBeNull()
})

it('[AUTH-26] signing out in one tab signs out in the others', async () => {
  const here = await openAsMia()
  const there = await openAsMia()
  there.client.setQueryData(['api', 'mood', 'analytics'], ['of Mia'])
  server.respond(authCalls.signOut, null)
  await here.session.signOut()
  await expect.poll(() => there.session.state().status).toBe('signedOut')
  await expect.poll(() => there.client.getQueryCache().getAll()).toHaveLength(0)
  // Typed text is deleted too, so this doesn't count as an expiry.
  expect(there.session.state()).toMatchObject({ ended: 'in-another-tab' })
})

it('[AUTH-26] a tab without a member ignores a sign-out in another tab', async () => {
  server.failWith(authCalls.whoAmI, 'unauthenticated')
  const visitor = open()
  await visitor.session.load()
  const [here, there] = [await openAsMia(), await openAsMia()]
  server.respond(authCalls.signOut, null)
  await here.session.signOut()
  await expect.poll(() => there.session.state().status).toBe('signedOut')
  expect(visitor.session.state()).toMatchObject({ status: 'signedOut', ended: null })
})

it('[AUTH-42] a ban detected in one tab reaches the others with its reason', async () => {
  const here = await openAsMia()
  const there = await openAsMia()
  there.client.setQueryData(['api', 'mood', 'analytics'], ['of Mia'])
  server.failWith(authCalls.whoAmI, 'banned', { reason: 'Spam' })
  server.respond(authCalls.signOut, null)
  await here.session.refresh()
  for (const { session, client } of [here, there]) {
    await expect.poll(() => session.state().status).toBe('signedOut')
    expect(session.denial()).toBe('Spam')
    await expect.poll(() => client.getQueryCache().getAll()).toHaveLength(0)
  }
})

it('[AUTH-42] a tab that is already signed out still shows the reason', async () => {
  const here = await openAsMia()
  const there = await openAsMia()
  server.failWith(authCalls.whoAmI, 'unauthenticated')
  await there.session.refresh()
  expect(there.session.state()).toMatchObject({ status: 'signedOut', ended: 'expired' })
  server.failWith(authCalls.whoAmI, 'banned', { reason: 'Spam' })
  server.respond(authCalls.signOut, null)
  await here.session.refresh()
  await expect.poll(() => there.session.denial()).toBe('Spam')
  expect(there.session.state()).toMatchObject({ status: 'signedOut', ended: null })
})

it('[AUTH-26] another user’s sign-in in another tab reloads this one', async () => {
  const here = await openAsMia()
  const there = open()
  server.respond(authCalls.whoAmI, { ...identity, uid: 'uid-mo' })
  server.respond(authCalls.userByUid, { ...mia, id: 8 })
  await there.session.signedIn()
  await expect.poll(() => here.reload.mock.calls.length).toBe(1)
})

it('[PROF-25] signing out everywhere ends all sessions and clears the local data', async () => {
  const { client, session } = await openAsMia()
  client.setQueryData(['kept'], true)
  server.respond(authCalls.signOutEverywhere, null)
  await session.signOut('everywhere')
  expect(server.count(authCalls.signOutEverywhere)).toBe(1)
  expect(server.count(authCalls.signOut)).toBe(0)
  expect(session.state()).toMatchObject({ status: 'signedOut', ended: null })
  expect(client.getQueryCache().getAll()).toHaveLength(0)
})

it('[AUTH-37] changes on the server are read in the background in every tab', async () => {
  const here = await openAsMia()
  const there = await openAsMia()
  const shown: string[] = []
  onTestFinished(here.session.subscribe(() => shown.push(here.session.state().status)))
  server.respond(authCalls.whoAmI, { ...identity, emailVerified: true })
  server.respond(authCalls.userByUid, { ...mia, email: 'new@example.org' })
  await here.session.refresh()
  for (const { session } of [here, there]) {
    await expect.poll(() => session.state().identity?.emailVerified).toBe(true)
    expect(session.state().user?.email).toBe('new@example.org')
  }
  expect(shown).toEqual(['ready'])
})

it('[AUTH-37] a failed background read changes nothing; one without a session signs out', async () => {
  const { session } = await openAsMia()
  server.failConnection(authCalls.whoAmI)
  await session.refresh()
  expect(session.state()).toEqual({ status: 'ready', identity, user: mia })
  server.failWith(authCalls.whoAmI, 'unauthenticated')
  await session.refresh()
  expect(session.state()).toMatchObject({ status: 'signedOut', ended: 'expired' })
})

it('[AUTH-44] changed roles are read in the background in every tab, after a channel message or a forbidden request', async () => {
  const here = await openAsMia()
  const there = await openAsMia()
  server.respond(authCalls.userByUid, { ...mia, isGardenAngel: true })
  publishSessionSignal('changed')
  await expect.poll(() => here.session.state().user?.isGardenAngel).toBe(true)
  server.respond(authCalls.userByUid, mia)
  const failing = () => Promise.reject(callError(403, { code: 'forbidden', message: '' }))
  await here.client.fetchQuery({ queryKey: ['any'], queryFn: failing }).catch(() => undefined)
  for (const { session } of [here, there]) {
    await expect.poll(() => session.state().user?.isGardenAngel).toBe(false)
    expect(session.state().status).toBe('ready')
  }
})

it('[AUTH-06] a failed sign-out changes nothing', async () => {
  const { client, session } = await openAsMia()
  client.setQueryData(['kept'], true)
  server.failWith(authCalls.signOut, 'unavailable')
  await expect(session.signOut()).rejects.toThrow('503')
  expect(session.state().status).toBe('ready')
  expect(client.getQueryData(['kept'])).toBe(true)
})

it('[SHELL-03] without a response the state is an error, which another load can resolve', async () => {
  server.failConnection(authCalls.whoAmI)
  const { session } = open()
  await session.load()
  expect(session.state()).toMatchObject({ status: 'error', identity: null })
  server.respond(authCalls.whoAmI, identity)
  server.respond(authCalls.userByUid, mia)
  await session.load()
  expect(session.state().status).toBe('ready')
})

function callError(status: number, errorBody: { code: string; message: string; reason?: string }): Error {
  return Object.assign(new Error(String(status)), { status, errorBody })
}

it('[T44] a sign-out clears the page’s data, then asks for the clearing of the cache and doesn’t wait for it', async () => {
  const { session } = await openAsMia()
  server.respond(authCalls.signOut, null)
  const release = server.respondLater(authCalls.clearBrowserCache, null)
  await session.signOut()
  expect(session.state().status).toBe('signedOut')
  expect(server.calls.at(-1)?.path).toBe(authCalls.clearBrowserCache.path)
  release()
})
