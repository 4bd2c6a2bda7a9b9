// SQL of sittings: the rows that their moments follow from, and what hosts change.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { msToTimestamp, type CommunityDays } from '#shared/day.ts'
import type { Sitting, SittingSettings } from '../sitting.ts'
import { spanOfSitting, timelineOf, type SittingRow, type Span } from '../rules.ts'

const settingsColumns = [
  'together',
  'doorsMinutes',
  'gatherSeconds',
  'bellSeconds',
  'silenceMinutes',
  'sharingMinutes',
] as const

/** The columns of a schedule that its sitting follows from; the query joins its template as `template`. */
export const sittingColumns = [
  ...settingsColumns,
  'schedules.date',
  'schedules.scheduledTime',
  'begunFor',
  'delaySeconds',
  'endedAt',
  'cancelledAt',
  'cancelNote',
  'timelineVersion',
  'keptMediaSeconds',
  'template.mediaSeconds',
  'template.keepsTempo',
] as const

/** A schedule with these columns. */
export interface SittingColumns extends Omit<SittingRow, 'mediaSeconds'>, Pick<SittingSettings, 'together'> {
  cancelledAt: string | null
  cancelNote: string | null
  timelineVersion: number
  keptMediaSeconds: number | null
  /** Null while the template's video was never measured. */
  mediaSeconds: number | null
  keepsTempo: boolean
}

/** The sitting of a schedule; null if it doesn't start together. */
export function sittingOf(days: CommunityDays, row: SittingColumns & { id: number }): Sitting | null {
  const mediaSeconds = row.keptMediaSeconds ?? row.mediaSeconds
  if (!row.together || mediaSeconds === null) return null
  return {
    id: row.id,
    scheduleId: row.id,
    day: row.date,
    version: row.timelineVersion,
    ...timelineOf(days, { ...row, mediaSeconds }),
    mediaSeconds,
    keepsTempo: row.keepsTempo,
    cancelled: row.cancelledAt !== null,
    cancelNote: row.cancelNote,
  }
}

/** A schedule's sitting, null if it doesn't start together, and what names it. */
export interface ScheduledSitting {
  schedule: SittingColumns & { id: number; templateId: number; isActive: boolean }
  sitting: Sitting | null
  title: string
}

function selectScheduled(db: Executor) {
  return db
    .selectFrom('schedules')
    .innerJoin('meditation_templates as template', 'template.id', 'schedules.templateId')
    .select(sittingColumns)
    .select(['schedules.id', 'schedules.templateId', 'schedules.isActive', 'template.title'])
}

function toScheduled(
  days: CommunityDays,
  { title, ...schedule }: ScheduledSitting['schedule'] & { title: string },
): ScheduledSitting {
  return { schedule, sitting: sittingOf(days, schedule), title }
}

/** The sittings of the days from `from` to `to`, both included, in the order of their doors. */
export async function sittingsBetween(
  db: Executor,
  days: CommunityDays,
  { from, to }: { from: string; to: string },
): Promise<Sitting[]> {
  const rows = await selectScheduled(db)
    .where('schedules.date', '>=', from)
    .where('schedules.date', '<=', to)
    .where('schedules.isActive', '=', true)
    .where('together', '=', true)
    .execute()
  return rows.flatMap((row) => sittingOf(days, row) ?? []).toSorted((a, b) => a.doorsAt - b.doorsAt)
}

/** A schedule with its sitting; null when it doesn't exist. */
export async function findScheduled(
  db: Executor,
  days: CommunityDays,
  id: number,
): Promise<ScheduledSitting | null> {
  const row = await selectScheduled(db).where('schedules.id', '=', id).executeTakeFirst()
  return row ? toScheduled(days, row) : null
}

/** Locks a schedule until the transaction ends; null when it doesn't exist. */
export async function lockScheduledForUpdate(
  tx: Executor,
  days: CommunityDays,
  id: number,
): Promise<ScheduledSitting | null> {
  const row = await selectScheduled(tx)
    .where('schedules.id', '=', id)
    .forUpdate('schedules')
    .executeTakeFirst()
  return row ? toScheduled(days, row) : null
}

/** Locks a schedule until the transaction ends, but not against rows that refer to it; null when it doesn't exist. */
export async function lockScheduledForNoKeyUpdate(
  tx: Executor,
  days: CommunityDays,
  id: number,
): Promise<ScheduledSitting | null> {
  const row = await selectScheduled(tx)
    .where('schedules.id', '=', id)
    .forNoKeyUpdate('schedules')
    .executeTakeFirst()
  return row ? toScheduled(days, row) : null
}

/** Locks the sittings of a template that aren't over. */
export async function lockSittingsOfTemplate(
  tx: Executor,
  days: CommunityDays,
  templateId: number,
  nowMs: number,
): Promise<ScheduledSitting[]> {
  const rows = await selectScheduled(tx)
    .where('schedules.templateId', '=', templateId)
    .where(sql<boolean>`upper(span) > ${msToTimestamp(nowMs)}::timestamptz`)
    .orderBy('schedules.id')
    .forUpdate('schedules')
    .execute()
  return rows.map((row) => toScheduled(days, row))
}

/** A span as the column stores it. */
export function spanValue(span: Span | null) {
  return span === null
    ? sql<string | null>`null::tstzrange`
    : sql<string | null>`tstzrange(${msToTimestamp(span.doorsAt)}, ${msToTimestamp(span.endsAt)})`
}

/** Titles and starts of the sittings that keep the room in any of these spans, except those of `without`. */
export async function overlappingSittings(
  db: Executor,
  days: CommunityDays,
  spans: readonly Span[],
  without: number | null,
): Promise<{ date: string; title: string; startsAt: number }[]> {
  if (spans.length === 0) return []
  let query = selectScheduled(db)
    .where((where) => where.or(spans.map((span) => sql<boolean>`span && ${spanValue(span)}`)))
    .orderBy('schedules.date')
  if (without !== null) query = query.where('schedules.id', '!=', without)
  return (await query.execute()).flatMap((row) => {
    const { schedule, sitting, title } = toScheduled(days, row)
    return sitting ? [{ date: schedule.date, title, startsAt: sitting.startsAt }] : []
  })
}

/** What a host changes. */
export type SittingChange = Partial<
  Pick<
    SittingColumns,
    | 'together'
    | 'doorsMinutes'
    | 'gatherSeconds'
    | 'begunFor'
    | 'delaySeconds'
    | 'endedAt'
    | 'cancelledAt'
    | 'cancelNote'
  >
>

/**
 * Saves a change of a locked sitting with its new span, and increments its version. Returns null when the span
 * overlaps another sitting's; the transaction can't continue then.
 */
export async function saveSitting(
  tx: Executor,
  days: CommunityDays,
  { schedule, title }: ScheduledSitting,
  change: SittingChange,
): Promise<ScheduledSitting | null> {
  const changed = { ...schedule, ...change, timelineVersion: schedule.timelineVersion + 1 }
  const sitting = sittingOf(days, changed)
  const { timelineVersion } = changed
  const isSaved = await saveUnlessOverlapping(() =>
    tx
      .updateTable('schedules')
      .set({ ...change, timelineVersion, span: spanValue(spanOfSitting(sitting)) })
      .where('id', '=', schedule.id)
      .execute(),
  )
  return isSaved ? { schedule: changed, sitting, title } : null
}

/** What a sitting plays. */
export interface TemplateVideo {
  videoUrl: string
  audioUrl: string | null
  mediaSeconds: number | null
}

/** Keeps the video of a sitting that is under way as it was, whatever the template gets. */
export async function freezeVideo(
  tx: Executor,
  id: number,
  { videoUrl, audioUrl, mediaSeconds }: TemplateVideo,
): Promise<void> {
  await tx
    .updateTable('schedules')
    .set((row) => ({
      keptVideoUrl: row.fn.coalesce('keptVideoUrl', row.val(videoUrl)),
      keptMediaSeconds: row.fn.coalesce('keptMediaSeconds', row.val(mediaSeconds)),
      keptAudioUrl: row
        .case()
        .when('keptVideoUrl', 'is', null)
        .then(audioUrl)
        .else(row.ref('keptAudioUrl'))
        .end(),
    }))
    .where('id', '=', id)
    .execute()
}

/** Sittings whose doors open later, with the span that is stored, in epoch milliseconds. */
export async function comingSittings(
  db: Executor,
  days: CommunityDays,
  nowMs: number,
): Promise<(ScheduledSitting & { storedFromMs: number; storedToMs: number })[]> {
  const rows = await selectScheduled(db)
    .select([
      sql<number>`(extract(epoch from lower(span)) * 1000)::double precision`.as('storedFromMs'),
      sql<number>`(extract(epoch from upper(span)) * 1000)::double precision`.as('storedToMs'),
    ])
    .where(sql<boolean>`lower(span) > ${msToTimestamp(nowMs)}::timestamptz`)
    .execute()
  return rows.map(({ storedFromMs, storedToMs, ...row }) => ({
    ...toScheduled(days, row),
    storedFromMs,
    storedToMs,
  }))
}

/** Runs a statement; false when it would let two sittings overlap. The transaction can't continue then. */
async function saveUnlessOverlapping(save: () => Promise<unknown>): Promise<boolean> {
  try {
    await save()
    return true
  } catch (error) {
    if (error instanceof Error && 'constraint' in error && error.constraint === 'schedules_sittings_overlap')
      return false
    throw error
  }
}
