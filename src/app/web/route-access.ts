// Who may see a screen, and where everyone else is led (SHELL-01 to SHELL-08).
import type { SessionState } from '#features/auth/web/session-state.ts'

/** `settings` is the one screen for those whose profile isn't complete; `room` stays open when a session ends. */
export type RouteRequirement = 'member' | 'room' | 'settings' | 'admin' | 'gardenAngel'

export type AccessDecision =
  | { kind: 'wait' }
  | { kind: 'error' }
  | { kind: 'enter' }
  | { kind: 'lead'; to: '/auth' | '/settings' | '/meditation' | '/'; accessDenied?: boolean }

const redirectToAuth: AccessDecision = { kind: 'lead', to: '/auth' }

/** Decides at a door; `wasInside` when this visitor was let in before the state changed. */
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
