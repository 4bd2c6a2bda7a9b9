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
  let noted = new Map<number, number>()
  let hasFailed = false
  return {
    record: (sessionId, atMs) => {
      noted.set(sessionId, atMs)
    },
    flush: async () => {
      const taken = noted
      noted = new Map()
      if (taken.size === 0) return
      const uses = [...taken].map(([sessionId, atMs]) => ({ sessionId, atMs }))
      try {
        await updateSessionLastUsed(database.query, uses)
        hasFailed = false
      } catch (error) {
        noted = new Map([...taken, ...noted])
        if (!hasFailed) log.warn({ err: error }, 'The use of sessions could not be noted.')
        hasFailed = true
      }
    },
  }
}
