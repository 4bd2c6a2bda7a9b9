// Page values: a value that one part of the page sets and others show, wherever they stand.
import { useSyncExternalStore } from 'react'

export interface PageValue<Value> {
  get: () => Value
  set: (next: Value) => void
  /** The value in a component. */
  use: () => Value
}

export function createPageValue<Value>(initial: Value): PageValue<Value> {
  let value = initial
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const get = () => value
  return {
    get,
    set: (next) => {
      value = next
      for (const listener of listeners) listener()
    },
    use: () => useSyncExternalStore(subscribe, get),
  }
}
