// On top of Settings: what became of the verification link that led here (AUTH-37).
import type { ReactNode } from 'react'
import { useVerification } from '#features/auth/web/use-verification.ts'
import { SettingsVerification } from '#features/auth/web/verification-notice.tsx'
import { useMailedSecret } from '../search-params.ts'

export interface SettingsLinkResultProps {
  email: string
  /** Whether the account's address is confirmed and none waits to be. */
  isSettled: boolean
  /** The way to another mail. */
  again: ReactNode
}

export function SettingsLinkResult(props: SettingsLinkResultProps) {
  const verification = useVerification(useMailedSecret('verified'))
  return (
    <div className="mt-6 empty:hidden">
      <SettingsVerification {...props} verification={verification} wasFollowed />
    </div>
  )
}
