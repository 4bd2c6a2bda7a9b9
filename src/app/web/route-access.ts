// Route access: which screens a visitor may see, and the redirect for all others (SHELL-01 to SHELL-08).
import type { SessionState } from '#features/auth/web/data/session-state.ts'
import { personaOf, can } from '#shared/roles.ts'

/** `settings` also admits members with an incomplete profile; `room` stays open when the session ends. */
export type RouteRequirement = 'member' | 'room' | 'settings' | 'admin' | 'gardenAngel' | 'host'

export type AccessDecision =
  | { kind: 'loading' }
  | { kind: 'error' }
  | { kind: 'allow' }
  | { kind: 'redirect'; to: '/auth' | '/settings' | '/meditation' | '/'; accessDenied?: boolean }

const redirectToAuth: AccessDecision = { kind: 'redirect', to: '/auth' }

/** Decides access to a route; `hadAccess` if this visitor had access before the state changed. */
export function checkAccess(
  state: SessionState,
  requirement: RouteRequirement,
  hadAccess: boolean,
): AccessDecision {
  switch (state.status) {
    case 'loading':
      return { kind: 'loading' }
    case 'signedOut':
      return state.ended !== null && requirement === 'room' && hadAccess ? { kind: 'allow' } : redirectToAuth
    case 'unregistered':
      return state.obstacle !== null || requirement === 'admin' ? redirectToAuth : { kind: 'error' }
    case 'error':
      return requirement === 'admin' ? redirectToAuth : { kind: 'error' }
    case 'ready':
      return checkUserAccess(state.user, requirement)
  }
}

/** Whether a member may hold sittings: marked, or with a role that moderates (TEACH-01). */
export function mayHold(user: AccessUser): boolean {
  return can(personaOf({ ...user, isBanned: false }), 'sitting.hold')
}

interface AccessUser {
  profileCompleted: boolean
  isAdmin: boolean
  isGardenAngel: boolean
  mayHost?: boolean | undefined
}

function checkUserAccess(user: AccessUser, requirement: RouteRequirement): AccessDecision {
  const { profileCompleted, isAdmin, isGardenAngel } = user
  if (requirement === 'settings') return { kind: 'allow' }
  if (!profileCompleted) return { kind: 'redirect', to: '/settings' }
  if (requirement === 'admin' && !isAdmin) return { kind: 'redirect', to: '/meditation', accessDenied: true }
  if (requirement === 'gardenAngel' && !isGardenAngel && !isAdmin) return { kind: 'redirect', to: '/' }
  if (requirement === 'host' && !mayHold(user)) return { kind: 'redirect', to: '/' }
  return { kind: 'allow' }
}
