// Daily meditation cache: this node's copy of the days' meditations; one read serves all requests until a change.
import { busEvents } from '#shared/bus-events.ts'
import type { Platform } from '#server/context.ts'
import type { DailyMeditation } from '../contract.ts'
import { meditationOf } from './sql.ts'
import { nextPlannedDay } from './sql/preview.ts'

export interface DailyMeditationCache {
  /** A day's active meditation, or null without one. Synchronous on a cache hit, and at most five seconds old. */
  meditationOf(day: string): DailyMeditation | null | Promise<DailyMeditation | null>
  /** The first day after `day` with an active meditation, or null if none is planned; as fresh as the others. */
  nextPlannedDay(day: string): string | null | Promise<string | null>
  close(): void
}

/** Bounds the staleness when a change has no event, or while the bus is down. */
const cacheTtlMs = 5_000
// Requests ask for yesterday and today; other days occur in tests or when a clock is set.
const cacheMaxDays = 4

interface CacheEntry<Value> {
  startedMs: number
  value: Value | Promise<Value>
}

/** Reads days on demand, and evicts them when a node publishes a change. */
export function createDailyMeditationCache({
  database,
  calendar,
  clock,
  bus,
}: Pick<Platform, 'database' | 'calendar' | 'clock' | 'bus'>): DailyMeditationCache {
  const meditations = createDayCache(clock, (day) =>
    meditationOf(database.query, calendar.days(), day).then(freeze),
  )
  const nextDays = createDayCache(clock, (day) => nextPlannedDay(database.query, day))

  // Evicts reads in progress too: they may predate the change.
  const evictAll = () => {
    meditations.clear()
    nextDays.clear()
  }
  const unsubscribe = bus.subscribe(busEvents.days, ({ type }) => {
    if (type === 'changed') evictAll()
  })
  const unwatch = bus.watch({ onMessagesMissed: evictAll })

  return {
    meditationOf: meditations.of,
    nextPlannedDay: nextDays.of,
    close: () => {
      unsubscribe()
      unwatch()
    },
  }
}

/** Values of days, each read once for all callers while it is fresh. */
function createDayCache<Value>(clock: Platform['clock'], read: (day: string) => Promise<Value>) {
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
    if (oldest !== undefined && entries.size >= cacheMaxDays) entries.delete(oldest)
    entries.set(day, entry)
    return entry
  }

  return {
    of: (day: string): Value | Promise<Value> => {
      const nowMs = clock.now()
      const cached = entries.get(day)
      const isFresh = cached && cached.startedMs <= nowMs && nowMs < cached.startedMs + cacheTtlMs
      return (isFresh ? cached : startRead(day, nowMs)).value
    },
    clear: () => entries.clear(),
  }
}

/** Frozen, since all callers share one object. */
function freeze(meditation: DailyMeditation | null): DailyMeditation | null {
  return Object.freeze(meditation)
}
