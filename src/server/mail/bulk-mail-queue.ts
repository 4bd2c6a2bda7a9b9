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
  recipientId: number
  /** It was claimed before, and is tried again. */
  isClaimed: boolean
}

/** What became of a mail. `rejected` is final: by the mailbox, or after the last round. The others are tried again. */
export type BulkMailOutcome =
  | { state: 'sent' }
  | { state: 'rejected' | 'deferred' | 'outage'; reason: string }

export interface ComposedBulkMail {
  mail: Mail
  /**
   * Claims the mail, in the transaction that marks it as on its way, at each attempt. False if it isn't to be sent; it
   * then writes nothing.
   */
  claim?: ((tx: Executor) => Promise<boolean>) | undefined
  /** Stores what became of the mail. A crash before it leaves only the claim. */
  settle?: (db: Executor, outcome: BulkMailOutcome) => Promise<void>
}

/** The batch waits, and lets others go first. */
export interface BulkMailDelay {
  waitMs: number
}

interface BulkMailQueueOptions {
  config: Pick<Config, 'bulkMailsPerSecond' | 'smtpUrl' | 'mailFrom' | 'dataDir'>
  database: Pick<Database, 'query' | 'transaction'>
  jobs: JobQueue
  log: Pick<Log, 'info' | 'warn'>
  /** Null to send nothing. Called again for every attempt. */
  compose: (request: BulkMailRequest) => Promise<ComposedBulkMail | BulkMailDelay | null>
  /** Delays before each further round of the deferred mails. */
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
  const { sendNext, close } = createSending({ ...options, roundDelaysMs })

  /** Starts the next round, for the deferred mails; null if none are left or it was the last one. */
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

  const run = async (job: Job, signal: AbortSignal): Promise<number | BulkMailDelay | null> => {
    await countWaiting()
    let batch = parseBulkMailBatch(job.payload)
    for (;;) {
      const recipientId = batch.userIds[batch.cursor]
      if (recipientId === undefined) return startRound(job, batch, signal)
      const next = await sendNext({ job, batch, signal }, recipientId)
      if (next === 'outage') return outageDelaysMs[job.attempts - 1] ?? outageDelaysMs.at(-1) ?? pollEveryMs
      if (next === 'taken') return null
      if ('waitMs' in next) return next
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
async function untilSaved<T>(signal: AbortSignal, save: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await save()
    } catch (error) {
      if (signal.aborted || !isDatabaseUnavailable(error)) throw error
      await sleep(saveRetryMs, undefined, { signal })
    }
  }
}

/** False if another node has claimed the batch; `settle` then doesn't run. */
function saveBatch(
  database: Pick<Database, 'transaction'>,
  { job, batch, signal }: RunningBatch,
  settle?: (tx: Executor) => Promise<void>,
): Promise<boolean> {
  return untilSaved(signal, () =>
    database.transaction(async (tx) => {
      const isSaved = await saveJobPayload(tx, job, batch)
      if (isSaved) await settle?.(tx)
      return isSaved
    }),
  )
}

/**
 * The batch with its cursor behind a recipient. 'outage': all wait for the mail server or the database. 'taken': the
 * batch was deleted, or another node has claimed it, as this one was frozen for longer than its lease.
 */
type Progress = BulkMailBatch | BulkMailDelay | 'outage' | 'taken'

/** Creates the function that sends the mail to one recipient, when its turn has come. */
function createSending(options: BulkMailQueueOptions & { roundDelaysMs: readonly number[] }) {
  const { compose, config, database, log, roundDelaysMs } = options
  const { waitForTurn, deliver, close } = createDelivery(options)

  /**
   * Marks a mail as on its way, with its claim: `batch` is behind its recipient. So no other run sends it, whatever
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

  const sendNext = async (running: RunningBatch, recipientId: number): Promise<Progress> => {
    const { job, batch, signal } = running
    const { type, facts, cursor, deferred, round } = batch
    const claimed = batch.claimed.filter((id) => id !== recipientId)
    const behind = { ...batch, cursor: cursor + 1, claimed }
    let sent: ComposedBulkMail | null = null
    await waitForTurn(signal)
    try {
      const composed = await compose({
        type,
        facts,
        recipientId,
        isClaimed: batch.claimed.includes(recipientId),
      })
      if (!composed) return behind
      if ('waitMs' in composed) return composed
      const marking = await mark({ ...running, batch: behind }, composed.claim)
      if (marking === 'taken') return 'taken'
      if (marking === 'refused') return behind
      sent = composed
      await deliver(job, { mail: composed.mail, recipientId }, signal)
      counters.mailsSent += 1
    } catch (error) {
      // A mail that the shutdown interrupted may have arrived: it stays marked.
      if (signal.aborted && (sent === null || isAborted(error))) throw error
      counters.mailsFailed += 1
      const { smtpUrl } = config
      const failure = sent ? describeMailError(error, { smtpUrl, to: sent.mail.to }) : errorLocation(error)
      const outcome = sent ? outcomeOf(error) : isDatabaseUnavailable(error) ? 'outage' : 'deferred'
      log.warn({ part: 'mail', ...failure }, failureTexts[outcome])
      const isLast = outcome === 'rejected' || (outcome === 'deferred' && roundDelaysMs[round] === undefined)
      const reason = 'reason' in failure ? failure.reason : ''
      const settle = (db: Executor) => sent?.settle?.(db, { state: isLast ? 'rejected' : outcome, reason })
      if (outcome === 'rejected') {
        await untilSaved(signal, async () => settle(database.query))
        return behind
      }
      const tried = { ...batch, claimed: sent ? [...claimed, recipientId] : batch.claimed }
      const next =
        outcome === 'outage' ? tried : { ...tried, cursor: cursor + 1, deferred: [...deferred, recipientId] }
      const isSaved = await saveBatch(database, { ...running, batch: next }, async (tx) => settle(tx))
      if (!isSaved) return 'taken'
      return outcome === 'outage' ? outcome : next
    }
    const { settle } = sent
    if (settle) await untilSaved(signal, () => settle(database.query, { state: 'sent' }))
    return behind
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
    { mail, recipientId }: { mail: Mail; recipientId: number },
    signal: AbortSignal,
  ): Promise<void> => {
    nextAtMs = Math.max(performance.now(), nextAtMs) + 1_000 / config.bulkMailsPerSecond
    await send(mail, { ...job, key: `${job.key}.${recipientId}` }, signal)
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
