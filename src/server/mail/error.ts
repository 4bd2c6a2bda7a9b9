// Mail errors in loggable words, without addresses or passwords.
import { redact } from '../log.ts'

export interface MailErrorInfo {
  /** From SMTP_URL. Absent when mails go to the outbox. */
  host?: string
  port?: number
  /** The mail library's code, such as EAUTH; for a file, the system's. */
  code?: string
  /** The system's code, such as ECONNREFUSED. */
  errno?: string
  /** The SMTP status, such as 550. */
  responseCode?: number
  /** The library's or the mail server's message. */
  reason: string
}

/** Describes an error of connecting to `smtpUrl` (null: the outbox), or of sending a mail to `to`. */
export function describeMailError(
  error: unknown,
  { smtpUrl, to = '' }: { smtpUrl: string | null; to?: string },
): MailErrorInfo {
  const facts = new Map<string, unknown>(error instanceof Error ? Object.entries(error) : [])
  const text = (name: string): string | undefined => {
    const value = facts.get(name)
    return typeof value === 'string' ? value : undefined
  }
  const [code, errno, responseCode] = [text('code'), text('originalCode'), facts.get('responseCode')]
  // OpenSSL's own message consists mostly of source locations.
  const message = text('reason') ?? (error instanceof Error ? error.message : String(error))
  return {
    ...(smtpUrl === null ? {} : smtpServer(smtpUrl)),
    ...(code === undefined ? {} : { code }),
    ...(errno === undefined ? {} : { errno }),
    ...(typeof responseCode === 'number' ? { responseCode } : {}),
    reason: redactRecipient(redact(message), to).replaceAll(/\s+/g, ' ').trim(),
  }
}

/** The error as one sentence: server, reason, and the code to search for. */
export function formatMailError({ host, port, code, errno, reason }: MailErrorInfo): string {
  const where = host === undefined ? 'The outbox' : `${host}:${port}`
  const codes = [code, errno].filter((it) => it !== undefined && !reason.includes(it)).join(', ')
  return `${where}: ${reason}${codes === '' ? '' : ` (${codes})`}`
}

/** Whether the server rejected the mail permanently. */
export function isPermanentMailError({ responseCode = 0 }: MailErrorInfo): boolean {
  return responseCode >= 500
}

/** Host and port of SMTP_URL. */
export function smtpServerName(smtpUrl: string): string {
  const { host, port } = smtpServer(smtpUrl)
  return `${host}:${port}`
}

const defaultPorts: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 }

function smtpServer(smtpUrl: string): { host: string; port: number } {
  const { protocol, hostname, port } = new URL(smtpUrl)
  return { host: hostname, port: port === '' ? (defaultPorts[protocol] ?? 0) : Number(port) }
}

/** Some servers name the mailbox without its domain. */
function redactRecipient(text: string, to: string): string {
  const mailbox = to.slice(0, Math.max(0, to.lastIndexOf('@')))
  if (mailbox === '') return text
  const escaped = mailbox.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return text.replaceAll(new RegExp(String.raw`(?<!\w)${escaped}(?!\w)`, 'gi'), '[address]')
}
