// Email state: verified, unverified or about to change, with a button to resend the mail (PROF-17).
import { CircleCheck } from 'lucide-react'
import { useId } from 'react'
import { FieldMessage } from '#web/ui/field.tsx'
import { EmailAddress, InlineNotice } from '#web/ui/inline-notice.tsx'
import { MailButton } from './mail-button.tsx'
import type { VerificationMail } from '../hooks/use-verification-mail.ts'
import { t } from '#shared/t.ts'
import { rich } from '#web/rich.tsx'

const address = (text: string) => <EmailAddress>{text}</EmailAddress>

/** Resends the verification mail and reports the result. */
export function ResendVerification({ mail }: { mail: VerificationMail }) {
  const errorId = useId()
  return (
    <div className="grid justify-items-start gap-2">
      <MailButton busy={mail.isSending} secondsLeft={mail.secondsLeft} onPress={mail.send}>
        {t('Send again')}
      </MailButton>
      <div role="status" className="text-small">
        {mail.failure !== null ? (
          <FieldMessage id={errorId} error={mail.failure} />
        ) : (
          mail.sentTo !== null && (
            <>
              {rich(
                'An email is on its way to <address>{email}</address>. Within an hour of the last one, it waits until the hour is over.',
                { email: mail.sentTo, address },
              )}
            </>
          )
        )}
      </div>
    </div>
  )
}

interface PendingEmailProps {
  email: string
  /** The new address, which its owner hasn't confirmed yet. */
  pendingEmail: string
  mail: VerificationMail
}

/** Shown below the email field until the new address is confirmed or the change is cancelled. */
export function PendingEmail({ email, pendingEmail, mail }: PendingEmailProps) {
  return (
    <InlineNotice kind="mail" action={<ResendVerification mail={mail} />}>
      {rich(
        'Confirm <address>{pendingEmail}</address> with the link we sent there. Until then, you sign in with <address>{email}</address>.',
        { pendingEmail, email, address },
      )}
    </InlineNotice>
  )
}

interface EmailStatusProps {
  isVerified: boolean
  /** Null if the provider sends the mails. */
  mail: VerificationMail | null
}

/** Shown below the email field. */
export function EmailStatus({ isVerified, mail }: EmailStatusProps) {
  if (isVerified)
    return (
      <p className="flex items-center gap-1.5 text-small text-success">
        <CircleCheck aria-hidden className="size-4 flex-none" strokeWidth={2} />
        {t('Confirmed')}
      </p>
    )
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-small text-ink-2">
        {mail
          ? t('Not confirmed yet. Follow the link in the email we sent there.')
          : t(
              'Not confirmed yet. Follow the link in the email sent there, then sign in again. “Forgot password?” sends another one.',
            )}
      </p>
      {mail && <ResendVerification mail={mail} />}
    </div>
  )
}
