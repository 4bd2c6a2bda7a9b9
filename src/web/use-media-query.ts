// Media queries as React state: for layouts with different elements, not only different styles.
import { useCallback, useSyncExternalStore } from 'react'

/** Whether the window is at least md wide: from here on lists are tables. */
export function useIsWide(): boolean {
  return useMediaQuery('(width >= 48rem)')
}

/** Whether the system asks for reduced motion; follows the setting while the page is open. */
export function useReducedMotion(): boolean {
  return useMediaQuery('(prefers-reduced-motion: reduce)')
}

function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void): (() => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}
