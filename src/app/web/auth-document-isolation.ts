// With Firebase /auth is a document of its own: its policy lets Google's script and frames in, and has to end there.

interface DocumentIsolation {
  bornAtAuth: boolean
  leave: () => unknown
}

let isolation: DocumentIsolation | null = null

/** Whether the router shows /auth at a path. The server leads its other spellings to this one. */
export function isAuthPath(pathname: string): boolean {
  return /^\/auth\/*$/i.test(pathname)
}

/**
 * From now on /auth and all other screens are in documents apart; `leave` loads the page anew, at its new address.
 * Answers with the end of it.
 */
export function isolateAuthDocument(leave: () => unknown): () => void {
  isolation = { bornAtAuth: isAuthPath(window.location.pathname), leave }
  return () => {
    isolation = null
  }
}

/** Asked before every navigation. One that leads into the other document never comes to an end in this one. */
export function blockCrossDocumentNavigation({
  location,
  preload,
}: {
  location: { pathname: string }
  preload: boolean
}): Promise<void> | undefined {
  if (isolation === null || preload || isAuthPath(location.pathname) === isolation.bornAtAuth)
    return undefined
  isolation.leave()
  return new Promise(() => undefined)
}
