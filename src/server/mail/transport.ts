// Mail transport: SMTP, or files in DATA_DIR/outbox. Loads the mail library.
import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { outboxFolder, outboxTimestamp } from './outbox.ts'

export interface Mail {
  /** The sender's name, unless MAIL_FROM has one. */
  sender: string
  to: string
  subject: string
  text: string
  /** The same content for HTML readers. */
  html: string
  /** Additional headers, such as List-Unsubscribe. */
  headers?: Readonly<Record<string, string>>
}

/** A mail with its message headers. */
export interface MailMessage extends Mail {
  /** The same at every retry, so that a duplicate can be recognized. */
  messageId: string
  /** When it was queued, and its sequence number. */
  date: Date
  number: number
}

export interface MailTransport {
  /** Sends a message once. Throws errors of the mail library or the file system. */
  deliver(message: MailMessage, signal?: AbortSignal): Promise<void>
  /** Throws if the server is unreachable or rejects the login; sends nothing. */
  verify(): Promise<void>
  close(): void
}

type MailConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>

const defaultConnectionsMax = 3
const connectTimeoutMs = 10_000
const socketTimeoutMs = 20_000

/** Opens SMTP_URL, or the outbox, which reports each file it writes. Doesn't connect yet. */
export function openMailTransport(
  config: MailConfig,
  onFile: (file: string) => void = () => {},
  connectionsMax = defaultConnectionsMax,
): Promise<MailTransport> {
  const { smtpUrl } = config
  return smtpUrl === null ? openOutbox(config, onFile) : openSmtp(config, smtpUrl, connectionsMax)
}

/** The message headers of a mail; `key` is unique. */
export function createMessageMetadata(
  { mailFrom }: Pick<Config, 'mailFrom'>,
  { key, createdMs, number }: { key: string; createdMs: number; number: number },
): Omit<MailMessage, keyof Mail> {
  return { messageId: `<${key}@${mailFrom.address.split('@')[1]}>`, date: new Date(createdMs), number }
}

function envelopeOf(
  { to, sender, headers = {}, number: _, ...message }: MailMessage,
  { name, address }: Config['mailFrom'],
) {
  return {
    ...message,
    from: { name: name ?? sender, address },
    to: { name: '', address: to },
    // Suppresses automatic replies.
    headers: { ...headers, 'Auto-Submitted': 'auto-generated' },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const
}

/** A MIME part for a file, without line breaks inside links, so that they can be copied. */
function rawMimePart(type: string, content: string): string {
  return `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${content}`
}

async function openSmtp(
  { mailFrom }: MailConfig,
  url: string,
  connectionsMax: number,
): Promise<MailTransport> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connectionsMax,
    maxRequeues: 0,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: socketTimeoutMs,
  })
  return {
    deliver: async (message, signal) => {
      await transport.sendMail({ ...envelopeOf(message, mailFrom), ...(signal ? { signal } : {}) })
    },
    verify: async () => {
      await transport.verify()
    },
    close: () => transport.close(),
  }
}

async function openOutbox(
  { mailFrom, dataDir }: MailConfig,
  onFile: (file: string) => void,
): Promise<MailTransport> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const folder = outboxFolder(dataDir)
  return {
    deliver: async (message) => {
      const { text, html, ...envelope } = envelopeOf(message, mailFrom)
      const alternatives = [{ raw: rawMimePart('text/plain', text) }, { raw: rawMimePart('text/html', html) }]
      const { message: content } = await transport.sendMail({ ...envelope, alternatives })
      const moment = outboxTimestamp(message.date)
      const number = String(message.number).padStart(6, '0')
      const name = `${moment}-${number}-${randomBytes(3).toString('hex')}.eml`
      const file = join(folder, name)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Renamed when complete, so the folder never shows a partial mail.
      await writeFile(`${file}.part`, content, { mode: 0o600, flag: 'wx' })
      await rename(`${file}.part`, file)
      onFile(file)
    },
    verify: async () => {},
    close: () => {},
  }
}
