// On /auth: what became of the verification link that led here, for those alone who followed one (AUTH-37).
import { useVerification } from '#features/auth/web/use-verification.ts'
import { VerificationNote } from '#features/auth/web/verification-note.tsx'
import { useMailedSecret } from '../search.ts'

export function FollowedLink({ isIn }: { isIn: boolean }) {
  const verification = useVerification(useMailedSecret('verified'))
  return (
    <VerificationNote
      verification={verification}
      done={isIn ? 'Your email address is verified.' : 'Your email address is verified. Please sign in.'}
      dead="This link has expired or was used already. Once you are signed in, Settings can send you a new one."
    />
  )
}
