// Keeps a second press or Enter, before React has drawn the busy button, from asking twice.
import { useRef } from 'react'

/** The same function, which does nothing while it is still under way. */
export function useSubmitGuard<Args extends unknown[]>(
  run: (...args: Args) => Promise<void>,
): (...args: Args) => Promise<void> {
  const isUnderWay = useRef(false)
  return async (...args) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    try {
      await run(...args)
    } finally {
      isUnderWay.current = false
    }
  }
}
