// Scheduled jobs: retention and other maintenance, in chunks. One node claims and runs each job for all nodes.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Platform } from '../context.ts'
import { counters } from '../metrics/counters.ts'
import { claimJob, deleteJobClaim } from './sql.ts'

export interface ScheduledJob {
  name: string
  /** The minimum interval between two runs on any nodes; ignored with `isPerNode`. */
  everyMs: number
  /** Every node runs the job at every poll, because it maintains the node's own files. */
  isPerNode?: true
  /** Runs one chunk; returns whether another may be needed. Long queries are canceled when `signal` aborts. */
  work(now: Date, signal: AbortSignal): Promise<boolean>
}

export interface JobScheduler {
  /** Runs due jobs now and polls every hour. Skips a poll if `isClockSane` resolves to false. */
  start(isClockSane?: () => Promise<boolean>): void
  /** Resolves when no job is running. */
  whenIdle(): Promise<void>
  /** Aborts the running job, and waits at most three seconds for it. A later run does the rest. */
  close(): Promise<void>
}

const pollEveryMs = 3_600_000
/** Pause between chunks, so that other queries can run. */
const pauseBetweenChunksMs = 100
const closeTimeoutMs = 3_000

/** Nothing runs before `start`. A failed job is logged and retried at the next poll. */
export function createJobScheduler(
  { clock, database, log }: Pick<Platform, 'clock' | 'database' | 'log'>,
  jobs: readonly ScheduledJob[],
): JobScheduler {
  const closing = new AbortController()
  const { signal } = closing
  let running = Promise.resolve()
  let cancelTimer = (): void => undefined

  const claim = ({ name, everyMs, isPerNode }: ScheduledJob, now: Date): Promise<boolean> =>
    isPerNode ? Promise.resolve(true) : claimJob(database.query, { job: name, everyMs, now })

  const runJob = async (job: ScheduledJob): Promise<void> => {
    while (!signal.aborted && (await job.work(new Date(clock.now()), signal))) {
      await sleep(pauseBetweenChunksMs, undefined, { signal }).catch(() => undefined)
    }
  }
  const runDueJobs = async (): Promise<void> => {
    for (const job of jobs) {
      if (signal.aborted) return
      const now = new Date(clock.now())
      try {
        if (!(await claim(job, now))) continue
        await runJob(job)
        counters.scheduledJobRuns += 1
      } catch (error) {
        if (!signal.aborted) {
          counters.scheduledJobFailures += 1
          log.error({ err: error, job: job.name }, 'Scheduled job failed; it will be retried.')
        }
        await deleteJobClaim(database.query, { job: job.name, now }).catch(() => undefined)
      }
    }
  }
  const poll = (isClockSane: () => Promise<boolean>): void => {
    if (signal.aborted) return
    running = running.then(async () => {
      if (await isClockSane()) return runDueJobs()
      // Counts as a failure, so that the alert on failed jobs fires.
      counters.scheduledJobFailures += 1
    })
    cancelTimer = clock.after(pollEveryMs, () => poll(isClockSane))
  }

  return {
    start: (isClockSane = async () => true) => poll(isClockSane),
    whenIdle: () => running,
    close: async () => {
      closing.abort()
      cancelTimer()
      const timeoutAbort = new AbortController()
      const timeout = sleep(closeTimeoutMs, undefined, { signal: timeoutAbort.signal }).catch(() => undefined)
      await Promise.race([running, timeout])
      timeoutAbort.abort()
    },
  }
}
