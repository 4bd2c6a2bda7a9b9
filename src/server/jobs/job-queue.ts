// Durable job queue in PostgreSQL (docs/decisions/0044): mails, deletions at Firebase, scheduled jobs.
import { setTimeout as sleep } from 'node:timers/promises'
import { resolveWithin } from '#server/async/resolve-within.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Log } from '../log.ts'
import { claimJob, claimOnlyJob, deleteJob, renewJobLease, rescheduleJob, type Job } from './sql.ts'

export interface JobKind {
  name: string
  /** How many jobs of this kind a node runs at once. */
  concurrency: number
  /** Only one job of this kind runs at a time, on all nodes together. */
  isAlone?: true
  pollEveryMs: number
  /** Runs before jobs are claimed; false skips this poll. */
  beforePoll?: (signal: AbortSignal) => Promise<boolean>
  /**
   * Runs one attempt. Returns the delay until the next one in milliseconds, or null to delete the job. A delay as
   * `waitMs` doesn't count as an attempt. `signal` aborts when the server stops: throw then, unless the work is
   * complete, and the attempt doesn't count.
   */
  run(job: Job, signal: AbortSignal): Promise<number | { waitMs: number } | null>
}

export interface JobQueue {
  /** Runs jobs of a kind from now on. Returns the function that polls at once, for jobs just inserted. */
  start(kind: JobKind): () => void
  /** Resolves when no job is running and no due job is left. */
  whenIdle(): Promise<void>
  /** Aborts the running jobs, and waits four seconds at most. Another node or the next start runs them again. */
  close(): Promise<void>
}

/** After a crash, another attempt starts when this has passed. */
const defaultLeaseMs = 30_000
const saveRetryMs = 1_000
const closeTimeoutMs = 4_000

interface QueueDeps {
  clock: Pick<Clock, 'now' | 'after'>
  database: Pick<Database, 'query'>
  log: Pick<Log, 'warn' | 'error'>
}

interface QueueState extends QueueDeps {
  leaseMs: number
  /** Aborts when the queue closes. */
  signal: AbortSignal
  workers: Set<Promise<void>>
  /** The ids of the jobs that this node runs. */
  active: Set<number>
}

/**
 * Creates the queue. Every job runs at least once: a crash between its effect and the deletion of its row repeats
 * it.
 */
export function createJobQueue({ clock, database, log }: QueueDeps, leaseMs = defaultLeaseMs): JobQueue {
  const stopping = new AbortController()
  const { signal } = stopping
  const workers = new Set<Promise<void>>()
  const queue: QueueState = { clock, database, log, leaseMs, signal, workers, active: new Set() }
  const whenIdle = async (): Promise<void> => {
    while (workers.size > 0) await Promise.all(workers)
  }
  return {
    start: (kind) => startWorkers(queue, kind),
    whenIdle,
    close: async () => {
      stopping.abort()
      await resolveWithin(closeTimeoutMs, whenIdle())
    },
  }
}

/** Polls for jobs of a kind. Up to `concurrency` workers each claim and run one job after the other. */
function startWorkers(queue: QueueState, kind: JobKind): () => void {
  const { clock, database, leaseMs, log, signal, workers, active } = queue
  let workerCount = 0
  let isPollRequested = false
  const runWorker = async (): Promise<void> => {
    try {
      if (kind.beforePoll && !(await kind.beforePoll(signal))) return
      while (!signal.aborted) {
        isPollRequested = false
        const claim = { kind: kind.name, now: new Date(clock.now()), leaseMs, active: [...active] }
        const job = await (kind.isAlone ? claimOnlyJob : claimJob)(database.query, claim)
        if (job) {
          // There may be more: another worker claims the next one.
          poll()
          const nextInMs = await runJob(queue, kind, job)
          if (typeof nextInMs === 'number' && nextInMs < kind.pollEveryMs) clock.after(nextInMs, poll)
        } else if (!isPollRequested) return
      }
    } catch (error) {
      if (!signal.aborted)
        log.warn({ err: error, job: kind.name }, 'Could not read the job queue; will retry.')
    } finally {
      workerCount -= 1
    }
  }
  const poll = (): void => {
    isPollRequested = true
    if (signal.aborted || workerCount >= kind.concurrency) return
    workerCount += 1
    const worker = runWorker().finally(() => workers.delete(worker))
    workers.add(worker)
  }
  const pollRegularly = (): void => {
    poll()
    if (!signal.aborted) clock.after(kind.pollEveryMs, pollRegularly)
  }
  pollRegularly()
  return poll
}

/** The delay until the next attempt; null if the job is done, 'stopped' if the shutdown stopped it. */
type Outcome = number | { waitMs: number } | null | 'stopped'

async function runJob(queue: QueueState, kind: JobKind, job: Job): Promise<Outcome> {
  const { database, leaseMs, log, signal, active } = queue
  active.add(job.id)
  const renewal = setInterval(() => {
    renewJobLease(database.query, job, leaseMs).catch(() => undefined)
  }, leaseMs / 3)
  try {
    const outcome = await kind.run(job, signal).catch((error: unknown): Outcome => {
      if (signal.aborted) return 'stopped'
      log.error({ err: error, job: kind.name }, 'A job failed unexpectedly; it will be retried.')
      return kind.pollEveryMs
    })
    await saveOutcome(queue, job, outcome)
    return outcome
  } finally {
    clearInterval(renewal)
    active.delete(job.id)
  }
}

/** Retries while the database is away: a job that is claimed again may repeat its effect. */
async function saveOutcome(
  { clock, database, log, signal }: QueueState,
  job: Job,
  outcome: Outcome,
): Promise<void> {
  const isWaiting = typeof outcome === 'object' && outcome !== null
  const delayMs = typeof outcome === 'number' ? outcome : isWaiting ? outcome.waitMs : 0
  const dueAt = new Date(clock.now() + delayMs)
  for (;;) {
    try {
      return await (outcome === null
        ? deleteJob(database.query, job)
        : rescheduleJob(database.query, job, { dueAt, countsAsAttempt: typeof outcome === 'number' }))
    } catch (error) {
      if (signal.aborted) return
      log.warn({ err: error, jobId: job.id }, 'Could not save the result of a job; will retry.')
      await sleep(saveRetryMs, undefined, { signal }).catch(() => undefined)
    }
  }
}
