// Day cache: values of days, each read once for all callers of a language while it is fresh, until a node publishes a
// change.
import { busEvents } from '#shared/bus-events.ts'
import { languages, currentLocale } from '#shared/i18n/t.ts'
import type { Bus } from '../bus/bus.ts'
import type { Clock } from '../clock.ts'

/** Bounds the staleness when a change has no event, or while the bus is down. */
const ttlMs = 5_000
// Requests ask for days around today; others occur in tests or when a clock is set.
const maxEntries = 4 * languages.length

interface CacheEntry<Value> {
  startedMs: number
  value: Value | Promise<Value>
}

export interface DayCache<Value> {
  /** A day's value for the viewer, at most five seconds old; synchronous on a cache hit. A failed read isn't cached. */
  of(day: string): Value | Promise<Value>
  close(): void
}

export function createDayCache<Value>(
  { bus, clock }: { bus: Bus; clock: Pick<Clock, 'now'> },
  read: (day: string) => Promise<Value>,
): DayCache<Value> {
  const entries = new Map<string, CacheEntry<Value>>()
  // Evicts reads in progress too: they may predate the change.
  const evictAll = () => entries.clear()
  const stops = [
    bus.subscribe(busEvents.days, ({ type }) => {
      if (type === 'changed') evictAll()
    }),
    bus.watch({ onMessagesMissed: evictAll }),
  ]

  const startRead = (day: string, key: string, startedMs: number): CacheEntry<Value> => {
    const reading = read(day)
    const entry: CacheEntry<Value> = { startedMs, value: reading }
    reading.then(
      (value) => {
        entry.value = value
      },
      () => {
        if (entries.get(key) === entry) entries.delete(key)
      },
    )
    const [oldest] = entries.keys()
    if (oldest !== undefined && entries.size >= maxEntries) entries.delete(oldest)
    entries.set(key, entry)
    return entry
  }

  return {
    of: (day) => {
      const nowMs = clock.now()
      const key = `${day} ${currentLocale()}`
      const cached = entries.get(key)
      const isFresh = cached && cached.startedMs <= nowMs && nowMs < cached.startedMs + ttlMs
      return (isFresh ? cached : startRead(day, key, nowMs)).value
    },
    close: () => {
      for (const stop of stops) stop()
    },
  }
}
