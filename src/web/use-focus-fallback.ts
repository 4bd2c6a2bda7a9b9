// Where the keyboard goes on when what had the focus is gone, as a 'Try again' that has succeeded.
import { useEffect, useRef, type RefObject } from 'react'

/** When a change of `part` takes away what had the focus in it, `place` gets it; that one has `tabIndex={-1}`. */
export function useFocusFallback(part: RefObject<HTMLElement | null>, place = part): void {
  const focused = useRef<Element | null>(null)
  useEffect(() => {
    const look = () => {
      const { activeElement } = document
      focused.current = part.current?.contains(activeElement) ? activeElement : null
    }
    document.addEventListener('focusin', look)
    return () => document.removeEventListener('focusin', look)
  }, [part])
  useEffect(() => {
    const keep = () => {
      if (focused.current?.isConnected !== false || document.activeElement !== document.body) return
      place.current?.focus({ preventScroll: true })
    }
    keep()
    if (!part.current) return undefined
    // What goes may be drawn by a part of its own, and nothing of this one drawn anew.
    const changes = new MutationObserver(keep)
    changes.observe(part.current, { childList: true, subtree: true })
    return () => changes.disconnect()
  })
}
