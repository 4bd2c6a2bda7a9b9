// What became of a verification link that was followed: over the sign-in form, and on top of Settings (AUTH-37).
import type { ReactNode } from 'react'
import { refusals } from '#shared/refusals.ts'
import { Button } from '#web/ui/button.tsx'
import { Address, CalmNote } from './calm-note.tsx'
import type { Verification } from './use-verification.ts'

interface VerificationNoteProps {
  verification: Verification
  /** The words for an address that is confirmed. */
  done: ReactNode
  /** For a link that opens nothing any more: the words, and the way to a new one. */
  dead?: ReactNode
  again?: ReactNode
}

/** Nothing without a link. */
export function VerificationNote({
  verification,
  done,
  dead = refusals['invalid-link'].message,
  again,
}: VerificationNoteProps) {
  switch (verification.status) {
    case 'none':
      return null
    case 'underWay':
      return <CalmNote>Confirming your email address …</CalmNote>
    case 'done':
      return <CalmNote kind="done">{done}</CalmNote>
    case 'dead':
      return <CalmNote action={again}>{dead}</CalmNote>
    case 'taken':
      return <CalmNote>Another account has this address by now, so it can’t be yours as well.</CalmNote>
    case 'failed':
      return (
        <CalmNote action={<Button onClick={verification.retry}>Try again</Button>}>
          {verification.message}
        </CalmNote>
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
    return wasFollowed && isSettled ? <CalmNote kind="done">{confirmed}</CalmNote> : null
  }
  const isOther = verification.status === 'done' && verification.email !== email
  return (
    <VerificationNote
      verification={verification}
      done={isOther ? <OtherConfirmed email={verification.email} /> : confirmed}
      {...(isSettled
        ? { dead: 'This link is not needed any more: your email address is confirmed.' }
        : { again })}
    />
  )
}

/** Until the account is read anew, or when the link was somebody else's. */
function OtherConfirmed({ email }: { email: string }) {
  return (
    <>
      <Address>{email}</Address> is confirmed.
    </>
  )
}
