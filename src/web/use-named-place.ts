// A place of a page that the address names.
import { useEffect, type RefObject } from 'react'

/** What is above loads meanwhile, and grows. */
const settleMs = 3_000
const ownMoves = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/** Whether the address names this place. */
export function isNamedPlace(id: string | undefined): boolean {
  return globalThis.location.hash === `#${id}`
}

/** Scrolls to a place and focuses it, if the address names it; stays there while the page loads, unless its reader moves. */
export function useNamedPlace(place: RefObject<HTMLElement | null>, id: string | undefined): void {
  useEffect(() => {
    const element = place.current
    if (element === null || !isNamedPlace(id)) return
    const go = () => element.scrollIntoView({ block: 'start', behavior: 'instant' })
    element.focus({ preventScroll: true })
    // Once the router has scrolled to the top of its new page.
    const frame = requestAnimationFrame(go)
    const observer = new ResizeObserver(go)
    observer.observe(document.body)
    const stop = () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      clearTimeout(timer)
      for (const type of ownMoves) globalThis.removeEventListener(type, stop)
    }
    const timer = setTimeout(stop, settleMs)
    for (const type of ownMoves) globalThis.addEventListener(type, stop, { passive: true })
    return stop
  }, [place, id])
}
