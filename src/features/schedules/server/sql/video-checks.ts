// SQL of the video check: the addresses of the coming days, and what the last check of each said.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import type { VideoOutcome } from '../../video-outcomes.ts'

/** The video addresses of the active schedules of some days, both included; a silence has none. */
export async function scheduledVideos(
  db: Executor,
  { from, to }: { from: string; to: string },
): Promise<{ url: string; checkedAt: string | null; outcome: VideoOutcome | null }[]> {
  return db
    .selectFrom('schedules')
    .innerJoin('meditation_templates as template', 'template.id', 'schedules.templateId')
    .leftJoin('video_checks as check', 'check.url', 'template.videoUrl')
    .distinct()
    .select(['template.videoUrl as url', 'check.checkedAt', 'check.outcome'])
    .where('isActive', '=', true)
    .where('kind', '=', 'video')
    .where('date', '>=', from)
    .where('date', '<=', to)
    .orderBy('url')
    .execute()
}

/** Saves the outcomes that are new. */
export async function saveVideoChecks(
  db: Executor,
  checks: readonly { url: string; outcome: VideoOutcome; isNew: boolean }[],
  now: Date,
): Promise<void> {
  const rows = checks.flatMap(({ url, outcome, isNew }) => (isNew ? [{ url, outcome, checkedAt: now }] : []))
  if (rows.length === 0) return
  await db
    .insertInto('video_checks')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('url').doUpdateSet({
        checkedAt: sql`excluded."checkedAt"`,
        outcome: sql`excluded.outcome`,
      }),
    )
    .execute()
}

/** Deletes up to `max` checks from before `before`; returns how many. */
export async function deleteOldVideoChecks(db: Executor, before: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from video_checks where url in (
      select url from video_checks where "checkedAt" < ${before} limit ${max}
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}
