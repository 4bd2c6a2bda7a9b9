// Counters by key, such as connections by address; a key at zero is deleted.

export interface KeyCounts {
  of(key: string): number
  add(key: string, change: 1 | -1): void
}

export function createKeyCounts(): KeyCounts {
  const counts = new Map<string, number>()
  return {
    of: (key) => counts.get(key) ?? 0,
    add: (key, change) => {
      const count = (counts.get(key) ?? 0) + change
      if (count > 0) counts.set(key, count)
      else counts.delete(key)
    },
  }
}
