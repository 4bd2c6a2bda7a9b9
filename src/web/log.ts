// Console log for failures that show no toast.

/** Logs at info level: the specification wants these failures logged only. */
export function logFailure(what: string, error: unknown): void {
  console.info(what, error instanceof Error ? error.message : error)
}
