// Session client: the page's session state, updated by sign-ins, other tabs, and failed calls.
import type { QueryClient } from '@tanstack/react-query'
import { call, getSignedInUid, setSignedInUid } from '#web/call.ts'
import { clearDrafts } from '#web/drafts.ts'
import { logFailure } from '#web/log.ts'
import { onResetPage, resetPage } from '#web/reset-page.ts'
import { onSessionSignal } from '#web/session-signals.ts'
import { authCalls, type Account } from '../../contract.ts'
import {
  savePendingJoinCode,
  loadingState,
  readSession,
  signedOutState,
  type SessionEnd,
  type SessionState,
} from './session-state.ts'
import {
  createSessionStore,
  type SessionStore,
  createSessionErrorHandler,
  createTabChannel,
  subscribeToCallErrors,
  type TabMessage,
  type TabChannel,
} from './session-sync.ts'

/** The result of a sign-in at the identity provider. */
export interface SignInResult {
  uid: string
  /** The validated join code, to use at registration (AUTH-29). */
  joinCode: string | null
  /** The version of the terms that the form showed, to record at registration; absent without such a form. */
  acceptedTerms?: number
}

/** State known before the first request. */
export interface LoadOptions {
  /** The code for a visitor who may be returning from an external sign-in; see {@link SignInResult}. */
  joinCode?: string | null
  /** Why the server just denied access. */
  denial?: string | null
  /** How the previous session ended, for a visitor who is signed out. */
  ended?: SessionEnd | null
}

export interface SessionClient extends Pick<SessionStore, 'state' | 'denial' | 'subscribe'> {
  /** Shows the spinner and loads the session: at startup, with state from the previous page, or on 'Try again'. */
  load(options?: LoadOptions): Promise<SessionState>
  /** Loads the session after a sign-in at the identity provider. Until then, the screen keeps its state. */
  signedIn(result?: SignInResult): Promise<SessionState>
  /**
   * Closes the session on the server, or with `everywhere` all sessions of the account, then clears all local data.
   * Rejects without changes if the call fails.
   */
  signOut(scope?: 'here' | 'everywhere'): Promise<void>
  /** After an account deletion: navigates away, then clears all local data, here and in the other tabs. */
  exitDeletedAccount(navigate: () => Promise<void>): Promise<void>
  /** Reloads the user in the background, here and in the other tabs. Failures change nothing. */
  refresh(): Promise<void>
  /** Stores the user returned by an update. */
  updateUser(user: Account): void
  dismissDenial(): void
  /** Observes a cache's failed calls, and clears the cache with the page. A cache can't be detached. */
  attach(client: QueryClient): void
  /** Subscribes to other tabs and to session signals. Returns the unsubscribe function. */
  start(): () => void
}

interface SessionClientOptions {
  /** Reloads the page, because it shows another member's data. */
  reload: () => void
}

/** Sends no request before `load`. Caches are attached later; /auth has none. */
export function createSessionClient({ reload }: SessionClientOptions): SessionClient {
  const store = createSessionStore()
  const caches = new Set<QueryClient>()
  const tabs = createTabChannel()
  const clear = (next?: SessionState) => clearSession(store, next)
  const read = createReader({ store, clear, reload, tabs })
  const refresh = async () => {
    if (store.state().identity === null) return
    const { identity } = await read({ inBackground: true })
    if (identity !== null) tabs.send(identity.uid)
  }
  const errorHandler = createSessionErrorHandler({ store, read, refresh, reload })
  return {
    state: store.state,
    denial: store.denial,
    subscribe: store.subscribe,
    load: async ({ joinCode = null, denial = null, ended = null } = {}) => {
      store.set(loadingState)
      // At startup the page only has what came with it, for the member who is about to be loaded.
      if (getSignedInUid() !== null) resetPage()
      if (denial !== null) store.setDenial(denial)
      const state = await read({ joinCode })
      // After a denial, the banner of it explains enough.
      const isExplained = ended === 'cookie-refused' && store.denial() !== null
      if (ended !== null && state.status === 'signedOut' && !isExplained)
        store.set({ ...signedOutState, ended })
      return store.state()
    },
    signedIn: (result) => completeSignIn({ store, read, tabs }, result),
    signOut: async (scope = 'here') => {
      await call(scope === 'here' ? authCalls.signOut : authCalls.signOutEverywhere, {})
      tabs.send(null)
      await clear()
      requestCacheClearing()
    },
    exitDeletedAccount: async (navigate) => {
      await navigateAway(store, navigate)
      tabs.send(null)
      await clear()
      requestCacheClearing()
    },
    refresh,
    updateUser: (user) => {
      const state = store.state()
      if (state.status === 'ready') store.set({ ...state, user })
    },
    dismissDenial: () => store.setDenial(null),
    attach: (client) => {
      caches.add(client)
      onResetPage(() => client.clear())
      subscribeToCallErrors(client, errorHandler.onFailure)
    },
    start: () => {
      const stopTabs = tabs.listen((message) =>
        applyTabMessage({ store, caches, read, reload, clear }, message),
      )
      const stopSignals = onSessionSignal(errorHandler.onSignal)
      return () => {
        stopTabs()
        stopSignals()
      }
    },
  }
}

interface TabMessageDeps {
  store: SessionStore
  caches: ReadonlySet<QueryClient>
  read: ReadSession
  reload: () => void
  clear: (next?: SessionState) => Promise<void>
}

/** Applies a sign-in, sign-out or denial from another tab. */
async function applyTabMessage(
  { store, caches, read, reload, clear }: TabMessageDeps,
  message: TabMessage,
): Promise<void> {
  const lastUid = store.lastUid()
  if (typeof message === 'string') {
    // That tab signed in with this uid.
    if (lastUid !== null && lastUid !== message) return reload()
    const wasReady = store.state().status === 'ready'
    await read({ inBackground: wasReady })
    if (!wasReady) for (const cache of caches) void cache.invalidateQueries()
  } else if (lastUid === null) {
    // This page shows no member's data, so it needs no banner.
    await clear()
  } else if (message === null) {
    // An open room stays on screen and asks to sign in (CHAT-26).
    await clear({ ...signedOutState, ended: 'in-another-tab' })
  } else {
    store.setDenial(message.denied)
    await clear()
  }
}

/** Renders no member screen during the navigation. */
async function navigateAway(store: SessionStore, navigate: () => Promise<void>): Promise<void> {
  store.set(loadingState)
  await navigate().catch((error: unknown) =>
    logFailure('Navigation after the account deletion failed.', error),
  )
}

/** Signs out locally and deletes all data of the member (AUTH-26). */
async function clearSession(store: SessionStore, next: SessionState = signedOutState): Promise<void> {
  store.set(next)
  // Screens unmount first, because their last effects must not refill the page.
  await new Promise((resolve) => setTimeout(resolve))
  resetPage()
  store.clearUid()
  clearDrafts()
}

/** Clears the browser's cache (T44). Nothing waits for it: a large cache takes the browser seconds. */
function requestCacheClearing(): void {
  call(authCalls.clearBrowserCache, {}, { keepalive: true }).catch((error: unknown) =>
    logFailure('Clearing the browser’s cache failed.', error),
  )
}

interface ReaderDeps {
  store: SessionStore
  clear: () => Promise<void>
  reload: () => void
  tabs: TabChannel
}

type ReadSession = (options?: {
  inBackground?: boolean
  joinCode?: string | null
  acceptedTerms?: number | undefined
}) => Promise<SessionState>

/**
 * Loads the session and applies the result, unless a newer load has started. With `inBackground`, a failure changes
 * nothing.
 */
function createReader({ store, clear, reload, tabs }: ReaderDeps): ReadSession {
  let latestGeneration = 0
  return async ({ inBackground = false, joinCode = null, acceptedTerms } = {}) => {
    latestGeneration += 1
    const generation = latestGeneration
    const result = await readSession(joinCode, acceptedTerms)
    if (generation !== latestGeneration || (inBackground && result.status === 'error')) return store.state()
    if (result.status === 'denied') {
      await call(authCalls.signOut, {}).catch((error: unknown) =>
        logFailure('Sign-out after a denial failed.', error),
      )
      store.setDenial(result.reason)
      tabs.send({ denied: result.reason })
      await clear()
      requestCacheClearing()
    } else if (result.status === 'mismatch') {
      store.set({ status: 'error', identity: null, user: null })
      reload()
    } else if (inBackground && result.status === 'signedOut') {
      store.set({ ...signedOutState, ended: 'expired' })
    } else {
      store.set(result)
    }
    return store.state()
  }
}

interface SignInDeps {
  store: SessionStore
  read: ReadSession
  tabs: TabChannel
}

async function completeSignIn(
  { store, read, tabs }: SignInDeps,
  result: SignInResult | null = null,
): Promise<SessionState> {
  store.setDenial(null)
  // The page may still be that of a member whose session expired. Queries that failed meanwhile would also keep their
  // errors, since nothing refetches them.
  resetPage()
  // The new session must not be checked against the old uid.
  setSignedInUid(result?.uid ?? null)
  const joinCode = result?.joinCode ?? null
  // Saved before anything can fail: the next load repeats a failed registration with the code (AUTH-21).
  if (joinCode !== null) savePendingJoinCode(joinCode)
  const state = await read({ joinCode, acceptedTerms: result?.acceptedTerms })
  if (state.identity !== null) tabs.send(state.identity.uid)
  return state
}
