// Confirmation of an address by its mailed link: what it would do, one button, and the result (AUTH-37, AUTH-49).
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { t, translate } from '#shared/i18n/t.ts'
import { call, isCallError } from '#web/call.ts'
import { rich } from '#web/i18n/rich.tsx'
import { logFailure } from '#web/log.ts'
import { Button } from '#web/ui/button.tsx'
import { EmailAddress, InlineBanner } from '#web/ui/inline-banner.tsx'
import { identityCalls, type MailedLinkDescription } from '../../contract.ts'
import { authErrors } from '../../errors.ts'
import { isInvalidLinkError } from '../data/auth-errors.ts'
import { useSession, useUser } from '../hooks/use-user.ts'

const address = (text: string) => <EmailAddress>{text}</EmailAddress>

interface VerificationBannerProps {
  verification: Verification
  /** Shown for a confirmed address. */
  done: ReactNode
  /** Shown for an invalid or expired link, with `again` as the action. */
  invalid?: ReactNode
  resend?: ReactNode
}

/** Renders nothing without a link. */
export function VerificationBanner({
  verification,
  done,
  invalid = translate(authErrors['invalid-link'].message),
  resend,
}: VerificationBannerProps) {
  switch (verification.status) {
    case 'none':
    case 'reading':
      return null
    case 'asking':
      return <ConfirmationQuestion {...verification} />
    case 'done':
      return <InlineBanner kind="done">{done}</InlineBanner>
    case 'invalid':
      return <InlineBanner action={resend}>{invalid}</InlineBanner>
    case 'taken':
      return (
        <InlineBanner>
          {t('Another account now uses this address, so it can’t be yours as well.')}
        </InlineBanner>
      )
    case 'failed':
      return (
        <InlineBanner action={<Button onClick={verification.retry}>{t('Try again')}</Button>}>
          {verification.message}
        </InlineBanner>
      )
  }
}

/** Names the address and the account. Without a session of the account, a change asks to sign in to it first. */
function ConfirmationQuestion({ link, isConfirming, confirm }: Extract<Verification, { status: 'asking' }>) {
  const { identity } = useUser()
  const mayConfirm = link.isOwn || !link.needsSignIn
  const button = (
    <Button variant="primary" busy={isConfirming} onClick={confirm}>
      {t('Confirm this address')}
    </Button>
  )
  return (
    <InlineBanner kind="mail" action={mayConfirm && button}>
      {mayConfirm ? (
        <ConfirmableText link={link} signedInEmail={identity?.email ?? null} />
      ) : (
        <OtherAccountText link={link} isSignedIn={identity !== null} />
      )}
    </InlineBanner>
  )
}

function ConfirmableText({
  link: { email, isOwn, isChange },
  signedInEmail,
}: {
  link: MailedLinkDescription
  signedInEmail: string | null
}) {
  if (isChange && signedInEmail !== null) {
    return (
      <span>
        {rich(
          'Confirm <address>{email}</address>? It replaces <address>{signedInEmail}</address> as the address of your account and signs out your other devices.',
          { email, signedInEmail, address },
        )}
      </span>
    )
  }
  if (isOwn)
    return (
      <span>
        {rich('Confirm <address>{email}</address> as the address of your account?', { email, address })}
      </span>
    )
  return (
    <span>
      {rich(
        'Confirm <address>{email}</address> as the address of the account that was created with it? If you didn’t create it, just leave this page.',
        { email, address },
      )}
    </span>
  )
}

function OtherAccountText({
  link: { email, isChange },
  isSignedIn,
}: {
  link: MailedLinkDescription
  isSignedIn: boolean
}) {
  const facts = { email, link: isChange ? 'change' : 'new', address }
  return (
    <span>
      {isSignedIn
        ? rich(
            '<address>{email}</address> belongs to another account. {link, select, change {Sign out, sign in to the account that is to get it, and open the link again.} other {Sign out, sign in to the account that was created with it, and open the link again.}}',
            facts,
          )
        : rich(
            '{link, select, change {To confirm <address>{email}</address>, sign in to the account that is to get it first.} other {To confirm <address>{email}</address>, sign in to the account that was created with it first.}} You’ll be asked again then.',
            facts,
          )}
    </span>
  )
}

interface SettingsVerificationProps {
  verification: Verification
  email: string
  /** Whether the account's address is verified and no change is pending. */
  isEmailConfirmed: boolean
  /** Whether the URL says that a link was followed before the page was reloaded. */
  wasFollowed: boolean
  resend: ReactNode
}

/** The banner at the top of Settings. */
export function SettingsVerification(props: SettingsVerificationProps) {
  const { verification, email, isEmailConfirmed, wasFollowed, resend: again } = props
  const confirmed = t('Your email address is confirmed.')
  if (verification.status === 'none') {
    return wasFollowed && isEmailConfirmed ? <InlineBanner kind="done">{confirmed}</InlineBanner> : null
  }
  const isOther = verification.status === 'done' && verification.email !== email
  return (
    <VerificationBanner
      verification={verification}
      done={isOther ? <OtherEmailConfirmed email={verification.email} /> : confirmed}
      {...(isEmailConfirmed
        ? { invalid: t('You don’t need this link anymore: your email address is confirmed.') }
        : { resend: again })}
    />
  )
}

/** Shown until the account is reloaded, or if the link belonged to another account. */
function OtherEmailConfirmed({ email }: { email: string }) {
  return <>{rich('<address>{email}</address> is confirmed.', { email, address })}</>
}

export type Verification =
  | { status: 'none' | 'reading' }
  /** Nothing has changed yet: only `confirm`, a person's press, acts. */
  | { status: 'asking'; link: MailedLinkDescription; isConfirming: boolean; confirm: () => void }
  | { status: 'done'; email: string }
  /** The link is invalid or expired, or its address now belongs to another account. */
  | { status: 'invalid' | 'taken' }
  /** Any other failure; the same link may be retried. */
  | { status: 'failed'; message: string; retry: () => void }

type Result = Exclude<Verification, { status: 'none' | 'reading' | 'asking' }>

/**
 * The state of a verification link. Reads what it would do, and changes nothing before `confirm`. Then the session
 * reloads, here and in the other tabs.
 */
export function useVerification(secret: string | undefined): Verification {
  const session = useSession()
  const [attempt, setAttempt] = useState(0)
  const [link, setLink] = useState<MailedLinkDescription | null>(null)
  const [result, setResult] = useState<Result | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  const onFailure = useCallback((error: unknown) => {
    logFailure('The email verification failed.', error)
    const retry = () => {
      setResult(null)
      setAttempt((count) => count + 1)
    }
    setResult(toFailedVerification(error, retry))
  }, [])
  useEffect(() => {
    if (!secret) return
    let isCurrent = true
    call(identityCalls.describeMailedLink, { body: { token: secret } }).then(
      (found) => {
        if (!isCurrent) return
        if (found.isDone && !found.needsSignIn) setResult({ status: 'done', email: found.email })
        else setLink(found)
      },
      (error: unknown) => {
        if (isCurrent) onFailure(error)
      },
    )
    return () => {
      isCurrent = false
    }
  }, [attempt, onFailure, secret])
  const confirm = () => {
    if (!secret || isConfirming) return
    setConfirming(true)
    call(identityCalls.verifyEmail, { body: { token: secret } })
      .then(({ email }) => {
        setResult({ status: 'done', email })
        void session.refresh()
      }, onFailure)
      .finally(() => setConfirming(false))
  }
  if (!secret) return { status: 'none' }
  if (result) return result
  return link ? { status: 'asking', link, isConfirming, confirm } : { status: 'reading' }
}

function toFailedVerification(error: unknown, retry: () => void): Result {
  const errorBody = isCallError(error) ? error.errorBody : null
  if (isInvalidLinkError(error)) return { status: 'invalid' }
  if (errorBody?.code === 'email_taken') return { status: 'taken' }
  return {
    status: 'failed',
    message: errorBody?.message || t('Your email address could not be confirmed just now.'),
    retry,
  }
}
