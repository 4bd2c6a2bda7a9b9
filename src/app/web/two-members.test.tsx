// Two members in one page: Mo signs in where Mia was signed in, without a reload.
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { authCalls, type Account, type Identity } from '#features/auth/contract.ts'
import { energyCalls } from '#features/energy/contract.ts'
import { offerCare } from '#features/energy/web/data/care-offer.ts'
import { memberModerationCalls } from '#features/moderation/member-contract.ts'
import { fakeAccount, fakeIdentity } from '#test/people/fake-account.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { respondWithEmptyHistory } from '#test/web/history-screen.ts'
import { openApp, startSession } from '#test/web/open-app.tsx'
import { setUpUser } from '#test/web/user.ts'
import { getSignedInUid } from '#web/call.ts'
import { readDraft, writeDraft } from '#web/drafts.ts'
import { createQueryClient } from '#web/query-client.ts'
import { publishSessionSignal } from '#web/session-signals.ts'
import { toast, toastStore } from '#web/toast-store.ts'
import { setMeditating } from '#web/visit-state.ts'

const user = setUpUser()

const accountOf = (id: number, name: string): { identity: Identity; account: Account } => {
  const account = fakeAccount({ id, name })
  return { identity: fakeIdentity(account), account }
}
const mia = accountOf(7, 'Mia')
const mo = accountOf(8, 'Mo')

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  respondWithEmptyHistory(server)
  server.respond(authCalls.signOut, null)
  server.respond(memberModerationCalls.moderationMessages, { mute: null, messages: [] })
  server.respond(authCalls.clearBrowserCache, null)
  vi.stubGlobal('scrollTo', () => undefined)
})
afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
})

const respondAs = ({ identity, account }: typeof mia) => {
  server.respond(authCalls.whoAmI, identity)
  server.respond(authCalls.userByUid, account)
}

/** Announced with the card. */
const careCard = () => screen.queryByText(/A few kind words for you/)
/** The members as whom the history was read. */
const readers = () =>
  server.calls
    .filter(({ path }) => path === energyCalls.entries.path)
    .map(({ headers }) => headers.get('firebase-uid'))

/** The page of Mia, who has saved a hard entry, has typed a text, and sees a toast. */
async function openAsMia() {
  respondAs(mia)
  const session = startSession(() => expect.unreachable('No reload.'))
  const cache = createQueryClient()
  session.attach(cache)
  const { router } = openApp('/mood-analytics', { session })
  await screen.findByRole('heading', { name: 'Energy Analytics' })
  await waitFor(() => expect(readers()).toEqual(['uid-mia']))
  act(() => offerCare({ text: 'Breathe out.', language: null, resources: [] }))
  await waitFor(() => expect(careCard()).not.toBeNull())
  act(() => void toast({ title: 'Saved by Mia' }))
  cache.setQueryData(['api', 'templates'], ['of Mia'])
  writeDraft('energy', 'half a sentence')
  const signInAs = async (next: typeof mia) => {
    await screen.findByRole('button', { name: 'Sign In' })
    respondAs(next)
    await act(() => session.signedIn({ uid: next.identity.uid, joinCode: null }))
    await act(() => router.navigate({ to: '/mood-analytics' }))
    await screen.findByRole('heading', { name: 'Energy Analytics' })
  }
  return { session, signInAs, cachedReads: () => cache.getQueryCache().getAll() }
}

test('[AUTH-26] [T44] after a sign-out the next member finds no data, card, toast or text of the previous one', async () => {
  const { session, signInAs, cachedReads } = await openAsMia()
  // A toast that waits for the end of the sitting.
  act(() => setMeditating(true))
  act(() => void toast({ title: 'For Mia, later' }))
  await act(() => session.signOut())
  act(() => setMeditating(false))
  expect(toastStore.records()).toEqual([])
  expect(getSignedInUid()).toBeNull()
  expect(Object.keys(localStorage)).toEqual([])
  await signInAs(mo)
  expect(careCard()).toBeNull()
  expect(cachedReads()).toEqual([])
  await waitFor(() => expect(readers()).toEqual(['uid-mia', 'uid-mo']))
})

test('[AUTH-26] [CHAT-26] after an expired session they don’t either, and the typed text waits for its member', async () => {
  const { signInAs, cachedReads } = await openAsMia()
  act(() => publishSessionSignal('ended'))
  await signInAs(mo)
  expect(careCard()).toBeNull()
  expect(toastStore.records()).toEqual([])
  expect(readDraft('energy')).toBeNull()
  expect(cachedReads()).toEqual([])
  await waitFor(() => expect(readers()).toEqual(['uid-mia', 'uid-mo']))
  act(() => publishSessionSignal('ended'))
  await signInAs(mia)
  expect(careCard()).toBeNull()
  expect(readDraft('energy')).toBe('half a sentence')
})

test('[AUTH-26] [SHELL-03] another member whom ‘Try again’ finds doesn’t either', async () => {
  const { cachedReads } = await openAsMia()
  server.failConnection(authCalls.whoAmI)
  act(() => publishSessionSignal('denied'))
  const tryAgain = await screen.findByRole('button', { name: 'Try again' })
  respondAs(mo)
  await user.click(tryAgain)
  await screen.findByRole('heading', { name: 'Energy Analytics' })
  expect(careCard()).toBeNull()
  expect(cachedReads()).toEqual([])
  await waitFor(() => expect(readers()).toEqual(['uid-mia', 'uid-mo']))
})
