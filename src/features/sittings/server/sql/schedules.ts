// SQL of the schedules and templates that sittings come from.
import type { Executor } from '#server/db/database.ts'
import { timestampToMs } from '#shared/day.ts'
import { withPlays } from '../../flat-plays.ts'
import type { Plays } from '../../plays.ts'
import type { ScheduledStart } from '../../scheduled-start.ts'
import type { SittingSettings } from '../../sitting.ts'

/** A schedule as its sitting needs it, with what its template plays. */
export interface SittingSchedule extends SittingSettings, ScheduledStart {
  id: number
  isActive: boolean
  templateId: number
  /** Who holds its sittings (TEACH-02); null while no one does. */
  hostId: number | null
  title: string
  plays: Plays
  /** Its own, else its template's; null for neither. */
  meetingUrl: string | null
}

function selectSchedules(db: Executor) {
  return db
    .selectFrom('schedules')
    .innerJoin('meditation_templates as template', 'template.id', 'schedules.templateId')
    .select(['schedules.id', 'date', 'scheduledTime', 'timeZone', 'dayShift'])
    .select(['isActive', 'schedules.templateId', 'schedules.hostId', 'together'])
    .select(['doorsMinutes', 'gatherSeconds', 'bellSeconds', 'silenceMinutes', 'sharingMinutes', 'title'])
    .select(['template.kind', 'template.blocks', 'template.videoUrl', 'template.audioUrl'])
    .select(['template.mediaSeconds', 'template.keepsTempo', 'template.liveSource', 'template.bellBy'])
    .select('template.pictureInSharing')
    .select(({ fn }) => fn.coalesce('schedules.meetingUrl', 'template.meetingUrl').as('meetingUrl'))
}

/** These schedules with their templates, by date. */
export async function sittingSchedules(db: Executor, ids: readonly number[]): Promise<SittingSchedule[]> {
  const rows = await selectSchedules(db).where('schedules.id', 'in', ids).orderBy('date').execute()
  return rows.map(withPlays)
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
    ...withPlays(schedule),
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
  return row ? withPlays(row) : null
}
