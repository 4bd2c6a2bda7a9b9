// Clock sanity check before retention jobs: a wrong clock would delete everything at once.
import { timestampToMs } from '#shared/day.ts'
import { dayMs } from '#shared/durations.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Log } from '../log.ts'
import { readClocks } from './sql.ts'

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
}: {
  clock: Clock
  database: Database
  log: Log
}): () => Promise<boolean> {
  let polls = 0
  return async () => {
    try {
      const { databaseNow, lastStartedAt } = await readClocks(database.query)
      const now = clock.now()
      const skewMs = Math.abs(now - timestampToMs(databaseNow))
      if (skewMs > clockSkewMaxMs) {
        log.error(
          { event: 'clock', apartMs: skewMs },
          'The clocks of this machine and the database differ; scheduled jobs are paused.',
        )
        return false
      }
      const idleMs = lastStartedAt === null ? 0 : now - timestampToMs(lastStartedAt)
      polls = idleMs > downtimeMaxMs ? polls + 1 : 0
      if (polls === 0 || polls > pollsBeforeResume) return true
      const restedDays = Math.floor(idleMs / dayMs)
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
