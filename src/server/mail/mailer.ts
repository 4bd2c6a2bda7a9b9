// Mailer: sends all mails in the background, over SMTP or to DATA_DIR/outbox.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { counters } from '../metrics/counters.ts'
import { isPermanentMailError, describeMailError } from './error.ts'
import { createMessageMetadata, openMailTransport, type Mail, type MailTransport } from './transport.ts'

export interface Mailer {
  /**
   * Composes and sends a mail after the caller has returned, so that response times don't reveal whether one was
   * sent. `compose` returns null to send nothing. Never throws: failures are logged without the mail's content, and
   * retried.
   */
  send(compose: () => Promise<Mail | null>): void
  /** Resolves when no mail is in progress. */
  whenIdle(): Promise<void>
  /** Rejects new mails, tries waiting retries once, and waits three seconds at most. */
  close(): Promise<void>
}

interface MailLog {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
}

interface MailerOptions {
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>
  clock: Clock
  log: MailLog
  /** Delays before each retry; their number is the number of retries. */
  retryAfterMs?: readonly number[]
}

const retryDelaysMs = [2_000, 15_000, 60_000, 300_000]
const pendingMax = 500
const closeTimeoutMs = 3_000

/** Creates the mailer. Loads the mail library and contacts the server with the first mail. */
export function createMailer({ config, clock, log, retryAfterMs = retryDelaysMs }: MailerOptions): Mailer {
  const pending = new Set<Promise<void>>()
  const stopping = new AbortController()
  const abort = new AbortController()
  let transport: Promise<MailTransport> | null = null
  let mailCount = 0

  const onFile = (file: string): void => log.info({ part: 'mail', file }, 'Mail written to the outbox.')
  const trySend = async (compose: () => Promise<Mail | null>): Promise<void> => {
    mailCount += 1
    const metadata = createMessageMetadata(config, clock.now(), mailCount)
    let mail: Mail | null = null
    for (let failures = 0; ; failures += 1) {
      const isLastTry = stopping.signal.aborted
      try {
        mail ??= await compose()
        if (!mail) return
        transport ??= openMailTransport(config, onFile)
        await (await transport).deliver({ ...mail, ...metadata }, abort.signal)
        counters.mailsSent += 1
        return
      } catch (error) {
        const waitMs = retryAfterMs[failures]
        const failure = mail && describeMailError(error, { smtpUrl: config.smtpUrl, to: mail.to })
        const isOver =
          waitMs === undefined || isLastTry || (failure !== null && isPermanentMailError(failure))
        logFailure(log, failure ?? errorLocation(error), isOver)
        if (isOver) return
        await sleep(waitMs, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
  }
  const whenIdle = async (): Promise<void> => {
    while (pending.size > 0) await Promise.all(pending)
  }

  return {
    whenIdle,
    send: (compose) => {
      if (stopping.signal.aborted || pending.size >= pendingMax) {
        log.warn(
          { part: 'mail', underWay: pending.size },
          'Mail rejected: the queue is full, or the server is shutting down.',
        )
        return
      }
      const work = countPending(trySend(compose)).finally(() => pending.delete(work))
      pending.add(work)
    },
    close: async () => {
      stopping.abort()
      const timer = new AbortController()
      await Promise.race([
        whenIdle(),
        sleep(closeTimeoutMs, undefined, { signal: timer.signal }).catch(() => {}),
      ])
      timer.abort()
      abort.abort()
      await transport?.then(
        ({ close }) => close(),
        () => {},
      )
    },
  }
}

async function countPending(work: Promise<void>): Promise<void> {
  counters.mailsPendingNow += 1
  await work
  counters.mailsPendingNow -= 1
}

function logFailure(log: MailLog, facts: object, isOver: boolean): void {
  counters.mailsFailed += 1
  log.warn(
    { part: 'mail', ...facts },
    isOver ? 'Mail delivery failed; giving up.' : 'Mail delivery failed; will retry.',
  )
}

/** Location and code of a failed `compose`; its message may contain an address. */
function errorLocation(error: unknown): { at?: string; code?: string } {
  if (!(error instanceof Error)) return {}
  const at = /^ +at .+$/m.exec(error.stack ?? '')?.[0].trim()
  return {
    ...(at === undefined ? {} : { at }),
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
  }
}
