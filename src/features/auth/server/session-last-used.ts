// Last use of sessions: buffered in memory and written in batches.
import type { Platform } from '#server/context.ts'
import { updateSessionLastUsed } from './sql-session-changes.ts'

export interface SessionLastUsed {
  /** Buffers the use of a session at a time (epoch milliseconds). */
  record(sessionId: number, atMs: number): void
  /** Writes the buffer. Failed entries are retried at the next write. */
  flush(): Promise<void>
}

export function createSessionLastUsed({
  database,
  log,
}: Pick<Platform, 'database' | 'log'>): SessionLastUsed {
  let buffer = new Map<number, number>()
  let hasFailed = false
  return {
    record: (sessionId, atMs) => {
      buffer.set(sessionId, atMs)
    },
    flush: async () => {
      const batch = buffer
      buffer = new Map()
      if (batch.size === 0) return
      const uses = [...batch].map(([sessionId, atMs]) => ({ sessionId, atMs }))
      try {
        await updateSessionLastUsed(database.query, uses)
        hasFailed = false
      } catch (error) {
        buffer = new Map([...batch, ...buffer])
        if (!hasFailed) log.warn({ err: error }, 'Could not record the last use of sessions.')
        hasFailed = true
      }
    },
  }
}
