// Focus fallback: where the focus moves when its element disappears, such as a 'Try again' that succeeded.
import { useEffect, useRef, type RefObject } from 'react'

/** The element of the container that has the focus, or had it when it was removed; null while the focus is elsewhere. */
export function useLastFocused(container: RefObject<HTMLElement | null>): RefObject<Element | null> {
  const focused = useRef<Element | null>(null)
  useEffect(() => {
    const onFocusIn = () => {
      const { activeElement } = document
      focused.current = container.current?.contains(activeElement) ? activeElement : null
    }
    document.addEventListener('focusin', onFocusIn)
    return () => document.removeEventListener('focusin', onFocusIn)
  }, [container])
  return focused
}

/**
 * Moves the focus to `place` when a change of `part` removes the focused element. `place` needs `tabIndex={-1}`.
 */
export function useFocusFallback(container: RefObject<HTMLElement | null>, fallback = container): void {
  const focused = useLastFocused(container)
  useEffect(() => {
    const restoreFocus = () => {
      if (focused.current?.isConnected !== false || document.activeElement !== document.body) return
      fallback.current?.focus({ preventScroll: true })
    }
    restoreFocus()
    if (!container.current) return undefined
    // A child component may remove the element without rendering this component again.
    const observer = new MutationObserver(restoreFocus)
    observer.observe(container.current, { childList: true, subtree: true })
    return () => observer.disconnect()
  })
}
