// The bulk lane: sends batches of mails one after the other, beside the mail queue, so that no password link waits
// behind them (docs/decisions/0080).
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { timestampToMs } from '#shared/day.ts'
import type { Config } from '../config/config.ts'
import { isDatabaseUnavailable, type Database } from '../db/database.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { saveJobPayload, type Job } from '../jobs/sql.ts'
import { counters } from '../metrics/counters.ts'
import { bulkMailBatchSchema, bulkMailKind, type BulkMailBatch } from './bulk-mails.ts'
import { describeMailError } from './error.ts'
import { errorLocation, withGrace } from './mailer.ts'
import { countBulkMails } from './sql.ts'
import { createMessageMetadata, openMailTransport, type Mail, type MailTransport } from './transport.ts'

export interface BulkLane {
  /** Sends the batches of a committed transaction now, instead of at the next poll. */
  sendQueued(): void
  /** Closes the connection to the mail server. Close the queue first. */
  close(): Promise<void>
}

/** A mail that a batch contains: its feature composes it just before it is sent. */
export interface BulkMailRequest extends Pick<BulkMailBatch, 'type' | 'facts'> {
  userId: number
}

interface BulkLaneOptions {
  config: Pick<Config, 'bulkMailsPerSecond' | 'smtpUrl' | 'mailFrom' | 'dataDir'>
  database: Pick<Database, 'query'>
  jobs: JobQueue
  log: {
    info(facts: object, message: string): void
    warn(facts: object, message: string): void
  }
  /** Null to send nothing. Called again for every attempt. */
  compose: (request: BulkMailRequest) => Promise<Mail | null>
  /** Delays before each further round of the deferred members. */
  roundDelaysMs?: readonly number[]
  /** Delays while the mail server is away; the last one repeats. */
  outageDelaysMs?: readonly number[]
}

const defaultRoundDelaysMs = [60_000, 300_000, 900_000, 3_600_000, 4 * 3_600_000]
const defaultOutageDelaysMs = [2_000, 15_000, 60_000, 300_000]
const pollEveryMs = 10_000
const saveRetryMs = 1_000

/** The result of one member's mail. */
type Delivery = 'done' | 'deferred' | 'outage'

/** Starts the lane: one batch at a time on all nodes, over one connection, at the operator's rate. */
export function startBulkLane(options: BulkLaneOptions): BulkLane {
  const { database, jobs, log } = options
  const { roundDelaysMs = defaultRoundDelaysMs, outageDelaysMs = defaultOutageDelaysMs } = options
  const { deliver, close } = createDelivery(options)

  /** Retries while the database is away: a mail that was sent is then sent once. */
  const saveBatch = async (job: Job, batch: BulkMailBatch, signal: AbortSignal): Promise<boolean> => {
    for (;;) {
      try {
        return await saveJobPayload(database.query, job, batch)
      } catch (error) {
        if (signal.aborted || !isDatabaseUnavailable(error)) throw error
        await sleep(saveRetryMs, undefined, { signal })
      }
    }
  }

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
    await saveBatch(job, next, signal)
    return delayMs
  }

  const countWaiting = async (): Promise<void> => {
    counters.bulkMailsPendingNow = (await countBulkMails(database.query)).waiting
  }

  const run = async (job: Job, signal: AbortSignal): Promise<number | null> => {
    await countWaiting()
    const batch = { ...z.parse(bulkMailBatchSchema, job.payload) }
    const { type, facts } = batch
    for (;;) {
      const userId = batch.userIds[batch.cursor]
      if (userId === undefined) return startRound(job, batch, signal)
      const delivery = await deliver(job, { type, facts, userId }, signal)
      if (delivery === 'outage')
        return outageDelaysMs[job.attempts - 1] ?? outageDelaysMs.at(-1) ?? pollEveryMs
      if (delivery === 'deferred') batch.deferred = [...batch.deferred, userId]
      batch.cursor += 1
      // Another node has claimed the batch, as this one was frozen for longer than its lease.
      if (!(await saveBatch(job, batch, signal))) return null
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

/** Creates the function that sends one mail over the lane's connection, when its turn has come. */
function createDelivery({ config, log, compose }: BulkLaneOptions) {
  let transport: Promise<MailTransport> | null = null
  let nextAtMs = 0
  const onFile = (file: string): void => log.info({ part: 'mail', file }, 'Mail written to the outbox.')

  const waitForTurn = async (signal: AbortSignal): Promise<void> => {
    const nowMs = performance.now()
    if (nextAtMs > nowMs) await sleep(nextAtMs - nowMs, undefined, { signal })
    nextAtMs = Math.max(nowMs, nextAtMs) + 1_000 / config.bulkMailsPerSecond
  }

  const deliver = async (job: Job, request: BulkMailRequest, signal: AbortSignal): Promise<Delivery> => {
    let mail: Mail | null = null
    try {
      mail = await compose(request)
      if (!mail) return 'done'
      await waitForTurn(signal)
      transport ??= openMailTransport(config, onFile, 1)
      const sender = await transport
      const message = { ...mail, ...metadataOf(config, job, request.userId) }
      await withGrace(signal, (lateSignal) => sender.deliver(message, lateSignal))
      counters.mailsSent += 1
      return 'done'
    } catch (error) {
      if (signal.aborted) throw error
      counters.mailsFailed += 1
      const { smtpUrl } = config
      const failure = mail ? describeMailError(error, { smtpUrl, to: mail.to }) : errorLocation(error)
      const isOutage = !mail && isDatabaseUnavailable(error)
      const delivery = mail ? deliveryAfter(error) : isOutage ? 'outage' : 'deferred'
      log.warn({ part: 'mail', ...failure }, failureTexts[delivery])
      return delivery
    }
  }
  const close = async (): Promise<void> => {
    await transport?.then(
      (opened) => opened.close(),
      () => {},
    )
  }
  return { deliver, close }
}

const failureTexts: Readonly<Record<Delivery, string>> = {
  done: 'Mail of a batch rejected; giving up.',
  deferred: 'Mail of a batch not delivered; will retry.',
  outage: 'Batch of mails interrupted; will retry.',
}

/** The same for every attempt, so that mail programs recognize a duplicate. */
function metadataOf(config: Pick<Config, 'mailFrom'>, { id, key, createdAt }: Job, userId: number) {
  const createdMs = timestampToMs(createdAt)
  return createMessageMetadata(config, { key: `${key}.${userId}`, createdMs, number: id })
}

const serviceClosing = 421

/** A mailbox may be gone or full: then the others go on. Anything else concerns the mail server, and all wait. */
function deliveryAfter(error: unknown): Delivery {
  if (!(error instanceof Error)) return 'outage'
  const command = 'command' in error ? error.command : undefined
  const responseCode = 'responseCode' in error ? error.responseCode : undefined
  const isOfMail = command === 'RCPT TO' || command === 'DATA'
  if (!isOfMail || typeof responseCode !== 'number' || responseCode === serviceClosing) return 'outage'
  return responseCode >= 500 ? 'done' : 'deferred'
}
