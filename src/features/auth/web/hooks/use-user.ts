// React hooks for the session.
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'
import { personaOf, type Persona } from '#shared/roles.ts'
import type { SessionClient } from '../data/session-client.ts'
import type { SessionState } from '../data/session-state.ts'

const SessionContext = createContext<SessionClient | null>(null)

/** Used once, at the root: `<SessionProvider value={session}>`. */
export const SessionProvider = SessionContext.Provider

/** The session client, for components that act on the session. */
export function useSession(): SessionClient {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession must be used within a SessionProvider.')
  return session
}

/** The session state: `status`, and `identity` and `user` as far as known. */
export function useUser(): SessionState {
  const session = useSession()
  return useSyncExternalStore(session.subscribe, session.state)
}

/** Returns a function that reads the persona shown at call time; null if none is shown. */
export function useCurrentPersona(): () => Persona | null {
  const session = useSession()
  return useCallback(() => {
    const { user } = session.state()
    return user && personaOf({ ...user, isBanned: false })
  }, [session])
}

/** Why the server denied access; null if it didn't. */
export function useDenial(): string | null {
  const session = useSession()
  return useSyncExternalStore(session.subscribe, session.denial)
}
