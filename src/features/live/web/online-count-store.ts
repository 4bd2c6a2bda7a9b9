// Online count store: the joined room's member count, newer than any poll, for the bar and the stats.
import { useSyncExternalStore } from 'react'

export interface RoomOnlineCount {
  day: string
  count: number
}

let currentCount: RoomOnlineCount | null = null
const listeners = new Set<() => void>()

/** Stores the room's count; null when the page receives no counts from a room. */
export function setRoomOnlineCount(next: RoomOnlineCount | null): void {
  currentCount = next
  for (const listener of listeners) listener()
}

/** A day's room count while this page receives it from the room, else null. */
export function useRoomOnlineCount(day: string): number | null {
  return useSyncExternalStore(subscribe, () => (currentCount?.day === day ? currentCount.count : null))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
