// Session store: the session state and its subscribers.
import { loadingState, type SessionState } from './session-state.ts'

export interface SessionStore {
  /** Returns the same object until the state changes. */
  state(): SessionState
  /** Why the server denied access, until the notice is dismissed (AUTH-25). */
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
