// Keyed queue: tasks of the same key run one at a time, in the order of their calls.

export interface KeyedQueue<Key> {
  /** Runs the task when the earlier ones of its key have settled, at once if there are none. Returns its result. */
  run<Result>(key: Key, task: () => Promise<Result>): Promise<Result>
  /** Resolves when no task is queued or running. */
  whenIdle(): Promise<void>
}

/** Tasks of different keys run at the same time; a failed task doesn't stop the ones after it. */
export function createKeyedQueue<Key>(): KeyedQueue<Key> {
  const lastByKey = new Map<Key, Promise<void>>()
  return {
    run: (key, task) => {
      const last = lastByKey.get(key)
      const result = last ? last.then(task) : task()
      const remove = () => {
        if (lastByKey.get(key) === settled) lastByKey.delete(key)
      }
      const settled = result.then(remove, remove)
      lastByKey.set(key, settled)
      return result
    },
    whenIdle: async () => {
      while (lastByKey.size > 0) await Promise.all(lastByKey.values())
    },
  }
}
