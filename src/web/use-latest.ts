// The last of several acts wins: an earlier one that is still under way brings nothing.
import { useRef } from 'react'

/** Starts an act, and returns a function that says whether it is still the last one. */
export function useLatest(): () => () => boolean {
  const last = useRef(0)
  return () => {
    last.current += 1
    const own = last.current
    return () => own === last.current
  }
}
