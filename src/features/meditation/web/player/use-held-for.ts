// useHeldFor: whether a condition has held for some time.
import { useEffect, useState } from 'react'

/** Returns true once `isSo` has been true for `forMs` milliseconds without interruption. */
export function useHeldFor(condition: boolean, forMs: number): boolean {
  const [hasHeld, setHasHeld] = useState(false)
  useEffect(() => {
    if (!condition) return
    const timer = setTimeout(() => setHasHeld(true), forMs)
    return () => {
      clearTimeout(timer)
      setHasHeld(false)
    }
  }, [condition, forMs])
  return hasHeld
}
