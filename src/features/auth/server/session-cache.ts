// Session cache: sessions by token, with single-flight reads and invalidation on change.

export interface SessionCache<Value> {
  /** Returns a cached value synchronously, else reads it. Null for an invalid token, which isn't cached. */
  find(key: string): Value | Promise<Value | null>
  /** Evicts matching values. Pending reads that return a matching value are repeated. */
  evict(matches: (value: Value) => boolean): void
}

interface CacheOptions<Value> {
  read(key: string): Promise<Value | null>
  /** Whether a value read at a time (of `performance.now()`) may still be used. */
  isFresh(readAtMs: number): boolean
  /** Cache size; the least recently used entries are evicted. */
  entriesMax: number
}

interface Entry<Value> {
  value: Value
  readAtMs: number
}

interface PendingRead<Value> {
  done: Promise<Value | null>
  /** Invalidations received since the read started. */
  evictions: ((value: Value) => boolean)[]
}

export function createSessionCache<Value>({
  read,
  isFresh,
  entriesMax,
}: CacheOptions<Value>): SessionCache<Value> {
  /** In order of use, for eviction. */
  const entries = new Map<string, Entry<Value>>()
  const pendingReads = new Map<string, PendingRead<Value>>()

  const store = (key: string, entry: Entry<Value>) => {
    entries.delete(key)
    entries.set(key, entry)
    if (entries.size <= entriesMax) return
    const [oldest] = entries.keys()
    if (oldest !== undefined) entries.delete(oldest)
  }
  const readUntilCurrent = async (
    key: string,
    evictions: PendingRead<Value>['evictions'],
  ): Promise<Value | null> => {
    try {
      for (;;) {
        evictions.length = 0
        const readAtMs = performance.now()
        const value = await read(key)
        // The database may have responded before the change that triggered the invalidation.
        if (value !== null && evictions.some((matches) => matches(value))) continue
        if (value === null) entries.delete(key)
        else store(key, { value, readAtMs })
        return value
      }
    } finally {
      pendingReads.delete(key)
    }
  }

  return {
    find: (key) => {
      const entry = entries.get(key)
      if (entry && isFresh(entry.readAtMs)) {
        // The order of use matters only once the cache fills up.
        if (entries.size > entriesMax / 2) store(key, entry)
        return entry.value
      }
      const pendingRead = pendingReads.get(key)
      if (pendingRead) return pendingRead.done
      const evictions: PendingRead<Value>['evictions'] = []
      const done = readUntilCurrent(key, evictions)
      pendingReads.set(key, { done, evictions })
      return done
    },
    evict: (matches) => {
      for (const [key, { value }] of entries) if (matches(value)) entries.delete(key)
      for (const { evictions } of pendingReads.values()) evictions.push(matches)
    },
  }
}
