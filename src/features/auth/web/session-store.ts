// Where the session's state is kept, and who is told when it changes.
import { loadingState, type SessionState } from './session-state.ts'

export interface SessionStore {
  /** The same object as long as nothing changes. */
  state(): SessionState
  /** Why the server turned the last visitor away, until it was read (AUTH-25). */
  denial(): string | null
  subscribe(listener: () => void): () => void
  set(next: SessionState): void
  deny(reason: string | null): void
  /** Whose things may still stand on this page; null when nobody's. A session that ended by itself leaves them. */
  lastUid(): string | null
  forgetUid(): void
}

/** A store of its own life; it begins with 'loading'. */
export function createSessionStore(): SessionStore {
  let state: SessionState = loadingState
  let denial: string | null = null
  let lastUid: string | null = null
  const listeners = new Set<() => void>()
  const tellAll = () => {
    for (const listener of listeners) listener()
  }
  return {
    state: () => state,
    denial: () => denial,
    lastUid: () => lastUid,
    forgetUid: () => {
      lastUid = null
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set: (next) => {
      state = next
      lastUid = next.identity?.uid ?? lastUid
      tellAll()
    },
    deny: (reason) => {
      denial = reason
      tellAll()
    },
  }
}
