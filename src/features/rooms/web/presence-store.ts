// Presence stores: the members in the joined room, and its member count for the rest of the page.
import { liveServerMessages, type OnlineUser } from '#shared/live/channel-messages.ts'
import type { LiveClient } from '#shared/live/live-client.ts'
import { createPageStore } from '#web/page-store.ts'

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
    client.onMessage(liveServerMessages, (message) => {
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

interface RoomOnlineCount {
  day: string
  /** Whether it is the room of the moment. */
  isOfMoment: boolean
  count: number
}

const roomCount = createPageStore<RoomOnlineCount | null>('screen', null)

/**
 * Stores the joined room's member count for the bar and the stats; it takes precedence over a poll. Null when the page
 * receives no counts from a room.
 */
export const setRoomOnlineCount = roomCount.set

/** The count of a day's room, or of the room of the moment, while this page receives it from there; else null. */
export function useRoomOnlineCount(day?: string): number | null {
  const current = roomCount.use()
  return current && (day === undefined ? current.isOfMoment : current.day === day) ? current.count : null
}
