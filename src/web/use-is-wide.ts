// Whether the window is wide, as React state: for what is another element there, not only another look.
import { useSyncExternalStore } from 'react'

/** The breakpoint lg: from there on the bar has its links, and lists are tables. */
const query = '(width >= 64rem)'

function subscribe(listener: () => void): () => void {
  const list = window.matchMedia(query)
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}

/** Follows the window. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}
