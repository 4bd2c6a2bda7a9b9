// Whether something has been so for a while.
import { useEffect, useState } from 'react'

/** True once `isOn` has been true for `ms` milliseconds without a break. */
export function useHeldFor(ms: number, isOn: boolean): boolean {
  const [isHeld, setHeld] = useState(false)
  if (!isOn && isHeld) setHeld(false)
  useEffect(() => {
    if (!isOn) return
    const timer = setTimeout(() => setHeld(true), ms)
    return () => clearTimeout(timer)
  }, [ms, isOn])
  return isHeld && isOn
}
