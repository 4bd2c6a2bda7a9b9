// Banner on /auth for visitors who are already signed in (AUTH-04, AUTH-39).
import { type ReactNode, useState } from 'react'
import { errorCatalogue } from '#shared/error-catalogue.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/field.tsx'
import { useSignOut } from './use-sign-out.ts'
import { useUser } from './use-user.ts'

/** Replaces the form; `continueLink` leads to the member's start page. */
export function SignedInBanner({ continueLink }: { continueLink: ReactNode }) {
  const { identity, ...state } = useUser()
  const signOut = useSignOut()
  const [isSigningOut, setSigningOut] = useState(false)
  const isEmailTaken = state.status === 'unregistered' && state.emailTaken
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
          as <span className="font-strong text-ink">{identity?.email}</span>
        </p>
      </div>
      {isEmailTaken && (
        <FormError>
          {errorCatalogue.email_taken.message}
          {isUnverified && ' If it is yours, follow the link in the email sent there, then sign in again.'}
        </FormError>
      )}
      <div className="flex flex-wrap gap-3">
        {!isEmailTaken && continueLink}
        <Button busy={isSigningOut} onClick={() => void handleSignOut()}>
          Sign Out
        </Button>
      </div>
    </section>
  )
}
