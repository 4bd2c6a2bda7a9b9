// Sends one mail at once, so that the operator sees whether SMTP_URL works, or why not.
import { randomBytes } from 'node:crypto'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config/config.ts'
import { escapeHtml } from '#server/html/escape-html.ts'
import { describeMailError, formatMailError, smtpServerName } from '#server/mail/error.ts'
import { createMessageMetadata, openMailTransport } from '#server/mail/transport.ts'

/** Sends a mail from a community to an address; returns where it was delivered. Throws an Error with the full cause. */
export async function sendTestMail(
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir' | 'publicUrl'>,
  clock: Pick<Clock, 'now'>,
  { community, to }: { community: string; to: string },
): Promise<string> {
  const { smtpUrl, publicUrl } = config
  const text = `${community} at ${publicUrl} sent this test mail with "npm run admin -- test-mail".`
  const files: string[] = []
  const transport = await openMailTransport(config, (file) => files.push(file))
  try {
    await transport.deliver({
      ...createMessageMetadata(config, {
        key: randomBytes(16).toString('hex'),
        createdMs: clock.now(),
        number: 0,
      }),
      sender: community,
      to,
      subject: `${community}: Test mail`,
      text: `${text}\n`,
      html: `<!doctype html><html lang="en"><body><p>${escapeHtml(text)}</p></body></html>\n`,
    })
  } catch (error) {
    throw new Error(
      `Sending the test mail failed. ${formatMailError(describeMailError(error, { smtpUrl, to }))}`,
      {
        cause: error,
      },
    )
  } finally {
    transport.close()
  }
  return smtpUrl === null
    ? `SMTP_URL isn't set: the mail was written to ${files.join()} and not sent.`
    : `${smtpServerName(smtpUrl)} accepted the mail to ${to} from ${config.mailFrom.address}.`
}
