// A sitting as stored: its row, its template's title and its schedule's start.
import type { Executor } from '#server/db/database.ts'
import { columnInLanguages } from '#server/db/translated-columns.ts'
import { timestampToMs } from '#shared/day.ts'
import type { Translations } from '#shared/i18n/translations.ts'
import { playsOf } from '../../flat-plays.ts'
import type { Plays } from '../../plays.ts'
import type { SittingTimeline } from '../../rules.ts'
import type { ScheduledStart } from '../../scheduled-start.ts'
import type { Sitting } from '../../sitting.ts'

/** A sitting's row: the part sent to clients, and the part only the server needs. */
export interface StoredSitting {
  sitting: Sitting
  /** A copy of its template's at its doors (PHASE-21). */
  plays: Plays<number>
  /** Where it meets: a copy like what it plays; null without a place. */
  meetingUrl: string | null
  /** The schedule's bell while the row follows its schedule; null once a host began it, or its schedule left it. */
  scheduledAtMs: number | null
  /** The start of its schedule, also once a host began it; null if the schedule was deleted. */
  planned: ScheduledStart | null
  /** Who holds it (TEACH-02); null while no one does. */
  hostId: number | null
  /** When anything about it changed last, by the room clock. */
  changedAtMs: number
  /** The title of its template. */
  title: string
  /** The same in further languages. */
  titles: Translations<string>
}

export const timelineColumns = ['doorsAt', 'gatherAt', 'startsAt', 'videoAt', 'sharingAt', 'endsAt'] as const

/** The rows of sittings, for {@link toStored}. */
export function selectSittings(db: Executor) {
  return db
    .selectFrom('sittings')
    .innerJoin('meditation_templates as template', 'template.id', 'sittings.templateId')
    .leftJoin('schedules', 'schedules.id', 'sittings.scheduleId')
    .select(timelineColumns)
    .select([
      'sittings.id',
      'roomDay',
      'scheduleId',
      'scheduledAt',
      'cancelledAt',
      'cancelNote',
      'sittings.changedAt',
    ])
    .select(['sittings.version', 'sittings.kind', 'sittings.blocks', 'sittings.videoUrl'])
    .select(['sittings.audioUrl', 'sittings.mediaSeconds', 'sittings.keepsTempo'])
    .select(['sittings.liveSource', 'sittings.bellBy', 'sittings.meetingUrl'])
    .select(['template.title', columnInLanguages('template', 'title').as('titles')])
    .select(['schedules.date', 'schedules.scheduledTime', 'schedules.timeZone', 'schedules.dayShift'])
    .select('schedules.hostId')
}

type Row = Awaited<ReturnType<ReturnType<typeof selectSittings>['executeTakeFirstOrThrow']>>

export function toStored(row: Row): StoredSitting {
  const { id, version, roomDay: day, scheduleId, scheduledAt, cancelledAt, cancelNote, title, titles } = row
  const { mediaSeconds, keepsTempo, meetingUrl } = row
  const cancelled = cancelledAt !== null
  return {
    sitting: {
      id,
      version,
      day,
      scheduleId,
      ...timelineOf(row),
      mediaSeconds,
      keepsTempo,
      cancelled,
      cancelNote,
    },
    plays: playsOf(row),
    meetingUrl,
    scheduledAtMs: scheduledAt === null ? null : timestampToMs(scheduledAt),
    planned: plannedOf(row),
    hostId: row.hostId,
    changedAtMs: timestampToMs(row.changedAt),
    title,
    titles,
  }
}

function plannedOf({ date, scheduledTime, timeZone, dayShift }: Row): ScheduledStart | null {
  if (date === null || scheduledTime === null || dayShift === null) return null
  return { date, scheduledTime, timeZone, dayShift }
}

function timelineOf(row: Record<(typeof timelineColumns)[number], string>): SittingTimeline {
  return {
    doorsAt: timestampToMs(row.doorsAt),
    gatherAt: timestampToMs(row.gatherAt),
    startsAt: timestampToMs(row.startsAt),
    videoAt: timestampToMs(row.videoAt),
    sharingAt: timestampToMs(row.sharingAt),
    endsAt: timestampToMs(row.endsAt),
  }
}
