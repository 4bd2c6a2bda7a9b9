// When sessions were used last: noted in memory, and written for many of them at once.
import type { Platform } from '#server/context.ts'
import { updateSessionLastUsed } from './sql-session-changes.ts'

export interface SessionLastUsed {
  /** Notes that a session was used at a moment (epoch milliseconds). */
  note(sessionId: number, atMs: number): void
  /** Writes what was noted; what can't be written now is written the next time. */
  write(): Promise<void>
}

/** Nothing is noted yet. */
export function createSessionLastUsed({
  database,
  log,
}: Pick<Platform, 'database' | 'log'>): SessionLastUsed {
  let noted = new Map<number, number>()
  let hasFailed = false
  return {
    note: (sessionId, atMs) => {
      noted.set(sessionId, atMs)
    },
    write: async () => {
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
