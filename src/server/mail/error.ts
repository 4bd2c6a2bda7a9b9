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
  /** What the operator may change. */
  hint?: string
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
  const codes = [code, errno, text('opensslCode'), message].join(' ')
  const hint = smtpUrl === null ? undefined : hintFor(codes, new URL(smtpUrl).protocol)
  return {
    ...(hint === undefined ? {} : { hint }),
    ...(smtpUrl === null ? {} : smtpServer(smtpUrl)),
    ...(code === undefined ? {} : { code }),
    ...(errno === undefined ? {} : { errno }),
    ...(typeof responseCode === 'number' ? { responseCode } : {}),
    reason: redactRecipient(redact(message), to).replaceAll(/\s+/g, ' ').trim(),
  }
}

/** The error as one sentence: server, reason, and the code to search for. */
export function formatMailError({ host, port, code, errno, reason, hint }: MailErrorInfo): string {
  const where = host === undefined ? 'The outbox' : `${host}:${port}`
  const codes = [code, errno].filter((it) => it !== undefined && !reason.includes(it)).join(', ')
  const remedy = hint === undefined ? '' : `. ${hint}`
  return `${where}: ${reason}${codes === '' ? '' : ` (${codes})`}${remedy}`
}

/** By patterns of codes and messages; the first that applies. */
const hints: readonly (readonly [pattern: RegExp, hint: string, scheme?: string])[] = [
  [
    /Greeting never received/,
    'The port may take TLS from the first byte, as 465 does: use smtps://',
    'smtp:',
  ],
  [
    /WRONG_VERSION_NUMBER|wrong version number|packet length too long/i,
    'The port takes no TLS from the first byte, as 587 and 25: use smtp://',
    'smtps:',
  ],
  [
    /SELF_SIGNED_CERT|UNABLE_TO_VERIFY_LEAF|UNABLE_TO_GET_ISSUER|self-signed|unable to verify/i,
    'If the certificate is your own, name it in NODE_EXTRA_CA_CERTS, or add ?tls.rejectUnauthorized=false to SMTP_URL',
  ],
  [/ALTNAME_INVALID|altnames/i, 'Use the host name that the certificate names'],
  [/CERT_HAS_EXPIRED|certificate has expired/i, "The mail server's certificate must be renewed"],
  [/EAUTH/, 'Check user and password in SMTP_URL; percent-encode special characters'],
  [/ECONNREFUSED/, 'Nothing listens there: most servers take smtp:// at port 587, smtps:// at 465'],
  [/ENOTFOUND|EAI_AGAIN|EDNS/, 'Check the host name, and the DNS of this machine'],
  [/ETIMEDOUT|ETIMEOUT/, 'A firewall may block the port; many hosters block 25'],
]

function hintFor(codes: string, scheme: string): string | undefined {
  return hints.find(([pattern, , only = scheme]) => only === scheme && pattern.test(codes))?.[1]
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
