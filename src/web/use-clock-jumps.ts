// Jumps of the server's clock as React state.
import { useSyncExternalStore } from 'react'
import { onClockJump } from './server-clock.ts'

let jumps = 0
onClockJump(() => (jumps += 1))

/** Another number after each jump: animations that were started by the clock start again then. */
export function useClockJumps(): number {
  return useSyncExternalStore(onClockJump, () => jumps)
}
