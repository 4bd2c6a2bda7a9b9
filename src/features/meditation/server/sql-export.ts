// SQL of a member's sittings for their data export.
import type { Executor } from '#server/db.ts'

/** Every session with its meditation, newest first; `duration` is in seconds. */
export function selectSessionsForExport(db: Executor, userId: number, max: number) {
  return db
    .selectFrom('meditation_sessions as sat')
    .innerJoin('meditation_templates as template', 'template.id', 'sat.templateId')
    .select(['sat.id', 'sessionDate', 'startTime', 'endTime', 'sat.duration', 'template.title'])
    .select(['completed', 'sat.isSample'])
    .where('userId', '=', userId)
    .orderBy('sessionDate', 'desc')
    .orderBy('sat.id', 'desc')
    .limit(max)
    .execute()
}
