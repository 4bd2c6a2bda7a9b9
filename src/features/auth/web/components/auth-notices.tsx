// Notices on /auth: 'Access denied: …', shown once after a denial and loaded only then (AUTH-25), and who is signed in.
import { authErrors } from '../../errors.ts'
import { useEffect, useRef, type ReactNode, useState } from 'react'
import { readableEmail } from '#shared/international-domain.ts'
import { messages } from '#shared/messages.ts'
import { useLazyImport } from '#web/use-lazy-import.ts'
import { Button } from '#web/ui/button.tsx'
import { readProviderSettings } from '../data/provider.ts'
import { useDenial, useSession, useUser } from '../hooks/use-user.ts'
import { FormError } from '#web/ui/field.tsx'
import { useSignOut } from '../hooks/use-sign-out.ts'

const loadDialog = async () => (await import('#web/ui/dialog.tsx')).Dialog

/** Renders nothing without a denial. */
export function DenialNotice() {
  const session = useSession()
  const reason = useDenial()
  const [Dialog, load] = useLazyImport(loadDialog)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (reason !== null) load()
  }, [load, reason])
  if (reason === null || !Dialog) return null
  return (
    <Dialog
      open
      urgent
      size="sm"
      title="You don’t have access"
      description={messages.accessDeniedReason(reason)}
      initialFocus={button}
      onOpenChange={() => session.dismissDenial()}
      footer={
        <Button ref={button} variant="primary" onClick={() => session.dismissDenial()}>
          I understand
        </Button>
      }
    >
      <MistakeContact />
    </Dialog>
  )
}

/** Where to write to; nothing if the operator has named no address (SECURITY_CONTACT). */
export function MistakeContact() {
  const [{ contact }] = useState(readProviderSettings)
  if (contact === null) return null
  return (
    <p className="wrap-anywhere">
      If this is a mistake, write to{' '}
      <a href={contact} translate="no" className="link">
        {contact.replace(/^mailto:/, '')}
      </a>
      .
    </p>
  )
}

/** Replaces the form; `continueLink` leads to the member's start page, `door` asks for an invitation. */
export function SignedInBanner({ continueLink, door }: { continueLink: ReactNode; door: ReactNode }) {
  const { identity, ...state } = useUser()
  const signOut = useSignOut()
  const [isSigningOut, setSigningOut] = useState(false)
  const obstacle = state.status === 'unregistered' ? state.obstacle : null
  const isEmailTaken = obstacle === 'email_taken'
  const isUnverified = identity?.provider === 'firebase' && !identity.emailVerified
  const handleSignOut = async () => {
    setSigningOut(true)
    await signOut()
    setSigningOut(false)
  }
  return (
    <section aria-labelledby="signed-in" className="grid gap-6">
      <div className="grid gap-2">
        <h1 id="signed-in" className="serif text-page">
          You are signed in
        </h1>
        <p className="text-lead text-ink-2">
          as <span className="font-strong text-ink">{readableEmail(identity?.email ?? '')}</span>
        </p>
      </div>
      {isEmailTaken && (
        <FormError>
          {`${authErrors.email_taken.message}${isUnverified ? ' If it is yours, follow the link in the email sent there, then sign in again.' : ''}`}
        </FormError>
      )}
      {obstacle !== null && !isEmailTaken && door}
      <div className="flex flex-wrap gap-3">
        {obstacle === null && continueLink}
        <Button busy={isSigningOut} onClick={() => void handleSignOut()}>
          Sign Out
        </Button>
      </div>
    </section>
  )
}
