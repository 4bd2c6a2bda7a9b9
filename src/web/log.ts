// Where a failure goes that a person isn't told of by a toast.

/** Notes what failed in the browser's console, quietly: the specification has these failures only logged. */
export function logFailure(what: string, error: unknown): void {
  console.info(what, error instanceof Error ? error.message : error)
}
