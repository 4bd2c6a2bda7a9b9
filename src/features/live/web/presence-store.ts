// Presence store: the members in the joined room, from the live channel.
import type { OnlineUser } from '../contract.ts'
import type { LiveClient } from '../live-client.ts'

export interface PresenceSnapshot {
  /** Number of distinct members in the room; null before the first presence message. */
  readonly count: number | null
  /** The newest members, at most 50. */
  readonly users: readonly OnlineUser[]
}

export interface PresenceStore {
  getSnapshot(): PresenceSnapshot
  subscribe(listener: () => void): () => void
}

/** Subscribes to the channel while it has listeners. Each day's room has its own store. */
export function createPresenceStore(client: LiveClient): PresenceStore {
  let presence: PresenceSnapshot = { count: null, users: [] }
  const listeners = new Set<() => void>()
  let stop = () => {}
  const follow = () =>
    client.onMessage((message) => {
      if (message.type !== 'online-count-updated') return
      presence = { count: message.onlineCount, users: message.onlineUsers }
      for (const listener of listeners) listener()
    })
  return {
    getSnapshot: () => presence,
    subscribe(listener) {
      if (listeners.size === 0) stop = follow()
      listeners.add(listener)
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) stop()
      }
    },
  }
}
