// Retention jobs: delete or erase rows after their time, in chunks.
import { dayMs, hourMs } from '#shared/durations.ts'
import type { Database, Executor } from '../db/database.ts'
import type { ScheduledJob } from './scheduled-jobs.ts'

/** Rows per chunk, so that no other transaction waits long. */
const defaultChunkMax = 1_000

interface Retention {
  name: string
  every: 'hour' | 'day'
  /** Smaller where each deleted row is published to every node. */
  chunkMax?: number
  /** Deletes or erases at most `max` rows; returns their number. */
  erase(db: Executor, now: Date, max: number): Promise<number>
}

/** A scheduled job that erases rows in chunks until none is left. */
export function retentionJob(
  { database }: { database: Database },
  { name, every, chunkMax = defaultChunkMax, erase }: Retention,
): ScheduledJob {
  return {
    name,
    everyMs: every === 'hour' ? hourMs : dayMs,
    work: async (now) => (await erase(database.query, now, chunkMax)) >= chunkMax,
  }
}

/** The time `days` times 24 hours before `now`. */
export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * dayMs)
}
