// A verification link on /auth, shown to visitors who followed one: the question, then the result (AUTH-37, AUTH-49).
import { useLayoutEffect } from 'react'
import { useVerification, VerificationBanner } from '#features/auth/web/components/verification-banner.tsx'
import { t } from '#shared/i18n/t.ts'
import { saveReturnPath } from '../return-path.ts'
import { useMailedSecret } from '../search-params.ts'

export function AuthLinkResult({ isSignedIn }: { isSignedIn: boolean }) {
  const verification = useVerification(useMailedSecret('verified'))
  const isOver = verification.status === 'done' || verification.status === 'invalid'
  useLayoutEffect(() => {
    // Until the result shows, a sign-in leads back to the question, in Settings.
    if (isOver) saveReturnPath(null)
  }, [isOver])
  return (
    <VerificationBanner
      verification={verification}
      done={
        isSignedIn
          ? t('Your email address is confirmed.')
          : t('Your email address is confirmed. Please sign in.')
      }
      invalid={t('This link has expired or has already been used. Sign in to request a new one in Settings.')}
    />
  )
}
