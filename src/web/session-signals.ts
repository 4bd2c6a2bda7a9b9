// What sockets and calls made by hand tell the session of this page.

/**
 * `ended`: a call or socket was answered as signed out. `denied`: it was answered as banned. `changed`: the member's
 * roles are other ones now.
 */
export type SessionSignal = 'ended' | 'denied' | 'changed'

const listeners = new Set<(trouble: SessionSignal) => void>()

/**
 * Tells the session that the server doesn't know it any more, or refuses its member. Failed calls through the
 * cache are noticed without it; it is for sockets and for calls made by hand.
 */
export function publishSessionSignal(trouble: SessionSignal): void {
  for (const listener of listeners) listener(trouble)
}

/** Hears of such reports; answers with the end of it. */
export function onSessionSignal(listener: (trouble: SessionSignal) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
