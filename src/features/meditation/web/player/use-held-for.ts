// useHeldFor: whether a condition has held for some time.
import { useEffect, useState } from 'react'

/** Returns true once `isSo` has been true for `forMs` milliseconds without interruption. */
export function useHeldFor(isSo: boolean, forMs: number): boolean {
  const [hasStayed, setStayed] = useState(false)
  useEffect(() => {
    if (!isSo) return
    const timer = setTimeout(() => setStayed(true), forMs)
    return () => {
      clearTimeout(timer)
      setStayed(false)
    }
  }, [isSo, forMs])
  return hasStayed
}
