// The session as React sees it.
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'
import { personaOf, type Persona } from '#shared/roles.ts'
import type { SessionClient } from './session-client.ts'
import type { SessionState } from './session-state.ts'

const SessionContext = createContext<SessionClient | null>(null)

/** Stands once at the root: `<SessionProvider value={session}>`. */
export const SessionProvider = SessionContext.Provider

/** The session itself, for what acts on it. */
export function useSession(): SessionClient {
  const session = useContext(SessionContext)
  if (!session) throw new Error('There is no SessionProvider around this.')
  return session
}

/** Who is here: `status`, and `identity` and `user` as far as they are known. */
export function useUser(): SessionState {
  const session = useSession()
  return useSyncExternalStore(session.subscribe, session.state)
}

/** Reads the kind of member that the page shows at that moment; null where it shows nobody's. */
export function useCurrentPersona(): () => Persona | null {
  const session = useSession()
  return useCallback(() => {
    const { user } = session.state()
    return user && personaOf({ ...user, isBanned: false })
  }, [session])
}

/** Why the server turned the last visitor away; null when it didn't. */
export function useDenial(): string | null {
  const session = useSession()
  return useSyncExternalStore(session.subscribe, session.denial)
}
