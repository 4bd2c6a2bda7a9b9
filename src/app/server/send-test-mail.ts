// Sends one mail at once, so that the operator sees whether SMTP_URL works, or why not.
import { randomBytes } from 'node:crypto'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config/config.ts'
import { describeMailError, formatMailError, smtpServerName } from '#server/mail/error.ts'
import { renderMail, type MailSite } from '#server/mail/mail-layout.ts'
import { createMessageMetadata, openMailTransport } from '#server/mail/transport.ts'
import { mailSkies } from '#shared/scene/sky-picture.ts'

/** Sends a mail from a community to an address; returns where it was delivered. Throws an Error with the full cause. */
export async function sendTestMail(
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>,
  clock: Pick<Clock, 'now'>,
  { site, to }: { site: MailSite; to: string },
): Promise<string> {
  const { smtpUrl } = config
  const mail = renderMail(
    site,
    { email: to, name: null },
    {
      subject: 'Test mail',
      before: `${site.name} at ${site.publicUrl} sent this test mail.`,
      action: { label: `Open ${site.name}`, path: '/' },
      after: 'It was sent with "npm run admin -- test-mail".',
      sky: mailSkies.evening,
    },
  )
  const files: string[] = []
  const transport = await openMailTransport(config, (file) => files.push(file))
  try {
    await transport.deliver({
      ...createMessageMetadata(config, {
        key: randomBytes(16).toString('hex'),
        createdMs: clock.now(),
        number: 0,
      }),
      ...mail,
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
