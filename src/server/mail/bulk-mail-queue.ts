// The bulk mail queue: sends batches of mails one after the other, so that no password link waits behind them
// (docs/decisions/0080).
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config/config.ts'
import { isDatabaseUnavailable, type Database, type Executor } from '../db/database.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { saveJobPayload, type Job } from '../jobs/sql.ts'
import type { Log } from '../log.ts'
import { counters } from '../metrics/counters.ts'
import { bulkMailKind, parseBulkMailBatch, type BulkMailBatch } from './bulk-mails.ts'
import { describeMailError } from './error.ts'
import { createMailSender } from './mail-sender.ts'
import { errorLocation } from './mailer.ts'
import { countBulkMails } from './sql.ts'
import type { Mail } from './transport.ts'

export interface BulkMailQueue {
  /** Sends the batches of a committed transaction now, instead of at the next poll. */
  sendQueued(): void
  /** Closes the connection to the mail server. Close the queue first. */
  close(): Promise<void>
}

/** A mail that a batch contains: its feature composes it just before it is sent. */
export interface BulkMailRequest extends Pick<BulkMailBatch, 'type' | 'facts'> {
  userId: number
  /** It was claimed before, and is tried again. */
  isClaimed: boolean
}

export interface ComposedBulkMail {
  mail: Mail
  /**
   * Claims the mail, in the transaction that marks it as on its way. False if it isn't to be sent; it then writes
   * nothing. A mail that is tried again isn't claimed again.
   */
  claim?: ((tx: Executor) => Promise<boolean>) | undefined
}

interface BulkMailQueueOptions {
  config: Pick<Config, 'bulkMailsPerSecond' | 'smtpUrl' | 'mailFrom' | 'dataDir'>
  database: Pick<Database, 'query' | 'transaction'>
  jobs: JobQueue
  log: Pick<Log, 'info' | 'warn'>
  /** Null to send nothing. Called again for every attempt. */
  compose: (request: BulkMailRequest) => Promise<ComposedBulkMail | null>
  /** Delays before each further round of the deferred members. */
  roundDelaysMs?: readonly number[]
  /** Delays while the mail server is away; the last one repeats. */
  outageDelaysMs?: readonly number[]
}

const defaultRoundDelaysMs = [60_000, 300_000, 900_000, 3_600_000, 4 * 3_600_000]
const defaultOutageDelaysMs = [2_000, 15_000, 60_000, 300_000]
const pollEveryMs = 10_000
const saveRetryMs = 1_000

/** Starts the queue: one batch at a time on all nodes, over one connection, at the operator's rate. */
export function startBulkMailQueue(options: BulkMailQueueOptions): BulkMailQueue {
  const { database, jobs, log } = options
  const { roundDelaysMs = defaultRoundDelaysMs, outageDelaysMs = defaultOutageDelaysMs } = options
  const { sendNext, close } = createSending(options)

  /** Starts the next round, for the deferred members; null if none are left or it was the last one. */
  const startRound = async (job: Job, batch: BulkMailBatch, signal: AbortSignal): Promise<number | null> => {
    const { round, deferred } = batch
    if (deferred.length === 0) return null
    const delayMs = roundDelaysMs[round]
    if (delayMs === undefined) {
      log.warn({ part: 'mail', mails: deferred.length }, 'Mails of a batch given up.')
      return null
    }
    const next = { ...batch, userIds: deferred, cursor: 0, deferred: [], round: round + 1 }
    await saveBatch(database, { job, batch: next, signal })
    return delayMs
  }

  const countWaiting = async (): Promise<void> => {
    counters.bulkMailsPendingNow = (await countBulkMails(database.query)).waiting
  }

  const run = async (job: Job, signal: AbortSignal): Promise<number | null> => {
    await countWaiting()
    let batch = parseBulkMailBatch(job.payload)
    for (;;) {
      const userId = batch.userIds[batch.cursor]
      if (userId === undefined) return startRound(job, batch, signal)
      const next = await sendNext({ job, batch, signal }, userId)
      if (next === 'outage') return outageDelaysMs[job.attempts - 1] ?? outageDelaysMs.at(-1) ?? pollEveryMs
      if (next === 'taken') return null
      batch = next
      counters.bulkMailsPendingNow = Math.max(0, counters.bulkMailsPendingNow - 1)
    }
  }

  const sendQueued = jobs.start({
    name: bulkMailKind,
    concurrency: 1,
    isAlone: true,
    pollEveryMs,
    beforePoll: async () => {
      await countWaiting()
      return true
    },
    run,
  })
  return { sendQueued, close }
}

interface RunningBatch {
  job: Job
  batch: BulkMailBatch
  signal: AbortSignal
}

/** Retries while the database is away: a mail that wasn't delivered is then sent later. */
async function saveBatch(
  database: Pick<Database, 'query'>,
  { job, batch, signal }: RunningBatch,
): Promise<boolean> {
  for (;;) {
    try {
      return await saveJobPayload(database.query, job, batch)
    } catch (error) {
      if (signal.aborted || !isDatabaseUnavailable(error)) throw error
      await sleep(saveRetryMs, undefined, { signal })
    }
  }
}

/**
 * The batch with its cursor behind a member. 'outage': all wait for the mail server or the database. 'taken': another
 * node has claimed the batch, as this one was frozen for longer than its lease.
 */
type Progress = BulkMailBatch | 'outage' | 'taken'

/** Creates the function that sends the mail to one member, when its turn has come. */
function createSending(options: BulkMailQueueOptions) {
  const { compose, config, database, log } = options
  const { waitForTurn, deliver, close } = createDelivery(options)

  /**
   * Marks a mail as on its way, with its claim: `batch` is behind its member. So no other run sends it, whatever
   * crashes; a crash loses this one mail at most.
   */
  const mark = async (
    { job, batch }: RunningBatch,
    claim: ComposedBulkMail['claim'],
  ): Promise<'claimed' | 'refused' | 'taken'> =>
    database.transaction(async (tx) => {
      if (!(await saveJobPayload(tx, job, batch))) return 'taken'
      return claim === undefined || (await claim(tx)) ? 'claimed' : 'refused'
    })

  const sendNext = async (running: RunningBatch, userId: number): Promise<Progress> => {
    const { job, batch, signal } = running
    const { type, facts, cursor, deferred } = batch
    const claimed = batch.claimed.filter((id) => id !== userId)
    const behind = { ...batch, cursor: cursor + 1, claimed }
    let sent: Mail | null = null
    await waitForTurn(signal)
    try {
      const isClaimed = batch.claimed.includes(userId)
      const composed = await compose({ type, facts, userId, isClaimed })
      if (!composed) return behind
      const claim = isClaimed ? undefined : composed.claim
      const marking = await mark({ ...running, batch: behind }, claim)
      if (marking === 'taken') return 'taken'
      if (marking === 'refused') return behind
      sent = composed.mail
      await deliver(job, { mail: sent, userId }, signal)
      counters.mailsSent += 1
      return behind
    } catch (error) {
      // A mail that the shutdown interrupted may have arrived: it stays marked.
      if (signal.aborted && (sent === null || isAborted(error))) throw error
      counters.mailsFailed += 1
      const { smtpUrl } = config
      const failure = sent ? describeMailError(error, { smtpUrl, to: sent.to }) : errorLocation(error)
      const outcome = sent ? outcomeOf(error) : isDatabaseUnavailable(error) ? 'outage' : 'deferred'
      log.warn({ part: 'mail', ...failure }, failureTexts[outcome])
      if (outcome === 'rejected') return behind
      const tried = { ...batch, claimed: sent ? [...claimed, userId] : batch.claimed }
      const next =
        outcome === 'outage' ? tried : { ...tried, cursor: cursor + 1, deferred: [...deferred, userId] }
      const isSaved = await saveBatch(database, { ...running, batch: next })
      if (!isSaved) return 'taken'
      return outcome === 'outage' ? outcome : next
    }
  }
  return { sendNext, close }
}

/** Creates the queue's connection: its pace, and one mail at a time. */
function createDelivery({ config, log }: Pick<BulkMailQueueOptions, 'config' | 'log'>) {
  const { send, close } = createMailSender({ config, log }, 1)
  let nextAtMs = 0

  /** Only a mail that is sent takes the turn. */
  const waitForTurn = async (signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted()
    const waitMs = nextAtMs - performance.now()
    if (waitMs > 0) await sleep(waitMs, undefined, { signal })
  }

  const deliver = async (
    job: Job,
    { mail, userId }: { mail: Mail; userId: number },
    signal: AbortSignal,
  ): Promise<void> => {
    nextAtMs = Math.max(performance.now(), nextAtMs) + 1_000 / config.bulkMailsPerSecond
    await send(mail, { ...job, key: `${job.key}.${userId}` }, signal)
  }
  return { waitForTurn, deliver, close }
}

/** The result of a mail that wasn't sent. */
type Outcome = 'rejected' | 'deferred' | 'outage'

const failureTexts: Readonly<Record<Outcome, string>> = {
  rejected: 'Mail of a batch rejected; giving up.',
  deferred: 'Mail of a batch not delivered; will retry.',
  outage: 'Batch of mails interrupted; will retry.',
}

const isAborted = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EABORT'

const serviceClosing = 421

/** A mailbox may be gone or full: then the others go on. Anything else concerns the mail server, and all wait. */
function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof Error)) return 'outage'
  const command = 'command' in error ? error.command : undefined
  const responseCode = 'responseCode' in error ? error.responseCode : undefined
  const isOfMail = command === 'RCPT TO' || command === 'DATA'
  if (!isOfMail || typeof responseCode !== 'number' || responseCode === serviceClosing) return 'outage'
  return responseCode >= 500 ? 'rejected' : 'deferred'
}
