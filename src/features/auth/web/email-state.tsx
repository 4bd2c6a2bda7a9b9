// How the own address stands: confirmed, not yet, or about to be replaced; and the way to another mail (PROF-17).
import { CircleCheck } from 'lucide-react'
import { useId } from 'react'
import { FieldMessage } from '#web/ui/field.tsx'
import { EmailAddress, InlineNotice } from './inline-notice.tsx'
import { MailButton } from './mail-button.tsx'
import type { VerificationMail } from './use-verification-mail.ts'

/** Sends the mail again, and says how that went. */
export function ResendVerification({ mail }: { mail: VerificationMail }) {
  const noteId = useId()
  return (
    <div className="grid justify-items-start gap-2">
      <MailButton busy={mail.isSending} leftSeconds={mail.leftSeconds} onPress={mail.send}>
        Send again
      </MailButton>
      <div role="status" className="text-small">
        {mail.failure !== null ? (
          <FieldMessage id={noteId} error={mail.failure} />
        ) : (
          mail.sentTo !== null && (
            <>
              A mail is on its way to <EmailAddress>{mail.sentTo}</EmailAddress>.
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

/** Under the email field, until the new address is confirmed or the old one saved again. */
export function PendingEmail({ email, pendingEmail, mail }: PendingEmailProps) {
  return (
    <InlineNotice kind="mail" action={<ResendVerification mail={mail} />}>
      Confirm <EmailAddress>{pendingEmail}</EmailAddress> by the link we sent there. Until then you sign in
      with <EmailAddress>{email}</EmailAddress>.
    </InlineNotice>
  )
}

interface EmailStatusProps {
  email: string
  pendingEmail: string | null
  isVerified: boolean
  /** Null where mails are the provider's affair. */
  mail: VerificationMail | null
}

/** A line of the account's facts. */
export function EmailStatus({ email, pendingEmail, isVerified, mail }: EmailStatusProps) {
  return (
    <>
      <dt className="text-ink-3">Email</dt>
      <dd className="grid min-w-0 justify-items-start gap-2">
        <span className="max-w-full wrap-anywhere">{email}</span>
        {isVerified ? (
          <span className="flex items-center gap-1.5 text-small text-success">
            <CircleCheck aria-hidden className="size-4 flex-none" strokeWidth={2} />
            Confirmed
          </span>
        ) : (
          <span className="text-small text-ink-2">
            Not confirmed yet. Follow the link in the mail that
            {mail
              ? ' we sent there.'
              : ' was sent there, and then sign in anew. “Forgot password?” sends another one.'}
          </span>
        )}
        {mail && !isVerified && pendingEmail === null && <ResendVerification mail={mail} />}
      </dd>
    </>
  )
}
