// How many are in the joined room, as the room itself tells it: newer than any poll, for the bar and the stats alike.
import { useSyncExternalStore } from 'react'

export interface RoomOnlineCount {
  day: string
  count: number
}

let currentCount: RoomOnlineCount | null = null
const listeners = new Set<() => void>()

/** Keeps what the room has told; null when it tells nothing any more. */
export function setRoomOnlineCount(next: RoomOnlineCount | null): void {
  currentCount = next
  for (const listener of listeners) listener()
}

/** The count of a day's room while this page hears it from the room, else null. */
export function useRoomOnlineCount(day: string): number | null {
  return useSyncExternalStore(subscribe, () => (currentCount?.day === day ? currentCount.count : null))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
