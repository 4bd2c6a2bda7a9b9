// SQL of members' time per day, and of inserting past sessions.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'

/** A past session; `seconds` is its duration. */
export interface PastSession {
  userId: number
  sessionDate: string
  templateId: number
  startTime: Date
  seconds: number
  completed: boolean
  isSample: boolean
}

/** A member's seconds per day with a session, oldest first; sample sessions count. */
export function selectSecondsByDay(
  db: Executor,
  userId: number,
): Promise<{ sessionDate: string; duration: number }[]> {
  return db
    .selectFrom('meditation_sessions')
    .select(['sessionDate', ({ fn }) => fn.sum<number>('duration').as('duration')])
    .where('userId', '=', userId)
    .groupBy('sessionDate')
    .orderBy('sessionDate')
    .execute()
}

/** Returns which of the days have sessions of the member. */
export async function selectDaysWithSessions(
  db: Executor,
  userId: number,
  days: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('meditation_sessions')
    .select('sessionDate')
    .distinct()
    .where('userId', '=', userId)
    .where('sessionDate', 'in', days)
    .execute()
  return rows.map(({ sessionDate }) => sessionDate)
}

/**
 * End of the member's first completed session; null if they completed none. Sample sessions are never completed.
 */
export async function selectFirstCompletedAt(db: Executor, userId: number): Promise<string | null> {
  const { endedAt } = await db
    .selectFrom('meditation_sessions')
    .select(({ fn }) => fn.min<string | null>('endTime').as('endedAt'))
    .where('userId', '=', userId)
    .where('completed', '=', true)
    .executeTakeFirstOrThrow()
  return endedAt
}

export async function insertPastSessions(tx: Executor, sessions: readonly PastSession[]): Promise<void> {
  if (sessions.length === 0) return
  await tx
    .insertInto('meditation_sessions')
    .values(
      sessions.map(({ seconds, startTime, ...session }) => {
        const endTime = new Date(startTime.getTime() + seconds * 1_000)
        return { ...session, duration: seconds, startTime, endTime, createdAt: startTime, isOpen: false }
      }),
    )
    .execute()
}

export async function deleteSampleSessions(tx: Executor, userId: number): Promise<void> {
  await tx
    .deleteFrom('meditation_sessions')
    .where('userId', '=', userId)
    .where('isSample', '=', true)
    .execute()
}

/** Deletes a member's sessions and their clock. */
export async function deleteSessions(tx: Executor, userId: number): Promise<void> {
  await tx.deleteFrom('meditation_sessions').where('userId', '=', userId).execute()
  await tx.deleteFrom('meditation_clocks').where('userId', '=', userId).execute()
}

/** Locks the oldest template until the transaction ends; null if there is none. */
export async function lockAnyTemplateForKeyShare(tx: Executor): Promise<number | null> {
  const row = await tx
    .selectFrom('meditation_templates')
    .select('id')
    .orderBy('id')
    .limit(1)
    .modifyEnd(sql`for key share`)
    .executeTakeFirst()
  return row?.id ?? null
}
