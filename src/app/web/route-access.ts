// Route access: which screens a visitor may see, and the redirect for all others (SHELL-01 to SHELL-08).
import type { SessionState } from '#features/auth/web/session-state.ts'

/** `settings` also admits members with an incomplete profile; `room` stays open when the session ends. */
export type RouteRequirement = 'member' | 'room' | 'settings' | 'admin' | 'gardenAngel'

export type AccessDecision =
  | { kind: 'wait' }
  | { kind: 'error' }
  | { kind: 'enter' }
  | { kind: 'lead'; to: '/auth' | '/settings' | '/meditation' | '/'; accessDenied?: boolean }

const redirectToAuth: AccessDecision = { kind: 'lead', to: '/auth' }

/** Decides access to a route; `wasInside` if this visitor had access before the state changed. */
export function checkAccess(state: SessionState, door: RouteRequirement, wasInside: boolean): AccessDecision {
  switch (state.status) {
    case 'loading':
      return { kind: 'wait' }
    case 'signedOut':
      return state.ended !== null && door === 'room' && wasInside ? { kind: 'enter' } : redirectToAuth
    case 'unregistered':
      return state.emailTaken || door === 'admin' ? redirectToAuth : { kind: 'error' }
    case 'error':
      return door === 'admin' ? redirectToAuth : { kind: 'error' }
    case 'ready':
      return checkUserAccess(state.user, door)
  }
}

interface AccessUser {
  profileCompleted: boolean
  isAdmin: boolean
  isGardenAngel: boolean
}

function checkUserAccess(
  { profileCompleted, isAdmin, isGardenAngel }: AccessUser,
  door: RouteRequirement,
): AccessDecision {
  if (door === 'settings') return { kind: 'enter' }
  if (!profileCompleted) return { kind: 'lead', to: '/settings' }
  if (door === 'admin' && !isAdmin) return { kind: 'lead', to: '/meditation', accessDenied: true }
  if (door === 'gardenAngel' && !isGardenAngel && !isAdmin) return { kind: 'lead', to: '/' }
  return { kind: 'enter' }
}
