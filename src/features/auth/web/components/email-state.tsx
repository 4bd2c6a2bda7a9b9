// Email state: verified, unverified or about to change, with a button to resend the mail (PROF-17).
import { CircleCheck } from 'lucide-react'
import { useId } from 'react'
import { t } from '#shared/i18n/t.ts'
import { rich } from '#web/i18n/rich.tsx'
import { FieldMessage } from '#web/ui/field.tsx'
import { EmailAddress, InlineBanner } from '#web/ui/inline-banner.tsx'
import { isSameEmail } from '../../rules.ts'
import type { VerificationMail } from '../hooks/use-verification-mail.ts'
import { MailButton } from './mail-button.tsx'

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
                'An email is on its way to <address>{email}</address>. It goes out an hour after the last one at the earliest.',
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

/** Shown below the email field until the new address is confirmed or the change is canceled. */
export function PendingEmail({ email, pendingEmail, mail }: PendingEmailProps) {
  return (
    <InlineBanner kind="mail" action={<ResendVerification mail={mail} />}>
      {rich(
        'Confirm <address>{pendingEmail}</address> with the link we sent there. Until then, you sign in with <address>{email}</address>.',
        { pendingEmail, email, address },
      )}
    </InlineBanner>
  )
}

interface EmailStatusProps {
  /** The address that signs in. */
  email: string
  /** The address of the profile, which an administrator may have changed (USR-25). */
  profileEmail: string
  isVerified: boolean
  /** Null if the provider sends the mails. */
  mail: VerificationMail | null
}

/** Shown below the email field. */
export function EmailStatus({ email, profileEmail, isVerified, mail }: EmailStatusProps) {
  if (isVerified)
    return (
      <p className="flex items-center gap-1.5 text-small text-success">
        <CircleCheck aria-hidden className="size-4 flex-none" strokeWidth={2} />
        {isSameEmail(email, profileEmail)
          ? t('Confirmed')
          : rich('<address>{email}</address> is confirmed.', { email, address })}
      </p>
    )
  const facts = { email, address }
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-small text-ink-2">
        {mail
          ? rich(
              'Not confirmed yet. Follow the link in the email we sent to <address>{email}</address>.',
              facts,
            )
          : rich(
              'Not confirmed yet. Follow the link in the email sent to <address>{email}</address>, then sign in again. “Forgot password?” sends another one.',
              facts,
            )}
      </p>
      {mail && <ResendVerification mail={mail} />}
    </div>
  )
}
