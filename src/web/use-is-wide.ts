// Whether the window is wide, as React state: for layouts with different elements, not only different styles.
import { useSyncExternalStore } from 'react'

/** The breakpoint lg: from here on the bar shows its links, and lists are tables. */
const query = '(width >= 64rem)'

function subscribe(listener: () => void): () => void {
  const list = window.matchMedia(query)
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}

export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}
