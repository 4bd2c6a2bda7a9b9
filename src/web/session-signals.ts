// What the whole page is told of the session: it ended by itself, or its member signed out and leaves nothing behind.

/** `ended`: a call or socket was answered as signed out. `denied`: it was answered as banned. */
export type SessionTrouble = 'ended' | 'denied'

const clears = new Set<() => void>()
const listeners = new Set<(trouble: SessionTrouble) => void>()

/** Registers what a feature has to forget when the member signs out (AUTH-26); answers with its end. */
export function onSignOut(clear: () => void): () => void {
  clears.add(clear)
  return () => clears.delete(clear)
}

/** Makes every feature forget the member. Called by the session alone. */
export function forgetMember(): void {
  for (const clear of clears) clear()
}

/**
 * Tells the session that the server doesn't know it any more, or refuses its member. Failed calls through the
 * cache are noticed without it; it is for sockets and for calls made by hand.
 */
export function reportSessionTrouble(trouble: SessionTrouble): void {
  for (const listener of listeners) listener(trouble)
}

/** Hears of such reports; answers with the end of it. */
export function onSessionTrouble(listener: (trouble: SessionTrouble) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
