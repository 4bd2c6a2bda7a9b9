// Who is here, as the room tells it.
import type { OnlineUser } from '../contract.ts'
import type { LiveLine } from '../line.ts'

export interface Presence {
  /** Distinct members in the room; null until the room has told. */
  readonly count: number | null
  /** The newest of them, at most 50. */
  readonly users: readonly OnlineUser[]
}

export interface PresenceStore {
  now(): Presence
  subscribe(listener: () => void): () => void
}

/** Follows the channel for as long as that lives. */
export function createPresence(line: LiveLine): PresenceStore {
  let presence: Presence = { count: null, users: [] }
  const listeners = new Set<() => void>()
  line.onMessage((message) => {
    if (message.type !== 'online-count-updated') return
    presence = { count: message.onlineCount, users: message.onlineUsers }
    for (const listener of listeners) listener()
  })
  return {
    now: () => presence,
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
