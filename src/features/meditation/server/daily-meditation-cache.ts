// Daily meditation cache: this node's copy of the days' meditations; one read serves all requests until a change.
import * as z from 'zod/mini'
import type { Platform } from '#server/context.ts'
import type { DailyMeditation } from '../contract.ts'
import { dayEventSchema, daysChannel } from '../days-channel.ts'
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
  const readings = new Map<string, CacheEntry>()

  // Evicts reads in progress too: they may predate the change.
  const forgetAll = () => readings.clear()
  const unsubscribe = bus.subscribe(daysChannel, (event) => {
    if (z.safeParse(dayEventSchema, event).data?.type !== 'began') forgetAll()
  })
  const unwatch = bus.watch({ onMessagesMissed: forgetAll })

  const begin = (day: string, startedMs: number): CacheEntry => {
    const asked = meditationOf(database.query, day).then(freeze)
    const reading: CacheEntry = { startedMs, meditation: asked }
    asked.then(
      (meditation) => {
        reading.meditation = meditation
      },
      () => {
        if (readings.get(day) === reading) readings.delete(day)
      },
    )
    const [oldest] = readings.keys()
    if (oldest !== undefined && readings.size >= cacheMaxDays) readings.delete(oldest)
    readings.set(day, reading)
    return reading
  }

  return {
    meditationOf: (day) => {
      const nowMs = clock.now()
      const known = readings.get(day)
      const isFresh = known && known.startedMs <= nowMs && nowMs < known.startedMs + cacheTtlMs
      return (isFresh ? known : begin(day, nowMs)).meditation
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
