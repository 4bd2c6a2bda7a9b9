// SQL of the schedules and templates that sittings come from.
import type { Executor } from '#server/db/database.ts'
import { timestampToMs } from '#shared/day.ts'
import type { ScheduledStart } from '../../scheduled-start.ts'
import type { SittingSettings } from '../../sitting.ts'

/** A schedule as its sitting needs it, with the template's video. */
export interface SittingSchedule extends SittingSettings, ScheduledStart {
  id: number
  isActive: boolean
  templateId: number
  title: string
  videoUrl: string
  audioUrl: string | null
  /** Null while the template's video was never measured. */
  mediaSeconds: number | null
  keepsTempo: boolean
}

function selectSchedules(db: Executor) {
  return db
    .selectFrom('schedules')
    .innerJoin('meditation_templates as template', 'template.id', 'schedules.templateId')
    .select(['schedules.id', 'date', 'scheduledTime', 'timeZone', 'dayShift'])
    .select(['isActive', 'schedules.templateId', 'together'])
    .select(['doorsMinutes', 'gatherSeconds', 'bellSeconds', 'silenceMinutes', 'sharingMinutes', 'title'])
    .select(['template.videoUrl', 'template.audioUrl', 'template.mediaSeconds', 'template.keepsTempo'])
}

/** These schedules with their templates, by date. */
export function sittingSchedules(db: Executor, ids: readonly number[]): Promise<SittingSchedule[]> {
  return selectSchedules(db).where('schedules.id', 'in', ids).orderBy('date').execute()
}

/** The schedules from a day on that a sitting follows, each with the bell that the sitting was written for. */
export async function followedSchedulesFrom(
  db: Executor,
  day: string,
): Promise<(SittingSchedule & { scheduledAtMs: number })[]> {
  const rows = await selectSchedules(db)
    .innerJoin('sittings', 'sittings.scheduleId', 'schedules.id')
    .select('scheduledAt')
    .where('scheduledAt', 'is not', null)
    .where('date', '>=', day)
    .orderBy('date')
    .$narrowType<{ scheduledAt: string }>()
    .execute()
  return rows.map(({ scheduledAt, ...schedule }) => ({
    ...schedule,
    scheduledAtMs: timestampToMs(scheduledAt),
  }))
}

/** Locks a schedule until the transaction ends, and its template against changes; null when it doesn't exist. */
export async function lockSittingScheduleForUpdate(
  tx: Executor,
  id: number,
): Promise<SittingSchedule | null> {
  // The template first, as everywhere.
  await tx
    .selectFrom('meditation_templates')
    .select('id')
    .where('id', '=', tx.selectFrom('schedules').select('templateId').where('id', '=', id))
    .forShare()
    .execute()
  const row = await selectSchedules(tx)
    .where('schedules.id', '=', id)
    .forUpdate('schedules')
    .executeTakeFirst()
  return row ?? null
}
