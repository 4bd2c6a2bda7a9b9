// Jumps of the server's clock as React state.
import { useSyncExternalStore } from 'react'
import { clockJumps, onClockJump } from './server-clock.ts'

/** Another number after each jump: animations that were started by the clock start again then. */
export function useClockJumps(): number {
  return useSyncExternalStore(onClockJump, clockJumps)
}
