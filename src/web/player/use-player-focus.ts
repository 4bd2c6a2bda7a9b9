// The focus of the player, for what lies over it.
import { useEffect, useRef } from 'react'

/** For a panel over the player, whose focused control may be gone: the focus moves to the player, for its keys. */
export function usePlayerFocus() {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) panel.current?.closest('section')?.focus()
  }, [])
  return panel
}
