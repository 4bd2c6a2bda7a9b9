// Whether the clock may decide what is too old: one that is wrong would have everything forgotten at once.
import type { Platform } from './context.ts'
import { clockFacts } from './sql-upkeep.ts'
import { momentMs } from '#shared/day.ts'

const dayMs = 86_400_000
/** How far it may be from the database's. */
const apartMaxMs = 3_600_000
/** A server that rested for longer, or whose clock was set wrong, waits before it removes anything. */
const restMaxMs = 45 * dayMs
/** Looks, one an hour: time enough to set a clock right. */
const looksBefore = 24

/** Makes the question that the upkeep asks before each look; a no is logged. */
export function createClockCheck({
  clock,
  database,
  log,
}: Pick<Platform, 'clock' | 'database' | 'log'>): () => Promise<boolean> {
  let looks = 0
  return async () => {
    try {
      const { databaseNow, begunAt } = await clockFacts(database.query)
      const now = clock.now()
      const apartMs = Math.abs(now - momentMs(databaseNow))
      if (apartMs > apartMaxMs) {
        log.error(
          { event: 'clock', apartMs },
          'The clocks of this machine and of the database differ: no upkeep.',
        )
        return false
      }
      const restedMs = begunAt === null ? 0 : now - momentMs(begunAt)
      looks = restedMs > restMaxMs ? looks + 1 : 0
      if (looks === 0 || looks > looksBefore) return true
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
