// The answer of a call that a browser opens as a page: another page of ours.

const leadMark = Symbol('303')

export interface Lead {
  readonly [leadMark]: true
  readonly path: string
}

/** Sends the browser on, with 303. */
export function leadTo(path: string): Lead {
  return { [leadMark]: true, path }
}

export function isLead(result: unknown): result is Lead {
  return typeof result === 'object' && result !== null && leadMark in result
}
