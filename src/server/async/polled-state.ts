// Polled state: reads a state after each event and at an interval, from the start on, and reports its changes.
import type { Clock } from '../clock.ts'
import { createCoalescedReads } from './coalesced-reads.ts'

interface PolledStateOptions<State> {
  clock: Clock
  /**
   * The state is read at the start, and this often even without an event: the bus may be away. Null: only after events.
   */
  pollMs: number | null
  /** Minimum time between two reads after events. */
  tickMs?: number
  /** What the readers of the state expect until told otherwise. */
  initial: State
  /** Whether `initial` was just read, so that the first read can wait for the interval. */
  isInitialFresh?: boolean
  read(): Promise<State>
  /** Called when a read differs from the state before; states with equal JSON are the same. */
  onChange(state: State): void
  onError(error: unknown): void
}

const defaultTickMs = 100

/** `changed` reads again. */
export function createPolledState<State>({
  clock,
  pollMs,
  tickMs = defaultTickMs,
  initial,
  isInitialFresh = false,
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
  const scheduleRead = () => {
    if (pollMs !== null) cancelTimer = clock.after(pollMs, poll)
  }
  const poll = () => {
    changed()
    scheduleRead()
  }
  if (isInitialFresh || pollMs === null) scheduleRead()
  else poll()
  return {
    changed,
    close: () => {
      cancelTimer()
      reads.close()
    },
  }
}
