// A verification link at the top of Settings: the question, then the result (AUTH-37, AUTH-49).
import type { ReactNode } from 'react'
import { useVerification, SettingsVerification } from '#features/auth/web/components/verification-banner.tsx'
import { useMailedSecret } from '../search-params.ts'

export interface SettingsLinkResultProps {
  email: string
  /** Whether the account's address is confirmed and no change is pending. */
  isEmailConfirmed: boolean
  /** The button that requests another mail. */
  resend: ReactNode
}

export function SettingsLinkResult(props: SettingsLinkResultProps) {
  const verification = useVerification(useMailedSecret('verified'))
  return (
    <div className="mt-6 empty:hidden">
      <SettingsVerification {...props} verification={verification} wasFollowed />
    </div>
  )
}
