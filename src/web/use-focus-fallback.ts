// Focus fallback: where the focus moves when its element disappears, such as a 'Try again' that succeeded.
import { useEffect, useRef, type RefObject } from 'react'

/**
 * Moves the focus to `place` when a change of `part` removes the focused element. `place` needs `tabIndex={-1}`.
 */
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
    // A child component may remove the element without rendering this component again.
    const changes = new MutationObserver(keep)
    changes.observe(part.current, { childList: true, subtree: true })
    return () => changes.disconnect()
  })
}
