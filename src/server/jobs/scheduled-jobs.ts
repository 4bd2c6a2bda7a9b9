// Scheduled jobs: retention and other maintenance, in chunks. One node runs each job for all nodes.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Log } from '../log.ts'
import { counters } from '../metrics/counters.ts'
import type { JobQueue } from './job-queue.ts'
import { insertJobs } from './sql.ts'

export interface ScheduledJob {
  name: string
  /** The minimum interval between two runs on any nodes; with `isPerNode`, on this one. */
  everyMs: number
  /** Every node runs the job, because it maintains the node's own files. */
  isPerNode?: true
  /** Runs one chunk; returns whether another may be needed. Long queries are canceled when `signal` aborts. */
  work(now: Date, signal: AbortSignal): Promise<boolean>
}

const pollEveryMs = 3_600_000
/** Polls are a little more or less than an hour apart. */
const toleranceMs = 60_000
/** Pause between chunks, so that other queries can run. */
const pauseBetweenChunksMs = 100

/**
 * Runs due jobs now and every hour. Skips a poll if `isClockSane` resolves to false. A failed job is logged and
 * retried at the next poll; a job that the shutdown stopped, by the next start or another node.
 */
export function startScheduledJobs(
  jobs: JobQueue,
  { clock, database, log }: { clock: Clock; database: Database; log: Log },
  scheduled: readonly ScheduledJob[],
  isClockSane: () => Promise<boolean> = async () => true,
): void {
  const shared = new Map(scheduled.filter(({ isPerNode }) => !isPerNode).map((job) => [job.name, job]))
  const nextAtMs = new Map<ScheduledJob, number>()

  /** Runs all chunks; returns the delay until the next run. Throws if the shutdown stopped it. */
  const run = async (job: ScheduledJob, signal: AbortSignal): Promise<number> => {
    const startedMs = clock.now()
    let everyMs = pollEveryMs
    try {
      while (await job.work(new Date(clock.now()), signal)) {
        await sleep(pauseBetweenChunksMs, undefined, { signal })
      }
      counters.scheduledJobRuns += 1
      everyMs = job.everyMs
    } catch (error) {
      if (signal.aborted) throw error
      counters.scheduledJobFailures += 1
      log.error({ err: error, job: job.name }, 'Scheduled job failed; it will be retried.')
    }
    return Math.max(0, startedMs + everyMs - toleranceMs - clock.now())
  }
  const runOwnJobs = async (signal: AbortSignal): Promise<void> => {
    for (const job of scheduled) {
      if (!job.isPerNode || clock.now() < (nextAtMs.get(job) ?? 0)) continue
      const nextInMs = await run(job, signal)
      nextAtMs.set(job, clock.now() + nextInMs)
    }
  }

  jobs.start({
    name: 'scheduled',
    concurrency: 1,
    pollEveryMs,
    beforePoll: async (signal) => {
      if (!(await isClockSane())) {
        // Counts as a failure, so that the alert on failed jobs fires.
        counters.scheduledJobFailures += 1
        return false
      }
      await runOwnJobs(signal)
      const now = new Date(clock.now())
      await insertJobs(
        database.query,
        [...shared.keys()].map((key) => ({ kind: 'scheduled', key, now })),
      )
      return true
    },
    run: async ({ key }, signal) => {
      const job = shared.get(key)
      return job ? run(job, signal) : null
    },
  })
}
