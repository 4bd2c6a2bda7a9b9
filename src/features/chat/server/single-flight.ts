// Single flight: concurrent reads of the same key share one query.

/**
 * Wraps `read` so that callers who arrive during a read share the next one. A caller therefore never gets data from
 * before its call. Results are not cached.
 */
export function singleFlight<Value>(read: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const underWay = new Map<string, Promise<void>>()
  /** Reads that start when the current one of their key settles. */
  const waiting = new Map<string, Promise<Value>>()

  const begin = (key: string): Promise<Value> => {
    waiting.delete(key)
    const reading = read(key)
    const over = reading
      .then(
        () => undefined,
        () => undefined,
      )
      .then(() => {
        if (underWay.get(key) === over) underWay.delete(key)
      })
    underWay.set(key, over)
    return reading
  }

  return (key) => {
    const next = waiting.get(key)
    if (next) return next
    const present = underWay.get(key)
    if (!present) return begin(key)
    const after = present.then(() => begin(key))
    waiting.set(key, after)
    return after
  }
}
