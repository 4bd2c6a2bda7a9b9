// The one session of this page: loads it, ends it, follows what other tabs do and what failed calls tell.
import type { QueryClient } from '@tanstack/react-query'
import { call, setSignedInUid } from '#web/call.ts'
import { clearDrafts } from '#web/drafts.ts'
import { logFailure } from '#web/log.ts'
import { onSessionSignal } from '#web/session-signals.ts'
import { authCalls, type Account } from '../contract.ts'
import { savePendingReferralCode } from './pending-referral-code.ts'
import {
  loadingState,
  readSession,
  signedOutState,
  type SessionEnd,
  type SessionState,
} from './session-state.ts'
import { createSessionStore, type SessionStore } from './session-store.ts'
import {
  createSessionErrorHandler,
  createTabChannel,
  subscribeToCallErrors,
  type TabMessage,
  type TabChannel,
} from './session-sync.ts'

/** What the page knows of somebody who was proved just now. */
export interface SignInProof {
  uid: string
  /** Of the link that led here, once it was found valid; it goes along if they are registered (AUTH-29). */
  referralCode: string | null
}

/** What is known on a page before it has asked anything. */
export interface LoadOptions {
  /** Of whoever may be back from signing in elsewhere, as in {@link SignInProof}. */
  referralCode?: string | null
  /** Why the server turned the visitor away a moment ago. */
  denial?: string | null
  /** How the session ended, if nobody is here. */
  ended?: SessionEnd | null
}

export interface SessionClient extends Pick<SessionStore, 'state' | 'denial' | 'subscribe'> {
  /** Asks who is here, with the spinner meanwhile: at the start, with what was left for it, and at 'Try again'. */
  load(left?: LoadOptions): Promise<SessionState>
  /** After a proof at the identity provider: asks anew, and shows what there was until it is known. */
  signedIn(proof?: SignInProof): Promise<SessionState>
  /**
   * Ends the session on the server, or with `everywhere` all sessions of the person, then forgets everything. Throws,
   * and changes nothing, when that fails.
   */
  signOut(reach?: 'here' | 'everywhere'): Promise<void>
  /** Leads away from an account that is gone, then forgets everything, here and in the other tabs. */
  leave(lead: () => Promise<void>): Promise<void>
  /** Reads quietly what of the person may have changed, here and in the other tabs; a failure changes nothing. */
  refresh(): Promise<void>
  /** Takes the user as a change answered it. */
  updateUser(user: Account): void
  dismissDenial(): void
  /** Hears of the calls that fail in a cache, and empties it when the member goes. For as long as the page lives. */
  attach(client: QueryClient): void
  /** Follows other tabs and what sockets report; answers with the end of it. */
  start(): () => void
}

interface SessionClientOptions {
  /** Loads the page anew: what stands on it belongs to somebody else. */
  reload: () => void
}

/** Nothing is asked before `load`. The caches come later: /auth has none. */
export function createSessionClient({ reload }: SessionClientOptions): SessionClient {
  const store = createSessionStore()
  const caches = new Set<QueryClient>()
  const tabs = createTabChannel()
  const forget = (next?: SessionState) => clearSession(store, caches, next)
  const read = createReader({ store, forget, reload, tabs })
  const refresh = async () => {
    if (store.state().identity === null) return
    const { identity } = await read({ quietly: true })
    if (identity !== null) tabs.tell(identity.uid)
  }
  const trouble = createSessionErrorHandler({ store, read, refresh, reload })
  return {
    state: store.state,
    denial: store.denial,
    subscribe: store.subscribe,
    load: async ({ referralCode = null, denial = null, ended = null } = {}) => {
      store.set(loadingState)
      setSignedInUid(null)
      if (denial !== null) store.deny(denial)
      const state = await read({ referralCode })
      if (ended !== null && state.status === 'signedOut') store.set({ ...signedOutState, ended })
      return store.state()
    },
    signedIn: (proof) => completeSignIn({ store, caches, read, tabs }, proof),
    signOut: async (reach = 'here') => {
      await call(reach === 'here' ? authCalls.signOut : authCalls.signOutEverywhere, {})
      tabs.tell(null)
      await forget()
    },
    leave: async (lead) => {
      await navigateAway(store, lead)
      tabs.tell(null)
      await forget()
    },
    refresh,
    updateUser: (user) => {
      const state = store.state()
      if (state.status === 'ready') store.set({ ...state, user })
    },
    dismissDenial: () => store.deny(null),
    attach: (client) => {
      caches.add(client)
      subscribeToCallErrors(client, trouble.onFailure)
    },
    start: () => {
      const stopTabs = tabs.listen((message) =>
        applyTabMessage({ store, caches, read, reload, forget }, message),
      )
      const stopReports = onSessionSignal(trouble.onTrouble)
      return () => {
        stopTabs()
        stopReports()
      }
    },
  }
}

interface TabMessageOptions {
  store: SessionStore
  caches: ReadonlySet<QueryClient>
  read: ReadSession
  reload: () => void
  forget: (next?: SessionState) => Promise<void>
}

/** Does here what another tab has done: signed in or out, or learned of a ban. */
async function applyTabMessage(
  { store, caches, read, reload, forget }: TabMessageOptions,
  message: TabMessage,
): Promise<void> {
  const lastUid = store.lastUid()
  if (typeof message === 'string') {
    if (lastUid !== null && lastUid !== message) return reload()
    const wasHere = store.state().status === 'ready'
    await read({ quietly: wasHere })
    if (!wasHere) for (const cache of caches) void cache.invalidateQueries()
  } else if (lastUid === null) {
    await forget()
  } else if (message === null) {
    // A room that is open stays, and asks to sign in (CHAT-26).
    await forget({ ...signedOutState, ended: 'in-another-tab' })
  } else {
    store.deny(message.denied)
    await forget()
  }
}

/** No screen of the member is drawn on the way. */
async function navigateAway(store: SessionStore, lead: () => Promise<void>): Promise<void> {
  store.set(loadingState)
  await lead().catch((error: unknown) => logFailure('The way out was not found.', error))
}

/** Signed out, and nothing of the member left (AUTH-26). */
async function clearSession(
  store: SessionStore,
  caches: ReadonlySet<QueryClient>,
  next: SessionState = signedOutState,
): Promise<void> {
  store.set(next)
  // The screens go first: what they still do while they leave must not fill the cache again.
  await new Promise((resolve) => setTimeout(resolve))
  setSignedInUid(null)
  store.forgetUid()
  for (const cache of caches) cache.clear()
  clearDrafts()
}

interface ReaderOptions {
  store: SessionStore
  forget: () => Promise<void>
  reload: () => void
  tabs: TabChannel
}

type ReadSession = (how?: { quietly?: boolean; referralCode?: string | null }) => Promise<SessionState>

/**
 * Asks who is here and takes the answer, unless a newer question was asked meanwhile; quietly, a question that
 * failed leaves everything as it is.
 */
function createReader({ store, forget, reload, tabs }: ReaderOptions): ReadSession {
  let newest = 0
  return async ({ quietly = false, referralCode = null } = {}) => {
    newest += 1
    const mine = newest
    const reading = await readSession(referralCode)
    if (mine !== newest || (quietly && reading.status === 'error')) return store.state()
    if (reading.status === 'denied') {
      await call(authCalls.signOut, {}).catch((error: unknown) => logFailure('Signing out failed.', error))
      store.deny(reading.reason)
      tabs.tell({ denied: reading.reason })
      await forget()
    } else if (reading.status === 'mismatch') {
      store.set({ status: 'error', identity: null, user: null })
      reload()
    } else if (quietly && reading.status === 'signedOut') {
      store.set({ ...signedOutState, ended: 'expired' })
    } else {
      store.set(reading)
    }
    return store.state()
  }
}

interface SignInOptions {
  store: SessionStore
  caches: ReadonlySet<QueryClient>
  read: ReadSession
  tabs: TabChannel
}

async function completeSignIn(
  { store, caches, read, tabs }: SignInOptions,
  proof: SignInProof | null = null,
): Promise<SessionState> {
  store.deny(null)
  // The old uid would be compared with the new session.
  setSignedInUid(proof?.uid ?? null)
  const referralCode = proof?.referralCode ?? null
  // Before anything can fail: a registration that does is repeated at the next load, with the code (AUTH-21).
  if (referralCode !== null) savePendingReferralCode(referralCode)
  // What failed while nobody was signed in would stay failed: nothing is read again by itself.
  for (const cache of caches) cache.clear()
  const state = await read({ referralCode })
  if (state.identity !== null) tabs.tell(state.identity.uid)
  return state
}
