// The one door through which mails leave: in the background, over SMTP or as files in DATA_DIR/outbox.
import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { counts } from './counts.ts'
import { outboxFolder, outboxMoment } from './mail-outbox.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  /** The same for those who read mails as pages. */
  html: string
}

export interface Mailer {
  /**
   * Makes a mail and sends it, both after the caller has gone on, so that no answer's time tells whether there was
   * one: `compose` answers null when there is nothing to send. Never throws: failures are logged, without a word of
   * the mail, and tried again.
   */
  send(compose: () => Promise<Mail | null>): void
  /** Settles when nothing is under way. */
  idle(): Promise<void>
  /** Takes no more, tries once what waits for another try, and gives all that is under way three seconds. */
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
  /** How long after a failure it is tried again; as many times as there are numbers. */
  retryAfterMs?: readonly number[]
}

interface Message extends Mail {
  /** The same at every try, so that a mail that came through unnoticed can be told from a second one. */
  messageId: string
  /** When it was handed over, and as the how many-th. */
  date: Date
  number: number
}

interface Carrier {
  deliver(message: Message, signal: AbortSignal): Promise<void>
  close(): void
}

const retriesMs = [2_000, 15_000, 60_000, 300_000]
const underWayMax = 500
const closeWithinMs = 3_000
const connectionsMax = 3
const connectWithinMs = 10_000
const silenceMaxMs = 20_000

/** Opens the door. Nothing of the mail library is loaded, and no server asked, before the first mail. */
export function createMailer({ config, clock, log, retryAfterMs = retriesMs }: MailerOptions): Mailer {
  const underWay = new Set<Promise<void>>()
  const stopping = new AbortController()
  const giveUp = new AbortController()
  let carrier: Promise<Carrier> | null = null
  let count = 0

  const deliver = async (message: Message): Promise<void> => {
    carrier ??= config.smtpUrl === null ? openOutbox(config, log) : openSmtp(config, config.smtpUrl)
    await (await carrier).deliver(message, giveUp.signal)
    counts.mailsSent += 1
  }
  const stamp = (): Omit<Message, keyof Mail> => {
    count += 1
    const messageId = `<${randomBytes(16).toString('hex')}@${config.mailFrom.address.split('@')[1]}>`
    return { messageId, date: new Date(clock.now()), number: count }
  }
  const trySend = async (compose: () => Promise<Mail | null>): Promise<void> => {
    const stamped = stamp()
    let mail: Mail | null = null
    for (let failures = 0; ; failures += 1) {
      const isLastTry = stopping.signal.aborted
      try {
        mail ??= await compose()
        if (mail) await deliver({ ...mail, ...stamped })
        return
      } catch (error) {
        const waitMs = retryAfterMs[failures]
        const isOver = waitMs === undefined || isLastTry || isFinal(error)
        noteFailure(log, error, isOver)
        if (isOver) return
        await sleep(waitMs, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
  }
  const idle = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.all(underWay)
  }

  return {
    idle,
    send: (compose) => {
      if (stopping.signal.aborted || underWay.size >= underWayMax) {
        log.warn({ part: 'mail', underWay: underWay.size }, 'A mail is not taken.')
        return
      }
      const work = counted(trySend(compose)).finally(() => underWay.delete(work))
      underWay.add(work)
    },
    close: async () => {
      stopping.abort()
      const bound = new AbortController()
      await Promise.race([idle(), sleep(closeWithinMs, undefined, { signal: bound.signal }).catch(() => {})])
      bound.abort()
      giveUp.abort()
      await carrier?.then(
        ({ close }) => close(),
        () => {},
      )
    },
  }
}

async function counted(work: Promise<void>): Promise<void> {
  counts.mailsUnderWayNow += 1
  await work
  counts.mailsUnderWayNow -= 1
}

function noteFailure(log: MailLog, error: unknown, isOver: boolean): void {
  counts.mailsFailed += 1
  log.warn({ part: 'mail', ...factsOf(error) }, isOver ? 'A mail is given up.' : 'A mail has to wait.')
}

/** Whether a server has said no for good. */
function isFinal(error: unknown): boolean {
  const { responseCode = 0 } = factsOf(error)
  return responseCode >= 500
}

interface FailureFacts {
  code?: string
  responseCode?: number
  at?: string
}

/** What may be logged of a failure; the message of an error may hold an address. */
function factsOf(error: unknown): FailureFacts {
  if (!(error instanceof Error)) return {}
  const at = /^ +at .+$/m.exec(error.stack ?? '')?.[0].trim()
  return {
    ...(at === undefined ? {} : { at }),
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    ...('responseCode' in error && typeof error.responseCode === 'number'
      ? { responseCode: error.responseCode }
      : {}),
  }
}

function envelopeOf({ to, number: _, ...message }: Message, from: Config['mailFrom']) {
  return {
    ...message,
    from,
    to: { name: '', address: to },
    // No machine shall answer it.
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const
}

/** A part of a mail in a file: no line has to be broken there, so that links can be copied out of it. */
function asItIs(type: string, content: string): string {
  return `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${content}`
}

async function openSmtp({ mailFrom }: MailerOptions['config'], url: string): Promise<Carrier> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connectionsMax,
    maxRequeues: 0,
    connectionTimeout: connectWithinMs,
    greetingTimeout: connectWithinMs,
    socketTimeout: silenceMaxMs,
  })
  return {
    deliver: async (message, signal) => {
      await transport.sendMail({ ...envelopeOf(message, mailFrom), signal })
    },
    close: () => transport.close(),
  }
}

async function openOutbox({ mailFrom, dataDir }: MailerOptions['config'], log: MailLog): Promise<Carrier> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const folder = outboxFolder(dataDir)
  return {
    deliver: async (message) => {
      const { text, html, ...envelope } = envelopeOf(message, mailFrom)
      const alternatives = [{ raw: asItIs('text/plain', text) }, { raw: asItIs('text/html', html) }]
      const { message: content } = await transport.sendMail({ ...envelope, alternatives })
      const moment = outboxMoment(message.date)
      const number = String(message.number).padStart(6, '0')
      const name = `${moment}-${number}-${randomBytes(3).toString('hex')}.eml`
      const file = join(folder, name)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Whoever looks into the folder finds whole mails only.
      await writeFile(`${file}.part`, content, { mode: 0o600, flag: 'wx' })
      await rename(`${file}.part`, file)
      log.info({ part: 'mail', file }, 'A mail was written to the outbox.')
    },
    close: () => {},
  }
}
