// The answer of a call that a browser opens as a page: another page of ours.

const redirectMark = Symbol('303')

export interface Redirect {
  readonly [redirectMark]: true
  readonly path: string
}

/** Sends the browser on, with 303. */
export function redirect(path: string): Redirect {
  return { [redirectMark]: true, path }
}

export function isRedirect(result: unknown): result is Redirect {
  return typeof result === 'object' && result !== null && redirectMark in result
}
