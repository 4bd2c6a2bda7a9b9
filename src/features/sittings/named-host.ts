// The name of who holds a sitting, beside the name of its instructor (TEACH-06).

/** The host's name; null without one, or if it is the instructor's. */
export function namedHost(instructor: string, host: string | null): string | null {
  return host === null || folded(host) === folded(instructor) ? null : host
}

const folded = (name: string) => name.trim().toLowerCase()
