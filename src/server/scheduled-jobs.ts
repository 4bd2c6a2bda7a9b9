// The server's housekeeping: what is kept for a time only is cleared away, little by little, by one node for all.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Platform } from './context.ts'
import { counters } from './metrics/counters.ts'
import { claimJob, deleteJobClaim } from './sql-scheduled-jobs.ts'

export interface ScheduledJob {
  name: string
  /** How often it is done, over all nodes together. */
  everyMs: number
  /** It is about what this machine alone has: every node does it for itself. */
  isPerNode?: true
  /** Does a small part of it; answers whether there may be more to do. What takes long ends with `signal`. */
  work(now: Date, signal: AbortSignal): Promise<boolean>
}

export interface JobScheduler {
  /** Does now what is due, and looks again every hour; nothing while `isClockRight` says no. */
  start(isClockRight?: () => Promise<boolean>): void
  /** Settles when nothing is under way. */
  whenIdle(): Promise<void>
  /** Breaks off, within some seconds at most: the rest is done at another time. */
  close(): Promise<void>
}

const pollEveryMs = 3_600_000
/** Between two parts, so that everybody else comes in between. */
const pauseBetweenChunksMs = 100
const closeTimeoutMs = 3_000

/** Nothing is done before `start`. What fails is logged, and tried again an hour later. */
export function createJobScheduler(
  { clock, database, log }: Pick<Platform, 'clock' | 'database' | 'log'>,
  jobs: readonly ScheduledJob[],
): JobScheduler {
  const closing = new AbortController()
  const { signal } = closing
  let running = Promise.resolve()
  let stopWaiting = (): void => undefined

  const isOurs = ({ name, everyMs, isPerNode }: ScheduledJob, now: Date): Promise<boolean> =>
    isPerNode ? Promise.resolve(true) : claimJob(database.query, { job: name, everyMs, now })

  const workOff = async (job: ScheduledJob): Promise<void> => {
    while (!signal.aborted && (await job.work(new Date(clock.now()), signal))) {
      await sleep(pauseBetweenChunksMs, undefined, { signal }).catch(() => undefined)
    }
  }
  const doWhatIsDue = async (): Promise<void> => {
    for (const job of jobs) {
      if (signal.aborted) return
      const now = new Date(clock.now())
      try {
        if (!(await isOurs(job, now))) continue
        await workOff(job)
        counters.upkeepRuns += 1
      } catch (error) {
        if (!signal.aborted) {
          counters.upkeepFailures += 1
          log.error({ err: error, job: job.name }, 'A part of the upkeep failed; it is tried again.')
        }
        await deleteJobClaim(database.query, { job: job.name, now }).catch(() => undefined)
      }
    }
  }
  const look = (isClockRight: () => Promise<boolean>): void => {
    if (signal.aborted) return
    running = running.then(async () => {
      if (await isClockRight()) return doWhatIsDue()
      // So that an alert tells of it.
      counters.upkeepFailures += 1
    })
    stopWaiting = clock.after(pollEveryMs, () => look(isClockRight))
  }

  return {
    start: (isClockRight = async () => true) => look(isClockRight),
    whenIdle: () => running,
    close: async () => {
      closing.abort()
      stopWaiting()
      const done = new AbortController()
      const late = sleep(closeTimeoutMs, undefined, { signal: done.signal }).catch(() => undefined)
      await Promise.race([running, late])
      done.abort()
    },
  }
}
