// Sign-out of all members by the operator's shell. The running servers learn of it from the database.
import { recordActivity } from '#features/activity/server/service.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/db/database.ts'
import { accountActivities } from '../activities.ts'
import { revokeAllSessions } from './sql/sessions.ts'

/** Revokes all sessions of all members and records one activity entry. Returns the number of sessions. */
export async function signOutEveryone(database: Database, clock: Pick<Clock, 'now'>): Promise<number> {
  const now = new Date(clock.now())
  return database.transaction(async (tx) => {
    const sessions = await revokeAllSessions(tx, now)
    await recordActivity(tx, {
      actorId: null,
      kind: accountActivities['end-sessions'],
      after: { sessions },
      createdAt: now,
    })
    return sessions
  })
}
