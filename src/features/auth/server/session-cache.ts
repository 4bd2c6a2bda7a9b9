// What sessions are worth, kept in memory by their tokens, which come in with every request anyway: read once however many ask,
// until it may have changed.

export interface SessionCache<Value> {
  /** What is known, at once; else what is read: null for a token that is worth nothing, which is not kept. */
  find(key: string): Value | Promise<Value | null>
  /** Forgets what may not be true any more; what is being read meanwhile is read once more. */
  forget(isMeant: (value: Value) => boolean): void
}

interface CacheOptions<Value> {
  read(key: string): Promise<Value | null>
  /** Whether what was read at a moment (of `performance.now()`) can still be used. */
  isFresh(readAtMs: number): boolean
  /** How many are kept: those that were asked for last. */
  entriesMax: number
}

interface Entry<Value> {
  value: Value
  readAtMs: number
}

interface PendingRead<Value> {
  done: Promise<Value | null>
  /** What was said since the reading began. */
  heard: ((value: Value) => boolean)[]
}

/** Nothing is known yet. */
export function createSessionCache<Value>({
  read,
  isFresh,
  entriesMax,
}: CacheOptions<Value>): SessionCache<Value> {
  /** In the order in which they were asked for. */
  const entries = new Map<string, Entry<Value>>()
  const readings = new Map<string, PendingRead<Value>>()

  const keep = (key: string, entry: Entry<Value>) => {
    entries.delete(key)
    entries.set(key, entry)
    if (entries.size <= entriesMax) return
    const [oldest] = entries.keys()
    if (oldest !== undefined) entries.delete(oldest)
  }
  const readUntilTrue = async (key: string, heard: PendingRead<Value>['heard']): Promise<Value | null> => {
    try {
      for (;;) {
        heard.length = 0
        const readAtMs = performance.now()
        const value = await read(key)
        // The database may have answered before the change of which we have heard.
        if (value !== null && heard.some((isMeant) => isMeant(value))) continue
        if (value === null) entries.delete(key)
        else keep(key, { value, readAtMs })
        return value
      }
    } finally {
      readings.delete(key)
    }
  }

  return {
    find: (key) => {
      const entry = entries.get(key)
      if (entry && isFresh(entry.readAtMs)) {
        // Only where it gets full does it matter who was asked for last.
        if (entries.size > entriesMax / 2) keep(key, entry)
        return entry.value
      }
      const present = readings.get(key)
      if (present) return present.done
      const heard: PendingRead<Value>['heard'] = []
      const done = readUntilTrue(key, heard)
      readings.set(key, { done, heard })
      return done
    },
    forget: (isMeant) => {
      for (const [key, { value }] of entries) if (isMeant(value)) entries.delete(key)
      for (const { heard } of readings.values()) heard.push(isMeant)
    },
  }
}
