// With Firebase /auth is a document of its own: its policy lets Google's script and frames in, and has to end there.

interface Apart {
  bornAtAuth: boolean
  leave: () => unknown
}

let apart: Apart | null = null

/** Whether the router shows /auth at a path. The server leads its other spellings to this one. */
export function isAuth(pathname: string): boolean {
  return /^\/auth\/*$/i.test(pathname)
}

/**
 * From now on /auth and all other screens are in documents apart; `leave` loads the page anew, at its new address.
 * Answers with the end of it.
 */
export function keepAuthApart(leave: () => unknown): () => void {
  apart = { bornAtAuth: isAuth(window.location.pathname), leave }
  return () => {
    apart = null
  }
}

/** Asked before every navigation. One that leads into the other document never comes to an end in this one. */
export function stayInDocument({
  location,
  preload,
}: {
  location: { pathname: string }
  preload: boolean
}): Promise<void> | undefined {
  if (apart === null || preload || isAuth(location.pathname) === apart.bornAtAuth) return undefined
  apart.leave()
  return new Promise(() => undefined)
}
