// The guard before every screen that isn't open to all: waits, lets in, or leads elsewhere once.
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useSession, useUser } from '#features/auth/web/use-user.ts'
import { messages } from '#shared/messages.ts'
import { toast } from '#web/toast-store.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { FullScreenSpinner } from '#web/ui/spinner.tsx'
import { admit, type Admission, type Door } from './admission.ts'
import { useReferralCode, useVerificationInAddress, useWithoutRef, type Search } from './search.ts'

/** Shows the screen to those whom the door admits, and none of it to anyone else. */
export function Guard({ door, children }: { door: Door; children: ReactNode }) {
  const state = useUser()
  const wasInside = useRef(false)
  const admission = admit(state, door, wasInside.current)
  useEffect(() => {
    wasInside.current = admission.kind === 'enter'
  }, [admission.kind])
  // Whoever is led on loses it on the way.
  useWithoutRef(state.identity !== null && admission.kind !== 'lead')
  switch (admission.kind) {
    case 'wait':
      return <FullScreenSpinner />
    case 'error':
      return <AuthenticationError />
    case 'lead':
      return <Lead {...admission} />
    case 'enter':
      return children
  }
}

function AuthenticationError() {
  const session = useSession()
  return (
    <div className="mx-auto grid w-full max-w-120 flex-1 content-center px-4 py-16">
      <ErrorPanel onRetry={() => void session.load()}>{messages.authenticationError}</ErrorPanel>
    </div>
  )
}

type LeadProps = Extract<Admission, { kind: 'lead' }>

/** One navigation, in place of this one. */
function Lead({ to, accessDenied = false }: LeadProps) {
  const navigate = useNavigate()
  const taken = useTakenToAuth()
  const isLed = useRef(false)
  useEffect(() => {
    if (isLed.current) return
    isLed.current = true
    if (accessDenied) toast({ ...messages.accessDenied, variant: 'destructive' })
    void navigate({ to, search: to === '/auth' ? taken : {}, replace: true })
  }, [accessDenied, navigate, taken, to])
  return <FullScreenSpinner />
}

/** What goes along to /auth letter by letter: a referral code, and a verification link that was followed (AUTH-30). */
function useTakenToAuth(): Search {
  const ref = useReferralCode()
  const verified = useVerificationInAddress()
  return { ...(ref === undefined ? {} : { ref }), ...(verified ? { verified } : {}) }
}
