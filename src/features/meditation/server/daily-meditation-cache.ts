// Daily meditation cache: this node's copy of the days' meditations; one read serves all requests until a change.
import { busEvents } from '#shared/bus-events.ts'
import type { Platform } from '#server/context.ts'
import type { DailyMeditation } from '../contract.ts'
import { meditationOf } from './sql.ts'

export interface DailyMeditationCache {
  /** A day's active meditation, or null without one. Synchronous on a cache hit, and at most five seconds old. */
  meditationOf(day: string): DailyMeditation | null | Promise<DailyMeditation | null>
  close(): void
}

/** Bounds the staleness when a change has no event, or while the bus is down. */
const cacheTtlMs = 5_000
// Requests ask for yesterday and today; other days occur in tests or when a clock is set.
const cacheMaxDays = 4

interface CacheEntry {
  startedMs: number
  meditation: DailyMeditation | null | Promise<DailyMeditation | null>
}

/** Reads days on demand, and evicts them when a node publishes a change. */
export function createDailyMeditationCache({
  database,
  clock,
  bus,
}: Pick<Platform, 'database' | 'clock' | 'bus'>): DailyMeditationCache {
  const entries = new Map<string, CacheEntry>()

  // Evicts reads in progress too: they may predate the change.
  const evictAll = () => entries.clear()
  const unsubscribe = bus.subscribe(busEvents.days, ({ type }) => {
    if (type === 'changed') evictAll()
  })
  const unwatch = bus.watch({ onMessagesMissed: evictAll })

  const startRead = (day: string, startedMs: number): CacheEntry => {
    const read = meditationOf(database.query, day).then(freeze)
    const entry: CacheEntry = { startedMs, meditation: read }
    read.then(
      (meditation) => {
        entry.meditation = meditation
      },
      () => {
        if (entries.get(day) === entry) entries.delete(day)
      },
    )
    const [oldest] = entries.keys()
    if (oldest !== undefined && entries.size >= cacheMaxDays) entries.delete(oldest)
    entries.set(day, entry)
    return entry
  }

  return {
    meditationOf: (day) => {
      const nowMs = clock.now()
      const cached = entries.get(day)
      const isFresh = cached && cached.startedMs <= nowMs && nowMs < cached.startedMs + cacheTtlMs
      return (isFresh ? cached : startRead(day, nowMs)).meditation
    },
    close: () => {
      unsubscribe()
      unwatch()
    },
  }
}

/** Frozen, since all callers share one object. */
function freeze(meditation: DailyMeditation | null): DailyMeditation | null {
  return Object.freeze(meditation)
}
