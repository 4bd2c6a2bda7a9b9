// How many are in the joined room, as the room itself tells it: newer than any poll, for the bar and the stats alike.
import { useSyncExternalStore } from 'react'

export interface ToldCount {
  day: string
  count: number
}

let told: ToldCount | null = null
const listeners = new Set<() => void>()

/** Keeps what the room has told; null when it tells nothing any more. */
export function keepToldCount(next: ToldCount | null): void {
  told = next
  for (const listener of listeners) listener()
}

/** The count of a day's room while this page hears it from the room, else null. */
export function useToldCount(day: string): number | null {
  return useSyncExternalStore(subscribe, () => (told?.day === day ? told.count : null))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
