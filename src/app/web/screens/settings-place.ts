// A place in the settings that a link leads to.
import { useEffect, type RefObject } from 'react'

/** Of the reminders: the hash of their links. */
export const remindersId = 'reminders'
/** Of the notices on this device. */
export const noticesId = 'notices'

/** What is above loads meanwhile, and grows. */
const settleMs = 3_000
const ownMoves = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/** Whether the address names this place. */
function isNamedPlace(id: string): boolean {
  return globalThis.location.hash === `#${id}`
}

/** Resolves once the address names one of these places: of a page's own links, too. */
export async function onceNamed(ids: readonly string[]): Promise<void> {
  while (!ids.some(isNamedPlace))
    await new Promise((resolve) => globalThis.addEventListener('hashchange', resolve, { once: true }))
}

/** Scrolls to a place and focuses it, if the address names it; stays there while the page loads, unless its reader moves. */
export function useNamedPlace(place: RefObject<HTMLElement | null>, id: string): void {
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
