// Page store: a value that one part of the page sets and others show, wherever they are.
import { useSyncExternalStore } from 'react'
import { onResetPage } from './reset-page.ts'

export interface PageStore<Value> {
  get: () => Value
  set: (next: Value) => void
  /** Returns the function that unsubscribes. */
  subscribe: (listener: () => void) => () => void
  /** The value in a component. */
  use: () => Value
}

/**
 * `member`: of the member who uses the page; `resetPage` sets it back.
 * `screen`: of what is mounted, which sets it back when it unmounts. A room that stays open after a sign-out goes on
 * with it (CHAT-26).
 */
type Owner = 'member' | 'screen'

export function createPageStore<Value>(owner: Owner, initial: Value): PageStore<Value> {
  let value = initial
  const listeners = new Set<() => void>()
  const get = () => value
  const set = (next: Value) => {
    if (Object.is(next, value)) return
    value = next
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  if (owner === 'member') onResetPage(() => set(initial))
  return { get, set, subscribe, use: () => useSyncExternalStore(subscribe, get) }
}
