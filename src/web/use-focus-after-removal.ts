// Focus after a removal: where the focus moves when a pressed control disappears with its row.
import { useEffect, useRef, type RefObject } from 'react'

/**
 * Moves the focus to `place` when the control that had it is gone from the list. `remaining` names what still has its
 * control; the returned function names what is being removed. While a dialog asks, its `returnFocusTo` is the same place.
 */
export function useFocusAfterRemoval<Key extends number | string>(
  remaining: readonly Key[] | undefined,
  place: RefObject<HTMLElement | null>,
): (removed: Key) => void {
  const removed = useRef<Key | null>(null)
  useEffect(() => {
    if (removed.current === null || !remaining || remaining.includes(removed.current)) return
    removed.current = null
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true })
  }, [remaining, place])
  return (key) => {
    removed.current = key
  }
}
