// The result of a verification link, shown on /auth to visitors who followed one (AUTH-37).
import { useVerification, VerificationNotice } from '#features/auth/web/verification-notice.tsx'
import { useMailedSecret } from '../search-params.ts'

export function AuthLinkResult({ isSignedIn }: { isSignedIn: boolean }) {
  const verification = useVerification(useMailedSecret('verified'))
  return (
    <VerificationNotice
      verification={verification}
      done={
        isSignedIn ? 'Your email address is verified.' : 'Your email address is verified. Please sign in.'
      }
      invalid="This link has expired or has already been used. Sign in to request a new one in Settings."
    />
  )
}
