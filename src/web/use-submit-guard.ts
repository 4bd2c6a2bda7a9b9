// Submit guard: ignores a second press or Enter before React has rendered the busy button.
import { useRef } from 'react'

/** Wraps `run` so that calls do nothing while an earlier one is pending. */
export function useSubmitGuard<Args extends unknown[]>(
  run: (...args: Args) => Promise<void>,
): (...args: Args) => Promise<void> {
  const isPending = useRef(false)
  return async (...args) => {
    if (isPending.current) return
    isPending.current = true
    try {
      await run(...args)
    } finally {
      isPending.current = false
    }
  }
}
