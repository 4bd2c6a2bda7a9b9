// One reading for everybody who asks for the same while another one is under way.

/**
 * Reads by a key. Whoever asks while it is being read shares the next reading with all others who do: none of them gets
 * what was true only before they asked, and nothing is kept.
 */
export function singleFlight<Value>(read: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const underWay = new Map<string, Promise<void>>()
  /** These have yet to begin. */
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
