// Document isolation: /auth with Firebase, and a teacher's desk, are documents of their own. Their headers allow Google's
// script and frames, or camera and microphone, on these pages alone.
import { sittingOfDesk } from '#shared/paths.ts'
import { screenPath } from '#shared/screen-path.ts'

/** A path belongs to one of these documents. */
type DocumentName = 'auth' | 'desk' | 'app'

interface DocumentIsolation {
  startedAt: DocumentName
  hasOwnAuth: boolean
  leave: () => unknown
}

let isolation: DocumentIsolation | null = null

/** Whether the router shows /auth at a path. The server redirects other spellings to this one. */
export function isAuthPath(pathname: string): boolean {
  return /^\/auth\/*$/i.test(pathname)
}

function documentOf(pathname: string, hasOwnAuth: boolean): DocumentName {
  if (hasOwnAuth && isAuthPath(pathname)) return 'auth'
  return sittingOfDesk(screenPath(pathname).toLowerCase()) === null ? 'app' : 'desk'
}

/**
 * From now on these screens live in separate documents; `leave` reloads the page at its new address. Returns the cleanup
 * function.
 */
export function isolateDocuments({
  hasOwnAuth,
  leave,
}: Pick<DocumentIsolation, 'hasOwnAuth' | 'leave'>): () => void {
  isolation = { startedAt: documentOf(window.location.pathname, hasOwnAuth), hasOwnAuth, leave }
  return () => {
    isolation = null
  }
}

/** Called before every navigation. A navigation into another document never resolves in this one. */
export function blockCrossDocumentNavigation({
  location,
  preload,
}: {
  location: { pathname: string }
  preload: boolean
}): Promise<void> | undefined {
  if (isolation === null || preload) return undefined
  if (documentOf(location.pathname, isolation.hasOwnAuth) === isolation.startedAt) return undefined
  isolation.leave()
  return new Promise(() => undefined)
}

/** Where a document leaves its state for the next one of this tab. */
export const savedStateKey = 'left-behind'

/** Whether a document before this one has left its state. */
export function hasSavedState(): boolean {
  try {
    return sessionStorage.getItem(savedStateKey) !== null
  } catch {
    return false
  }
}
