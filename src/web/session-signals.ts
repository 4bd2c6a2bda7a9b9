// Session signals from sockets and manual calls to this page's session.

/**
 * `ended`: the server reports a sign-out. `denied`: it reports a ban. `changed`: the member's roles
 * changed. `news`: the community's news changed.
 */
export type SessionSignal = 'ended' | 'denied' | 'changed' | 'news'

const listeners = new Set<(signal: SessionSignal) => void>()

/**
 * Reports that the server ended or denied the session, or changed its roles. For sockets and manual calls; the
 * session sees failed calls of the query cache without it.
 */
export function publishSessionSignal(signal: SessionSignal): void {
  for (const listener of listeners) listener(signal)
}

/** Subscribes to session signals; returns the unsubscribe function. */
export function onSessionSignal(listener: (signal: SessionSignal) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
