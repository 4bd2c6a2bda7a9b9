// Whether the clock may decide what is too old: one that is wrong would have everything forgotten at once.
import type { Platform } from './context.ts'
import { readClocks } from './sql-scheduled-jobs.ts'
import { timestampToMs } from '#shared/day.ts'

const dayMs = 86_400_000
/** How far it may be from the database's. */
const clockSkewMaxMs = 3_600_000
/** A server that rested for longer, or whose clock was set wrong, waits before it removes anything. */
const downtimeMaxMs = 45 * dayMs
/** Looks, one an hour: time enough to set a clock right. */
const pollsBeforeResume = 24

/** Makes the question that the upkeep asks before each look; a no is logged. */
export function createClockSanityCheck({
  clock,
  database,
  log,
}: Pick<Platform, 'clock' | 'database' | 'log'>): () => Promise<boolean> {
  let looks = 0
  return async () => {
    try {
      const { databaseNow, begunAt } = await readClocks(database.query)
      const now = clock.now()
      const apartMs = Math.abs(now - timestampToMs(databaseNow))
      if (apartMs > clockSkewMaxMs) {
        log.error(
          { event: 'clock', apartMs },
          'The clocks of this machine and of the database differ: no upkeep.',
        )
        return false
      }
      const restedMs = begunAt === null ? 0 : now - timestampToMs(begunAt)
      looks = restedMs > downtimeMaxMs ? looks + 1 : 0
      if (looks === 0 || looks > pollsBeforeResume) return true
      const restedDays = Math.floor(restedMs / dayMs)
      log.warn(
        { event: 'clock', restedDays },
        'If the clock is right, the upkeep begins in a day; else set it.',
      )
      return false
    } catch (error) {
      log.error({ err: error }, 'The upkeep could not ask the database for the time; it is tried again.')
      return false
    }
  }
}
