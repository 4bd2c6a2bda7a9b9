// The SQL of schedules.
import type { Executor } from '#server/db.ts'

export interface NewSchedule {
  date: string
  templateId: number
  /** Chicago wall time, HH:MM. */
  scheduledTime: string
  createdAt: Date
}

/** Adds active schedules, one a day. */
export async function insertSchedules(db: Executor, schedules: readonly NewSchedule[]): Promise<void> {
  await db
    .insertInto('schedules')
    .values([...schedules])
    .execute()
}
