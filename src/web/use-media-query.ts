// Media queries as React state: for layouts with different elements, not only different styles.
import { useCallback, useSyncExternalStore } from 'react'

/** Whether the window is at least md wide: from here on lists are tables. */
export function useIsWide(): boolean {
  return useMediaQuery('(width >= 48rem)')
}

/** Whether a page of forms has room for a list beside it. */
export function useHasRoomBeside(): boolean {
  return useMediaQuery('(width >= 80rem)')
}

const reducedMotion = '(prefers-reduced-motion: reduce)'

/** Whether the system asks for reduced motion; follows the setting while the page is open. */
export function useReducedMotion(): boolean {
  return useMediaQuery(reducedMotion)
}

/** Whether the system asks for reduced motion now: for what starts a motion once. */
export function prefersReducedMotion(): boolean {
  return window.matchMedia(reducedMotion).matches
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
