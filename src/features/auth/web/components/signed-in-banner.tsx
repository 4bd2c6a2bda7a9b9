// The signed-in identity, in place of the form of /auth.
import { useState, type ReactNode } from 'react'
import { t, translate } from '#shared/i18n/t.ts'
import { readableEmail } from '#shared/international-domain.ts'
import { rich } from '#web/i18n/rich.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/field.tsx'
import { authErrors } from '../../errors.ts'
import { useSignOut } from '../hooks/use-sign-out.ts'
import { useUser } from '../hooks/use-user.ts'

/** `continueLink` leads to the member's start page, `joining` asks for an invite. */
export function SignedInBanner({ continueLink, joining }: { continueLink: ReactNode; joining: ReactNode }) {
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
          {t('You are signed in')}
        </h1>
        <p className="text-lead text-ink-2">
          {rich('as <address>{email}</address>', {
            email: readableEmail(identity?.email ?? ''),
            address: (text) => <span className="font-strong text-ink">{text}</span>,
          })}
        </p>
      </div>
      {isEmailTaken && (
        <FormError>
          {translate(authErrors.email_taken.message)}
          {isUnverified && ' '}
          {isUnverified && t('If it is yours, follow the link in the email sent there, then sign in again.')}
        </FormError>
      )}
      {obstacle !== null && !isEmailTaken && joining}
      <div className="flex flex-wrap gap-3">
        {obstacle === null && continueLink}
        <Button busy={isSigningOut} onClick={() => void handleSignOut()}>
          {t('Sign Out')}
        </Button>
      </div>
    </section>
  )
}
