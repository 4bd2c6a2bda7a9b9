// Isolates /auth in its own document with Firebase: its CSP allows Google's script and frames, on /auth alone.

interface DocumentIsolation {
  startedAtAuth: boolean
  leave: () => unknown
}

let isolation: DocumentIsolation | null = null

/** Whether the router shows /auth at a path. The server redirects other spellings to this one. */
export function isAuthPath(pathname: string): boolean {
  return /^\/auth\/*$/i.test(pathname)
}

/**
 * From now on /auth and all other screens live in separate documents; `leave` reloads the page at its new address.
 * Returns the cleanup function.
 */
export function isolateAuthDocument(leave: () => unknown): () => void {
  isolation = { startedAtAuth: isAuthPath(window.location.pathname), leave }
  return () => {
    isolation = null
  }
}

/** Called before every navigation. A navigation into the other document never resolves in this one. */
export function blockCrossDocumentNavigation({
  location,
  preload,
}: {
  location: { pathname: string }
  preload: boolean
}): Promise<void> | undefined {
  if (isolation === null || preload || isAuthPath(location.pathname) === isolation.startedAtAuth)
    return undefined
  isolation.leave()
  return new Promise(() => undefined)
}
