// Single flight: concurrent reads of the same key share one query.

/**
 * Wraps `read` so that callers who arrive during a read share the next one. A caller therefore never gets data from
 * before its call. Results are not cached.
 */
export function singleFlight<Value>(read: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const running = new Map<string, Promise<void>>()
  /** Reads that start when the current one of their key settles. */
  const queued = new Map<string, Promise<Value>>()

  const startRead = (key: string): Promise<Value> => {
    queued.delete(key)
    const result = read(key)
    const settled = result
      .then(
        () => undefined,
        () => undefined,
      )
      .then(() => {
        if (running.get(key) === settled) running.delete(key)
      })
    running.set(key, settled)
    return result
  }

  return (key) => {
    const next = queued.get(key)
    if (next) return next
    const current = running.get(key)
    if (!current) return startRead(key)
    const nextRead = current.then(() => startRead(key))
    queued.set(key, nextRead)
    return nextRead
  }
}
