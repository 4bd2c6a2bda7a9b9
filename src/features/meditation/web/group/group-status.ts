// Where this page's video stands against the group, for the session's details and for technical help (SYNC-19).
import { useSyncExternalStore } from 'react'

let status: string | null = null
const listeners = new Set<() => void>()

/** Null while this page doesn't follow a group. */
export function setGroupStatus(next: string | null): void {
  if (next === status) return
  status = next
  for (const listener of listeners) listener()
}

export function groupStatus(): string | null {
  return status
}

export function useGroupStatus(): string | null {
  return useSyncExternalStore(subscribe, groupStatus)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
