// Reads of the server's clock by a part of the page: a further one replaces the one before, and none outlives the part.
import { useCallback, useEffect, useRef } from 'react'
import { sampleServerClock } from '../data/sample-server-clock.ts'

/** Returns the function that begins one; it stays the same. */
export function useClockSampling(): () => void {
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => () => stop.current?.(), [])
  return useCallback(() => {
    stop.current?.()
    stop.current = sampleServerClock()
  }, [])
}
