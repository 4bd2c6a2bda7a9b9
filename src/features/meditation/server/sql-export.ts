// SQL of a member's sittings for their data export.
import type { Executor } from '#server/db/database.ts'

/** Every session with its meditation, newest first; `duration` is in seconds. */
export function selectSessionsForExport(db: Executor, userId: number, max: number) {
  return db
    .selectFrom('meditation_sessions as session')
    .innerJoin('meditation_templates as template', 'template.id', 'session.templateId')
    .select(['session.id', 'sessionDate', 'startTime', 'endTime', 'session.duration', 'template.title'])
    .select(['completed', 'session.isSample'])
    .where('userId', '=', userId)
    .orderBy('sessionDate', 'desc')
    .orderBy('session.id', 'desc')
    .limit(max)
    .execute()
}
