// Redirects to another page of the app, for calls that a browser opens as a page.

const redirectMark = Symbol('303')

export interface Redirect {
  readonly [redirectMark]: true
  readonly path: string
}

/** Redirects with 303. */
export function redirect(path: string): Redirect {
  return { [redirectMark]: true, path }
}

export function isRedirect(result: unknown): result is Redirect {
  return typeof result === 'object' && result !== null && redirectMark in result
}
