// Scheduled jobs: retention and other housekeeping in small chunks, each run by one node for all.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Platform } from './context.ts'
import { counters } from './metrics/counters.ts'
import { claimJob, deleteJobClaim } from './sql-scheduled-jobs.ts'

export interface ScheduledJob {
  name: string
  /** The interval, over all nodes together. */
  everyMs: number
  /** The job concerns local state: every node runs it. */
  isPerNode?: true
  /** Runs one chunk; returns whether more may remain. Long work stops when `signal` aborts. */
  work(now: Date, signal: AbortSignal): Promise<boolean>
}

export interface JobScheduler {
  /** Runs due jobs now and polls every hour; skips a poll while `isClockRight` resolves to false. */
  start(isClockSane?: () => Promise<boolean>): void
  /** Resolves when no job is running. */
  whenIdle(): Promise<void>
  /** Aborts within a few seconds; a later run continues the job. */
  close(): Promise<void>
}

const pollEveryMs = 3_600_000
/** Pause between chunks, so that other queries get their turn. */
const pauseBetweenChunksMs = 100
const closeTimeoutMs = 3_000

/** Nothing runs before `start`. A failed job is logged and retried an hour later. */
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
      // Alerts watch this counter.
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
      const done = new AbortController()
      const timeout = sleep(closeTimeoutMs, undefined, { signal: done.signal }).catch(() => undefined)
      await Promise.race([running, timeout])
      done.abort()
    },
  }
}
