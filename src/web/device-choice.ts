// A choice that is saved on this device, such as the bell: in local storage, shared by all tabs as they are opened.
import { useSyncExternalStore } from 'react'

export interface DeviceChoice<T extends string> {
  read: () => T
  save: (value: T) => void
  subscribe: (listener: () => void) => () => void
}

/**
 * A choice among `values`; the default until another one is made, or where the browser denies storage: the first
 * value, unless `readDefault` names another.
 */
export function createDeviceChoice<T extends string>(
  storageKey: string,
  values: readonly [T, ...T[]],
  readDefault: () => T = () => values[0],
): DeviceChoice<T> {
  const listeners = new Set<() => void>()
  return {
    read: () => {
      try {
        const stored = localStorage.getItem(storageKey)
        return values.find((value) => value === stored) ?? readDefault()
      } catch {
        return readDefault()
      }
    },
    save: (value) => {
      try {
        localStorage.setItem(storageKey, value)
      } catch {
        // Storage is denied: the default stays.
      }
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function useDeviceChoice<T extends string>(choice: DeviceChoice<T>): T {
  return useSyncExternalStore(choice.subscribe, choice.read)
}
