// Who is here, as the room tells it.
import type { OnlineUser } from '../contract.ts'
import type { LiveClient } from '../live-client.ts'

export interface PresenceSnapshot {
  /** Distinct members in the room; null until the room has told. */
  readonly count: number | null
  /** The newest of them, at most 50. */
  readonly users: readonly OnlineUser[]
}

export interface PresenceStore {
  now(): PresenceSnapshot
  subscribe(listener: () => void): () => void
}

/** Follows the channel while anybody listens: the room of another day has a store of its own. */
export function createPresenceStore(line: LiveClient): PresenceStore {
  let presence: PresenceSnapshot = { count: null, users: [] }
  const listeners = new Set<() => void>()
  let stop = () => {}
  const follow = () =>
    line.onMessage((message) => {
      if (message.type !== 'online-count-updated') return
      presence = { count: message.onlineCount, users: message.onlineUsers }
      for (const listener of listeners) listener()
    })
  return {
    now: () => presence,
    subscribe(listener) {
      if (listeners.size === 0) stop = follow()
      listeners.add(listener)
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) stop()
      }
    },
  }
}
