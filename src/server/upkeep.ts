// The server's housekeeping: what is kept for a time only is cleared away, little by little, by one node for all.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Platform } from './context.ts'
import { counts } from './counts.ts'
import { claimJob, releaseJob } from './sql-upkeep.ts'

export interface Job {
  name: string
  /** How often it is done, over all nodes together. */
  everyMs: number
  /** It is about what this machine alone has: every node does it for itself. */
  isPerNode?: true
  /** Does a small part of it; answers whether there may be more to do. */
  work(now: Date): Promise<boolean>
}

export interface Upkeep {
  /** Does now what is due, and looks again every hour. */
  start(): void
  /** Settles when nothing is under way. */
  whenIdle(): Promise<void>
  /** Breaks off between two parts: the rest is done at another time. */
  close(): Promise<void>
}

const lookEveryMs = 3_600_000
/** Between two parts, so that everybody else comes in between. */
const pauseMs = 100

/** Nothing is done before `start`. What fails is logged, and tried again an hour later. */
export function createUpkeep(
  { clock, database, log }: Pick<Platform, 'clock' | 'database' | 'log'>,
  jobs: readonly Job[],
): Upkeep {
  const closing = new AbortController()
  const { signal } = closing
  let running = Promise.resolve()
  let stopWaiting = (): void => undefined

  const isOurs = ({ name, everyMs, isPerNode }: Job, now: Date): Promise<boolean> =>
    isPerNode ? Promise.resolve(true) : claimJob(database.query, { job: name, everyMs, now })

  const workOff = async (job: Job): Promise<void> => {
    while (!signal.aborted && (await job.work(new Date(clock.now())))) {
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }
  const doWhatIsDue = async (): Promise<void> => {
    for (const job of jobs) {
      if (signal.aborted) return
      const now = new Date(clock.now())
      try {
        if (!(await isOurs(job, now))) continue
        await workOff(job)
        counts.upkeepRuns += 1
      } catch (error) {
        counts.upkeepFailures += 1
        log.error({ err: error, job: job.name }, 'A part of the upkeep failed; it is tried again.')
        await releaseJob(database.query, { job: job.name, now }).catch(() => undefined)
      }
    }
  }
  const look = (): void => {
    if (signal.aborted) return
    running = running.then(doWhatIsDue)
    stopWaiting = clock.after(lookEveryMs, look)
  }

  return {
    start: look,
    whenIdle: () => running,
    close: async () => {
      closing.abort()
      stopWaiting()
      await running
    },
  }
}
