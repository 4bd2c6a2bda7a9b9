// The route guard of every screen that isn't public: waits, renders the screen, or redirects once.
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

/** Renders the screen for visitors with access, and none of it for others. */
export function RouteGuard({ door, children }: { door: RouteRequirement; children: ReactNode }) {
  const state = useUser()
  const wasInside = useRef(false)
  const admission = checkAccess(state, door, wasInside.current)
  useEffect(() => {
    wasInside.current = admission.kind === 'enter'
  }, [admission.kind])
  // A redirect drops the referral code from the address anyway.
  useStripReferralCode(state.identity !== null && admission.kind !== 'lead')
  switch (admission.kind) {
    case 'wait':
      return <FullScreenSpinner />
    case 'error':
      return <AuthenticationError />
    case 'lead':
      return <GuardRedirect {...admission} savesReturnPath={shouldSaveReturnPath(state, wasInside.current)} />
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
 * Whether to save the screen as the return path: the visitor must first sign in or complete the profile. After a
 * sign-out, here or in another tab, no path is left for the next person at this browser.
 */
function shouldSaveReturnPath(state: SessionState, wasInside: boolean): boolean {
  if (state.status === 'ready') return !state.user.profileCompleted
  return state.status === 'signedOut' && (state.ended === 'expired' || !wasInside)
}

interface GuardRedirectProps extends Extract<AccessDecision, { kind: 'lead' }> {
  /** The screen is the return path after sign-in or profile completion (AUTH-43). */
  savesReturnPath: boolean
}

/** Navigates once, and replaces the current history entry. */
function GuardRedirect({ to, accessDenied = false, savesReturnPath }: GuardRedirectProps) {
  const navigate = useNavigate()
  const { href, pathname } = useLocation()
  const taken = useAuthSearchParams()
  const isLed = useRef(false)
  useEffect(() => {
    // The redirect to /auth remounts the page, so that this guard may run again on the way.
    if (isLed.current || pathname === to) return
    isLed.current = true
    saveReturnPath(savesReturnPath ? href : null)
    if (accessDenied) toast({ ...messages.accessDenied, variant: 'destructive' })
    void navigate({ to, search: to === '/auth' ? taken : {}, replace: true })
  }, [accessDenied, href, savesReturnPath, navigate, pathname, taken, to])
  return <FullScreenSpinner />
}

/**
 * Parameters passed on to /auth unchanged: a referral code, and a verification link that was followed (AUTH-30).
 */
function useAuthSearchParams(): SearchParams {
  const ref = useReferralCode()
  const verified = useVerificationParam()
  return { ...(ref === undefined ? {} : { ref }), ...(verified ? { verified } : {}) }
}
