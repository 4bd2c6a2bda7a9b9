// Verification result: above the sign-in form, and at the top of Settings (AUTH-37).
import type { ReactNode } from 'react'
import { errorCatalogue } from '#shared/error-catalogue.ts'
import { Button } from '#web/ui/button.tsx'
import { EmailAddress, InlineNotice } from './inline-notice.tsx'
import type { Verification } from './use-verification.ts'

interface VerificationNoticeProps {
  verification: Verification
  /** Shown for a confirmed address. */
  done: ReactNode
  /** Shown for an invalid or expired link, with `again` as the action. */
  invalid?: ReactNode
  resend?: ReactNode
}

/** Renders nothing without a link. */
export function VerificationNotice({
  verification,
  done,
  invalid = errorCatalogue['invalid-link'].message,
  resend,
}: VerificationNoticeProps) {
  switch (verification.status) {
    case 'none':
      return null
    case 'pending':
      return <InlineNotice>Confirming your email address …</InlineNotice>
    case 'done':
      return <InlineNotice kind="done">{done}</InlineNotice>
    case 'invalid':
      return <InlineNotice action={resend}>{invalid}</InlineNotice>
    case 'taken':
      return <InlineNotice>Another account now uses this address, so it can’t be yours as well.</InlineNotice>
    case 'failed':
      return (
        <InlineNotice action={<Button onClick={verification.retry}>Try again</Button>}>
          {verification.message}
        </InlineNotice>
      )
  }
}

interface SettingsVerificationProps {
  verification: Verification
  email: string
  /** Whether the account's address is verified and no change is pending. */
  isSettled: boolean
  /** Whether the URL says that a link was followed before the page was reloaded. */
  wasFollowed: boolean
  resend: ReactNode
}

/** The notice at the top of Settings. */
export function SettingsVerification(props: SettingsVerificationProps) {
  const { verification, email, isSettled, wasFollowed, resend: again } = props
  const confirmed = 'Your email address is confirmed.'
  if (verification.status === 'none') {
    return wasFollowed && isSettled ? <InlineNotice kind="done">{confirmed}</InlineNotice> : null
  }
  const isOther = verification.status === 'done' && verification.email !== email
  return (
    <VerificationNotice
      verification={verification}
      done={isOther ? <OtherEmailConfirmed email={verification.email} /> : confirmed}
      {...(isSettled
        ? { invalid: 'You don’t need this link anymore: your email address is confirmed.' }
        : { resend: again })}
    />
  )
}

/** Shown until the account is reloaded, or if the link belonged to another account. */
function OtherEmailConfirmed({ email }: { email: string }) {
  return (
    <>
      <EmailAddress>{email}</EmailAddress> is confirmed.
    </>
  )
}
