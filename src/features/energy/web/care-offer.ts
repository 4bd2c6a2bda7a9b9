// The care card that an answer of the server asked for, wherever on the page the entry was saved.
import { useSyncExternalStore } from 'react'
import type { Care } from '#features/community/care.ts'

let offered: Care | null = null
const listeners = new Set<() => void>()

/** Shows the card; null closes it. */
export function offerCare(care: Care | null): void {
  offered = care
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useCareOffer(): Care | null {
  return useSyncExternalStore(subscribe, () => offered)
}
