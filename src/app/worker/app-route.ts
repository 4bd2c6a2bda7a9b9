// Which paths are pages of the app.

/** Whether a path is an app route; the server uses the same rule. */
export function isAppRoute(path: string): boolean {
  return !/^\/(api|ws|media|assets|icons|docs|metrics|healthz|readyz)(\/|$)|\.\w+$/.test(path)
}
