// What reaches the session from outside: signing in or out in another tab, and calls that failed for its sake.
import type { QueryClient } from '@tanstack/react-query'
import { isCallError } from '#web/call.ts'
import { onSessionTrouble, type SessionTrouble } from '#web/session-signals.ts'
import { denialReason, isIdentityMismatch, signedOut, type SessionState } from './session-state.ts'
import type { SessionStore } from './session-store.ts'

const channelName = 'session'

export interface Tabs {
  /** Tells the other tabs who is signed in now; null for nobody. */
  tell(uid: string | null): void
  listen(heard: (uid: string | null) => void): () => void
}

/** The other tabs of this browser. */
export function openTabs(): Tabs {
  const channel = new BroadcastChannel(channelName)
  return {
    tell: (uid) => channel.postMessage(uid),
    listen: (heard) => {
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        heard(typeof data === 'string' ? data : null)
      })
      return () => channel.close()
    },
  }
}

interface WatchOptions {
  store: SessionStore
  read: () => Promise<SessionState>
  reload: () => void
}

/** Hears of every failed read and change, and of what sockets report. */
export function watchTrouble(client: QueryClient, { store, read, reload }: WatchOptions): () => void {
  const onTrouble = (trouble: SessionTrouble) => {
    if (store.state().status !== 'ready') return
    if (trouble === 'ended') store.set({ ...signedOut, ended: true })
    // The reason is in the answer to the question who is here.
    else void read()
  }
  const onFailure = (error: unknown) => {
    if (isIdentityMismatch(error)) reload()
    else if (isCallError(error) && error.refusal?.code === 'unauthenticated') onTrouble('ended')
    else if (denialReason(error) !== null) onTrouble('denied')
  }
  const stops = [
    onSessionTrouble(onTrouble),
    client.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') onFailure(event.action.error)
    }),
    client.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') onFailure(event.action.error)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
