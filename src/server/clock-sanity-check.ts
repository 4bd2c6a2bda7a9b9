// Clock sanity check before retention jobs: a wrong clock would delete everything at once.
import type { Platform } from './context.ts'
import { readClocks } from './sql-scheduled-jobs.ts'
import { timestampToMs } from '#shared/day.ts'

const dayMs = 86_400_000
/** Maximum difference from the database's clock. */
const clockSkewMaxMs = 3_600_000
/** After a longer downtime, or a clock set wrong, the server waits before it deletes anything. */
const downtimeMaxMs = 45 * dayMs
/** Hourly polls: time enough to correct a clock. */
const pollsBeforeResume = 24

/** Creates the check that the job scheduler runs before each poll; failures are logged. */
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
          'The clocks of this machine and the database differ; scheduled jobs are paused.',
        )
        return false
      }
      const restedMs = begunAt === null ? 0 : now - timestampToMs(begunAt)
      looks = restedMs > downtimeMaxMs ? looks + 1 : 0
      if (looks === 0 || looks > pollsBeforeResume) return true
      const restedDays = Math.floor(restedMs / dayMs)
      log.warn(
        { event: 'clock', restedDays },
        'No scheduled job ran for weeks, or the clock is wrong. If the clock is right, jobs resume within a day.',
      )
      return false
    } catch (error) {
      log.error({ err: error }, 'Reading the database clock failed; scheduled jobs will be retried.')
      return false
    }
  }
}
