// Whether something has been so for a while.
import { useEffect, useState } from 'react'

/** True once `isSo` was true for `forMs` milliseconds without a break. */
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
