// Mailer: sends queued mails in the background, over SMTP or to DATA_DIR/outbox (docs/decisions/0044).
import { randomBytes } from 'node:crypto'
import { timestampToMs } from '#shared/day.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import type { Database, Executor } from '../db/database.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { countJobs, insertJobs, type Job } from '../jobs/sql.ts'
import type { Log } from '../log.ts'
import { counters } from '../metrics/counters.ts'
import { isPermanentMailError, describeMailError } from './error.ts'
import { createMailSender } from './mail-sender.ts'
import type { Mail } from './transport.ts'

export interface Mailer {
  /**
   * Queues a mail. In a transaction it is sent if that commits: call `sendQueued` then. `request` is stored until the
   * mail is sent: it must contain no secret.
   */
  enqueue(db: Executor, request: object, options?: EnqueueOptions): Promise<void>
  /** Sends the mails of a committed transaction now, instead of at the next poll. */
  sendQueued(): void
  /** Closes the connections to the mail server. Close the queue first. */
  close(): Promise<void>
}

interface EnqueueOptions {
  /** Anyone can cause such mails without an account: they fill at most half of the queue. */
  isUnsolicited?: boolean
}

/** Sent instead of a mail: the job waits, and this doesn't count as an attempt. */
export interface MailDelay {
  waitMs: number
}

interface MailerOptions {
  clock: Pick<Clock, 'now'>
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>
  database: Pick<Database, 'query'>
  jobs: JobQueue
  log: Pick<Log, 'info' | 'warn'>
  /**
   * Composes a mail just before it is sent; null to send nothing, a delay to send it later. Called again for every
   * retry, with the same `jobKey`.
   */
  compose: (request: unknown, jobKey: string) => Promise<Mail | MailDelay | null>
  /** Delays before each retry; their number is the number of retries. */
  retryAfterMs?: readonly number[]
}

/** The kind of these jobs. Their key is part of the mail's Message-ID. */
export const mailKind = 'mail'
const retryDelaysMs = [2_000, 15_000, 60_000, 300_000, 900_000, 3_600_000]
/** A server that was down for longer doesn't send what people no longer expect. */
const mailMaxAgeMs = 24 * 3_600_000
const pendingMax = 5_000
const pollEveryMs = 10_000
const concurrency = 3

/** Queues a mail for a server that runs beside this process, or is started within a day; see `Mailer.enqueue`. */
export function insertMail(db: Executor, request: object, now: Date): Promise<void> {
  const key = randomBytes(16).toString('hex')
  return insertJobs(db, [{ kind: mailKind, key, payload: request, now }])
}

/** Creates the mailer. Loads the mail library and contacts the server with the first mail. */
export function createMailer(options: MailerOptions): Mailer {
  const { config, clock, database, jobs, log, compose, retryAfterMs = retryDelaysMs } = options
  const sender = createMailSender(options)
  let pendingCount = 0

  const send = async (job: Job, signal: AbortSignal) => {
    if (clock.now() - timestampToMs(job.createdAt) > mailMaxAgeMs) {
      log.warn({ part: 'mail' }, 'Mail discarded: it was queued more than a day ago.')
      return null
    }
    let mail: Mail | null = null
    try {
      const composed = await compose(job.payload, job.key)
      if (!composed) return null
      if ('waitMs' in composed) return composed
      mail = composed
      await sender.send(mail, job, signal)
      counters.mailsSent += 1
      return null
    } catch (error) {
      if (signal.aborted) throw error
      const waitMs = retryAfterMs[job.attempts - 1]
      const failure = mail && describeMailError(error, { smtpUrl: config.smtpUrl, to: mail.to })
      const isOver = waitMs === undefined || (failure !== null && isPermanentMailError(failure))
      counters.mailsFailed += 1
      log.warn(
        { part: 'mail', ...(failure ?? errorLocation(error)) },
        isOver ? 'Mail delivery failed; giving up.' : 'Mail delivery failed; will retry.',
      )
      return isOver ? null : waitMs
    }
  }
  const sendQueued = jobs.start({
    name: mailKind,
    concurrency,
    pollEveryMs,
    beforePoll: async () => {
      pendingCount = await countJobs(database.query, mailKind)
      counters.mailsPendingNow = pendingCount
      return true
    },
    run: send,
  })

  return {
    enqueue: async (db, request, { isUnsolicited = false } = {}) => {
      // As of the last poll: the queue may become a little longer.
      if (pendingCount >= (isUnsolicited ? pendingMax / 2 : pendingMax)) {
        log.warn({ part: 'mail', pending: pendingCount }, 'Mail rejected: the queue is full.')
        return
      }
      await insertMail(db, request, new Date(clock.now()))
      if (!db.isTransaction) sendQueued()
    },
    sendQueued,
    close: sender.close,
  }
}

/** Location and code of a failed `compose`; its message may contain an address. */
export function errorLocation(error: unknown): { at?: string; code?: string } {
  if (!(error instanceof Error)) return {}
  const at = /^ +at .+$/m.exec(error.stack ?? '')?.[0].trim()
  return {
    ...(at === undefined ? {} : { at }),
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
  }
}
