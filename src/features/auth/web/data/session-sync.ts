// Session sync: messages from other tabs, and failed calls that concern the session.
import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { isCallError } from '#web/call.ts'
import type { SessionSignal } from '#web/session-signals.ts'
import {
  denialReason,
  isIdentityMismatch,
  signedOutState,
  type SessionState,
  loadingState,
} from './session-state.ts'

const channelName = 'session'

/** The uid of the signed-in identity, null after sign-out, or the reason of a denial. */
export type TabMessage = string | null | { denied: string }

const deniedSchema = z.object({ denied: z.string() })

export interface TabChannel {
  send(message: TabMessage): void
  listen(onMessage: (message: TabMessage) => void | Promise<void>): () => void
}

/** Connects to the other tabs of this browser. */
export function createTabChannel(): TabChannel {
  const channel = new BroadcastChannel(channelName)
  return {
    send: (message) => channel.postMessage(message),
    listen: (onMessage) => {
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        const denied = z.safeParse(deniedSchema, data).data ?? null
        void onMessage(typeof data === 'string' ? data : denied)
      })
      return () => channel.close()
    },
  }
}

interface SessionErrorOptions {
  store: SessionStore
  read: () => Promise<SessionState>
  /** Reloads the session in the background, for all tabs. */
  refresh: () => Promise<void>
  reload: () => void
}

/** Handles calls rejected for an expired session, a ban, or another identity. */
export function createSessionErrorHandler({ store, read, refresh, reload }: SessionErrorOptions) {
  const onSignal = (signal: SessionSignal) => {
    if (store.state().status !== 'ready') return
    if (signal === 'changed') void refresh()
    else if (signal === 'ended') store.set({ ...signedOutState, ended: 'expired' })
    // Loading the session again returns the reason.
    else if (signal === 'denied') void read()
  }
  const onFailure = (error: unknown) => {
    if (isIdentityMismatch(error)) reload()
    else if (isCallError(error) && error.errorBody?.code === 'unauthenticated') onSignal('ended')
    else if (denialReason(error) !== null) onSignal('denied')
    // The server may have revoked a role that the page still shows.
    else if (isCallError(error) && error.errorBody?.code === 'forbidden') onSignal('changed')
  }
  return { onSignal, onFailure }
}

/** Reports every failed query and mutation of a cache. */
export function subscribeToCallErrors(client: QueryClient, onFailure: (error: unknown) => void): void {
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') onFailure(event.action.error)
  })
  client.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') onFailure(event.action.error)
  })
}

export interface SessionStore {
  /** Returns the same object until the state changes. */
  state(): SessionState
  /** Why the server denied access, until the banner is dismissed (AUTH-25). */
  denial(): string | null
  subscribe(listener: () => void): () => void
  set(next: SessionState): void
  /** Sets or dismisses (null) the denial. */
  setDenial(reason: string | null): void
  /** The uid whose data this page may still show; null for none. It survives the expiry of the session. */
  lastUid(): string | null
  clearUid(): void
}

/** Creates an independent store with the state 'loading'. */
export function createSessionStore(): SessionStore {
  let state: SessionState = loadingState
  let denial: string | null = null
  let lastUid: string | null = null
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  return {
    state: () => state,
    denial: () => denial,
    lastUid: () => lastUid,
    clearUid: () => {
      lastUid = null
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set: (next) => {
      state = next
      lastUid = next.identity?.uid ?? lastUid
      notify()
    },
    setDenial: (reason) => {
      denial = reason
      notify()
    },
  }
}
