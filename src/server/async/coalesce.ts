// Coalesced runs: concurrent callers share one run. Nothing is cached.
import { createKeyedQueue } from './keyed-queue.ts'

export interface CoalescedRuns<Value, Key> {
  run(key: Key): Promise<Value>
  /** Resolves when nothing runs. */
  whenIdle(): Promise<void>
}

/**
 * Callers during a run share the next run of the same key, which starts when the current one has settled. A caller
 * therefore never gets a result from before its call.
 */
export function coalesce<Value, Key = void>(run: (key: Key) => Promise<Value>): CoalescedRuns<Value, Key> {
  const queue = createKeyedQueue<Key>()
  const waiting = new Map<Key, Promise<Value>>()
  return {
    run: (key) => {
      const shared = waiting.get(key)
      if (shared) return shared
      let hasStarted = false
      const result = queue.run(key, () => {
        hasStarted = true
        waiting.delete(key)
        return run(key)
      })
      if (!hasStarted) waiting.set(key, result)
      return result
    },
    whenIdle: queue.whenIdle,
  }
}
