// The route guard of every screen that isn't public: waits, renders the screen, or redirects once.
import { useLocation, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import type { SessionState } from '#features/auth/web/data/session-state.ts'
import { useSession, useUser } from '#features/auth/web/hooks/use-user.ts'
import { messages } from '#web/i18n/messages.ts'
import { toast } from '#web/toast-store.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { FullScreenSpinner } from '#web/ui/spinner.tsx'
import { saveReturnPath } from './return-path.ts'
import { checkAccess, type AccessDecision, type RouteRequirement } from './route-access.ts'
import {
  useJoinCodeParams,
  useStripJoinCodeParams,
  useVerificationParam,
  type SearchParams,
} from './search-params.ts'
import { useMemberLanguage } from './use-member-language.ts'

/** Renders the screen for visitors with access, and none of it for others. */
export function RouteGuard({
  requirement,
  children,
}: {
  requirement: RouteRequirement
  children: ReactNode
}) {
  const state = useUser()
  const hadAccess = useRef(false)
  const decision = checkAccess(state, requirement, hadAccess.current)
  useEffect(() => {
    hadAccess.current = decision.kind === 'allow'
  }, [decision.kind])
  // A redirect drops the code from the address anyway.
  useStripJoinCodeParams(state.identity !== null && decision.kind !== 'redirect')
  const isSwitching = useMemberLanguage(state.status === 'ready' ? state.user.language : null)
  switch (decision.kind) {
    case 'loading':
      return <FullScreenSpinner />
    case 'error':
      return <AuthenticationError />
    case 'redirect':
      return <GuardRedirect {...decision} savesReturnPath={shouldSaveReturnPath(state, hadAccess.current)} />
    case 'allow':
      return isSwitching ? <FullScreenSpinner /> : children
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
function shouldSaveReturnPath(state: SessionState, hadAccess: boolean): boolean {
  if (state.status === 'ready') return !state.user.profileCompleted
  return state.status === 'signedOut' && (state.ended === 'expired' || !hadAccess)
}

interface GuardRedirectProps extends Extract<AccessDecision, { kind: 'redirect' }> {
  /** The screen is the return path after sign-in or profile completion (AUTH-43). */
  savesReturnPath: boolean
}

/** Navigates once, and replaces the current history entry. */
function GuardRedirect({ to, accessDenied = false, savesReturnPath }: GuardRedirectProps) {
  const navigate = useNavigate()
  const { href, pathname } = useLocation()
  const authSearch = useAuthSearchParams()
  const hasRedirected = useRef(false)
  useEffect(() => {
    // The redirect to /auth remounts the page, so that this guard may run again on the way.
    if (hasRedirected.current || pathname === to) return
    hasRedirected.current = true
    saveReturnPath(savesReturnPath ? href : null)
    if (accessDenied) toast({ ...messages.accessDenied, variant: 'destructive' })
    void navigate({ to, search: to === '/auth' ? authSearch : {}, replace: true })
  }, [accessDenied, href, savesReturnPath, navigate, pathname, authSearch, to])
  return <FullScreenSpinner />
}

/**
 * Parameters passed on to /auth unchanged: the code of a link, and a verification link that was followed (AUTH-30).
 */
function useAuthSearchParams(): SearchParams {
  const codes = useJoinCodeParams()
  const verified = useVerificationParam()
  return { ...codes, ...(verified ? { verified } : {}) }
}
