// Sends the mails of jobs, over a transport that is opened with the first of them.
import { timestampToMs } from '#shared/day.ts'
import type { Config } from '../config/config.ts'
import type { Job } from '../jobs/sql.ts'
import type { Log } from '../log.ts'
import { createMessageMetadata, openMailTransport, type Mail, type MailTransport } from './transport.ts'

const closeGraceMs = 3_000

/** `send` sends a mail once. The `key` stays the same, so that mail programs recognize a duplicate of another attempt. */
export function createMailSender(
  { config, log }: { config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>; log: Pick<Log, 'info'> },
  connectionsMax?: number,
) {
  let transport: Promise<MailTransport> | null = null
  const onFile = (file: string): void => log.info({ part: 'mail', file }, 'Mail written to the outbox.')
  const send = async (
    mail: Mail,
    { id, key, createdAt }: Pick<Job, 'id' | 'key' | 'createdAt'>,
    signal: AbortSignal,
  ): Promise<void> => {
    transport ??= openMailTransport(config, onFile, connectionsMax)
    const { deliver } = await transport
    const metadata = createMessageMetadata(config, { key, createdMs: timestampToMs(createdAt), number: id })
    // Aborts some seconds late: most mails that are being sent then succeed.
    const late = new AbortController()
    const onAbort = (): void => void setTimeout(() => late.abort(), closeGraceMs).unref()
    signal.addEventListener('abort', onAbort)
    await deliver({ ...mail, ...metadata }, late.signal).finally(() =>
      signal.removeEventListener('abort', onAbort),
    )
  }
  const close = async (): Promise<void> => {
    await transport?.then(
      (opened) => opened.close(),
      () => {},
    )
  }
  return { send, close }
}
