// Day cache: values of days, each read once for all callers while it is fresh.
import type { Clock } from '../clock.ts'

/** Bounds the staleness when a change has no event, or while the bus is down. */
const ttlMs = 5_000
// Requests ask for days around today; others occur in tests or when a clock is set.
const maxDays = 4

interface CacheEntry<Value> {
  startedMs: number
  value: Value | Promise<Value>
}

export interface DayCache<Value> {
  /** A day's value, at most five seconds old; synchronous on a cache hit. A failed read isn't cached. */
  of(day: string): Value | Promise<Value>
  /** Evicts all days, those that are being read too: the reads may predate a change. */
  clear(): void
}

export function createDayCache<Value>(
  clock: Pick<Clock, 'now'>,
  read: (day: string) => Promise<Value>,
): DayCache<Value> {
  const entries = new Map<string, CacheEntry<Value>>()

  const startRead = (day: string, startedMs: number): CacheEntry<Value> => {
    const reading = read(day)
    const entry: CacheEntry<Value> = { startedMs, value: reading }
    reading.then(
      (value) => {
        entry.value = value
      },
      () => {
        if (entries.get(day) === entry) entries.delete(day)
      },
    )
    const [oldest] = entries.keys()
    if (oldest !== undefined && entries.size >= maxDays) entries.delete(oldest)
    entries.set(day, entry)
    return entry
  }

  return {
    of: (day) => {
      const nowMs = clock.now()
      const cached = entries.get(day)
      const isFresh = cached && cached.startedMs <= nowMs && nowMs < cached.startedMs + ttlMs
      return (isFresh ? cached : startRead(day, nowMs)).value
    },
    clear: () => entries.clear(),
  }
}
