// What became of a verification link that was followed: over the sign-in form, and on top of Settings (AUTH-37).
import type { ReactNode } from 'react'
import { errorCatalogue } from '#shared/error-catalogue.ts'
import { Button } from '#web/ui/button.tsx'
import { EmailAddress, InlineNotice } from './inline-notice.tsx'
import type { Verification } from './use-verification.ts'

interface VerificationNoticeProps {
  verification: Verification
  /** The words for an address that is confirmed. */
  done: ReactNode
  /** For a link that opens nothing any more: the words, and the way to a new one. */
  dead?: ReactNode
  again?: ReactNode
}

/** Nothing without a link. */
export function VerificationNotice({
  verification,
  done,
  dead = errorCatalogue['invalid-link'].message,
  again,
}: VerificationNoticeProps) {
  switch (verification.status) {
    case 'none':
      return null
    case 'underWay':
      return <InlineNotice>Confirming your email address …</InlineNotice>
    case 'done':
      return <InlineNotice kind="done">{done}</InlineNotice>
    case 'dead':
      return <InlineNotice action={again}>{dead}</InlineNotice>
    case 'taken':
      return (
        <InlineNotice>Another account has this address by now, so it can’t be yours as well.</InlineNotice>
      )
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
  /** Whether the account's address is confirmed and none waits to be. */
  isSettled: boolean
  /** Whether the address of the page says that a link was followed, before it was loaded anew. */
  wasFollowed: boolean
  again: ReactNode
}

/** The note on top of Settings. */
export function SettingsVerification(props: SettingsVerificationProps) {
  const { verification, email, isSettled, wasFollowed, again } = props
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
        ? { dead: 'This link is not needed any more: your email address is confirmed.' }
        : { again })}
    />
  )
}

/** Until the account is read anew, or when the link was somebody else's. */
function OtherEmailConfirmed({ email }: { email: string }) {
  return (
    <>
      <EmailAddress>{email}</EmailAddress> is confirmed.
    </>
  )
}
