// Unlocks an element that plays later by itself.
import { useEffect } from 'react'

/** Safari lets a page play what a press has loaded: here the first one on the page, the seat's at the latest. */
export function usePressUnlock(element: HTMLMediaElement | null): void {
  useEffect(() => {
    if (!element) return
    const unlock = () => element.paused && element.load()
    document.addEventListener('click', unlock, { capture: true, once: true })
    return () => document.removeEventListener('click', unlock, { capture: true })
  }, [element])
}
