// What the days have, in this node's memory: one read serves everybody who asks, until it may have changed.
import * as z from 'zod/mini'
import type { Platform } from '#server/context.ts'
import type { DailyMeditation } from '../contract.ts'
import { dayEventSchema, daysChannel } from '../days-channel.ts'
import { meditationOf } from './sql.ts'

export interface DailyMeditationCache {
  /** The active meditation of a day, or null when it has none: at once where it is known, at most five seconds old. */
  meditationOf(day: string): DailyMeditation | null | Promise<DailyMeditation | null>
  close(): void
}

/** Whatever changes a day without a word, or while the bus is away, is seen after this. */
const cacheTtlMs = 5_000
// Yesterday and today are asked for; a test or a clock that is set asks for others.
const cacheMaxDays = 4

interface CacheEntry {
  begunMs: number
  meditation: DailyMeditation | null | Promise<DailyMeditation | null>
}

/** Reads days when they are asked for, and forgets them when some node says that they changed. */
export function createDailyMeditationCache({
  database,
  clock,
  bus,
}: Pick<Platform, 'database' | 'clock' | 'bus'>): DailyMeditationCache {
  const readings = new Map<string, CacheEntry>()

  // A reading that is under way is forgotten as well: it may not have seen what changed.
  const forgetAll = () => readings.clear()
  const unsubscribe = bus.subscribe(daysChannel, (event) => {
    if (z.safeParse(dayEventSchema, event).data?.type !== 'began') forgetAll()
  })
  const unwatch = bus.watch({ missed: forgetAll })

  const begin = (day: string, begunMs: number): CacheEntry => {
    const asked = meditationOf(database.query, day).then(freeze)
    const reading: CacheEntry = { begunMs, meditation: asked }
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
      const isFresh = known && known.begunMs <= nowMs && nowMs < known.begunMs + cacheTtlMs
      return (isFresh ? known : begin(day, nowMs)).meditation
    },
    close: () => {
      unsubscribe()
      unwatch()
    },
  }
}

/** Everybody is given the same one. */
function freeze(meditation: DailyMeditation | null): DailyMeditation | null {
  return Object.freeze(meditation)
}
