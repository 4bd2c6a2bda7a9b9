// What reaches the session from outside: signing in or out in another tab, and calls that failed for its sake.
import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { isCallError } from '#web/call.ts'
import type { SessionSignal } from '#web/session-signals.ts'
import { denialReason, isIdentityMismatch, signedOutState, type SessionState } from './session-state.ts'
import type { SessionStore } from './session-store.ts'

const channelName = 'session'

/** The uid of the person who is signed in now, null for nobody, or why the server turned the member away. */
export type TabMessage = string | null | { denied: string }

const deniedSchema = z.object({ denied: z.string() })

export interface TabChannel {
  /** Sends a message to the other tabs. */
  tell(message: TabMessage): void
  listen(onMessage: (message: TabMessage) => void | Promise<void>): () => void
}

/** The other tabs of this browser. */
export function createTabChannel(): TabChannel {
  const channel = new BroadcastChannel(channelName)
  return {
    tell: (message) => channel.postMessage(message),
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
  /** Reads quietly who is signed in, for all tabs. */
  refresh: () => Promise<void>
  reload: () => void
}

/** What follows when the server doesn't know this session any more, refuses its member, or knows another one. */
export function createSessionErrorHandler({ store, read, refresh, reload }: SessionErrorOptions) {
  const onTrouble = (trouble: SessionSignal) => {
    if (store.state().status !== 'ready') return
    if (trouble === 'changed') void refresh()
    else if (trouble === 'ended') store.set({ ...signedOutState, ended: 'expired' })
    // The reason is in the answer to the question who is here.
    else void read()
  }
  const onFailure = (error: unknown) => {
    if (isIdentityMismatch(error)) reload()
    else if (isCallError(error) && error.refusal?.code === 'unauthenticated') onTrouble('ended')
    else if (denialReason(error) !== null) onTrouble('denied')
    // A role that the page still shows may have been taken away.
    else if (isCallError(error) && error.refusal?.code === 'forbidden') onTrouble('changed')
  }
  return { onTrouble, onFailure }
}

/** Hears of every read and every change of a cache that fails. */
export function subscribeToCallErrors(client: QueryClient, onFailure: (error: unknown) => void): void {
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') onFailure(event.action.error)
  })
  client.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') onFailure(event.action.error)
  })
}
