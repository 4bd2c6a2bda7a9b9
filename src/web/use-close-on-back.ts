// Makes the browser's Back close an overlay instead of leaving the screen behind it.
import { useEffect, useRef, useState } from 'react'
import { uniqueId } from './unique-id.ts'

/**
 * Whether the overlay is open, and the functions that open and close it. An open overlay adds one history entry.
 * Closing goes back over that entry; Forward to it opens nothing. The router's own history state is kept.
 */
export function useCloseOnBack(onClosed?: () => void) {
  const [entry, setEntry] = useState<string | null>(null)
  const isClosing = useRef(false)
  const latestOnClosed = useRef(onClosed)
  useEffect(() => {
    latestOnClosed.current = onClosed
  })
  useEffect(() => {
    if (entry === null) return
    const onPopState = () => {
      if (isAt(entry)) return
      setEntry(null)
      latestOnClosed.current?.()
    }
    window.addEventListener('popstate', onPopState)
    return () => window.removeEventListener('popstate', onPopState)
  }, [entry])
  const open = () => {
    if (entry !== null) return
    const name = uniqueId()
    window.history.pushState({ ...(window.history.state as object | null), overlay: name }, '')
    isClosing.current = false
    setEntry(name)
  }
  const close = () => {
    if (entry === null || isClosing.current) return
    isClosing.current = true
    // The popstate event that follows closes it, so that a second press can't go back twice.
    if (isAt(entry)) return window.history.back()
    // The router has already navigated away from this entry.
    setEntry(null)
    latestOnClosed.current?.()
  }
  return { isOpen: entry !== null, open, close }
}

function isAt(entry: string): boolean {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'overlay' in state && state.overlay === entry
}
