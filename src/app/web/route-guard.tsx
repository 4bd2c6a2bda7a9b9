// The guard before every screen that isn't open to all: waits, lets in, or leads elsewhere once.
import { useLocation, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import type { SessionState } from '#features/auth/web/session-state.ts'
import { useSession, useUser } from '#features/auth/web/use-user.ts'
import { messages } from '#shared/messages.ts'
import { toast } from '#web/toast-store.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { FullScreenSpinner } from '#web/ui/spinner.tsx'
import { checkAccess, type AccessDecision, type RouteRequirement } from './route-access.ts'
import { saveReturnPath } from './return-path.ts'
import {
  useReferralCode,
  useVerificationParam,
  useStripReferralCode,
  type SearchParams,
} from './search-params.ts'

/** Shows the screen to those whom the door admits, and none of it to anyone else. */
export function RouteGuard({ door, children }: { door: RouteRequirement; children: ReactNode }) {
  const state = useUser()
  const wasInside = useRef(false)
  const admission = checkAccess(state, door, wasInside.current)
  useEffect(() => {
    wasInside.current = admission.kind === 'enter'
  }, [admission.kind])
  // Whoever is led on loses it on the way.
  useStripReferralCode(state.identity !== null && admission.kind !== 'lead')
  switch (admission.kind) {
    case 'wait':
      return <FullScreenSpinner />
    case 'error':
      return <AuthenticationError />
    case 'lead':
      return <GuardRedirect {...admission} isForNow={shouldSaveReturnPath(state, wasInside.current)} />
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

/**
 * Whether the visitor still wants the screen that they are led away from: they have to sign in or complete their
 * profile first. Who signed out, here or in another tab, leaves nothing for the next person at this browser.
 */
function shouldSaveReturnPath(state: SessionState, wasInside: boolean): boolean {
  if (state.status === 'ready') return !state.user.profileCompleted
  return state.status === 'signedOut' && (state.ended === 'expired' || !wasInside)
}

interface GuardRedirectProps extends Extract<AccessDecision, { kind: 'lead' }> {
  /** The screen is wanted again as soon as it may be seen (AUTH-43). */
  isForNow: boolean
}

/** One navigation, in place of this one. */
function GuardRedirect({ to, accessDenied = false, isForNow }: GuardRedirectProps) {
  const navigate = useNavigate()
  const { href, pathname } = useLocation()
  const taken = useAuthSearchParams()
  const isLed = useRef(false)
  useEffect(() => {
    // Around /auth the page is built anew, so that this guard may be asked again on the way there.
    if (isLed.current || pathname === to) return
    isLed.current = true
    saveReturnPath(isForNow ? href : null)
    if (accessDenied) toast({ ...messages.accessDenied, variant: 'destructive' })
    void navigate({ to, search: to === '/auth' ? taken : {}, replace: true })
  }, [accessDenied, href, isForNow, navigate, pathname, taken, to])
  return <FullScreenSpinner />
}

/** What goes along to /auth letter by letter: a referral code, and a verification link that was followed (AUTH-30). */
function useAuthSearchParams(): SearchParams {
  const ref = useReferralCode()
  const verified = useVerificationParam()
  return { ...(ref === undefined ? {} : { ref }), ...(verified ? { verified } : {}) }
}
