// Verification result: above the sign-in form, and at the top of Settings (AUTH-37).
import { type ReactNode, useEffect, useState } from 'react'
import { signInErrors } from '#shared/sign-in-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { EmailAddress, InlineNotice } from '#web/ui/inline-notice.tsx'
import type { Answer } from '#shared/endpoint.ts'
import { call, isCallError } from '#web/call.ts'
import { logFailure } from '#web/log.ts'
import { identityCalls } from '../contract.ts'
import { isInvalidLinkError } from './auth-errors.ts'
import { useSession } from './use-user.ts'

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
  invalid = signInErrors['invalid-link'].message,
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

export type Verification =
  | { status: 'none' }
  | { status: 'pending' }
  | { status: 'done'; email: string }
  /** The link is invalid or expired, or its address now belongs to another account. */
  | { status: 'invalid' | 'taken' }
  /** Any other failure; the same link may be retried. */
  | { status: 'failed'; message: string; retry: () => void }

const inFlight = new Map<string, Promise<Answer<typeof identityCalls.verifyEmail>>>()

/** The state of a verification link. On success the session reloads, here and in the other tabs. */
export function useVerification(secret: string | undefined): Verification {
  const session = useSession()
  const [attempt, setAttempt] = useState(0)
  const [verification, setVerification] = useState<Verification>({ status: secret ? 'pending' : 'none' })
  useEffect(() => {
    if (!secret) return
    let isCurrent = true
    verifyOnce(secret).then(
      ({ email }) => {
        if (!isCurrent) return
        setVerification({ status: 'done', email })
        void session.refresh()
      },
      (error: unknown) => {
        if (!isCurrent) return
        logFailure('The email verification failed.', error)
        setVerification(
          toFailedVerification(error, () => {
            inFlight.delete(secret)
            setVerification({ status: 'pending' })
            setAttempt((count) => count + 1)
          }),
        )
      },
    )
    return () => {
      isCurrent = false
    }
  }, [attempt, secret, session])
  return verification
}

function verifyOnce(secret: string): Promise<Answer<typeof identityCalls.verifyEmail>> {
  const pending = inFlight.get(secret) ?? call(identityCalls.verifyEmail, { body: { token: secret } })
  inFlight.set(secret, pending)
  return pending
}

function toFailedVerification(error: unknown, retry: () => void): Verification {
  const errorBody = isCallError(error) ? error.errorBody : null
  if (isInvalidLinkError(error)) return { status: 'invalid' }
  if (errorBody?.code === 'email_taken') return { status: 'taken' }
  return {
    status: 'failed',
    message: errorBody?.message || 'Your email address could not be confirmed just now.',
    retry,
  }
}
