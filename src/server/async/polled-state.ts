// Polled state: reads a state now, after each event and at an interval, and reports its changes.
import type { Clock } from '../clock.ts'
import { createCoalescedReads } from './coalesced-reads.ts'

interface PolledStateOptions<State> {
  clock: Clock
  /** The state is read this often even without an event: the bus may be away. */
  pollMs: number
  /** What the readers of the state expect until told otherwise. */
  initial: State
  read(): Promise<State>
  /** Called when a read differs from the state before; states with equal JSON are the same. */
  onChange(state: State): void
  onError(error: unknown): void
}

/** Between two reads after events. */
const tickMs = 100

/** Starts with a read; `changed` reads again. */
export function createPolledState<State>({
  clock,
  pollMs,
  initial,
  read,
  onChange,
  onError,
}: PolledStateOptions<State>): { changed(): void; close(): void } {
  let known = JSON.stringify(initial)
  const reads = createCoalescedReads({
    tickMs,
    read: async () => [await read()],
    send: (state: State) => {
      const next = JSON.stringify(state)
      if (next === known) return
      known = next
      onChange(state)
    },
    onError,
  })
  const changed = () => reads.changed('state')
  let cancelTimer = () => {}
  const poll = () => {
    changed()
    cancelTimer = clock.after(pollMs, poll)
  }
  poll()
  return {
    changed,
    close: () => {
      cancelTimer()
      reads.close()
    },
  }
}
