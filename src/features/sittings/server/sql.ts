// SQL of sittings: their rows, and the schedules and templates that they come from.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { msToTimestamp, timestampToMs } from '#shared/day.ts'
import type { Moments, Span } from '../rules.ts'
import type { ScheduledStart } from '../scheduled-start.ts'
import type { Sitting, SittingSettings } from '../sitting.ts'

/** The media of a sitting; the length is in seconds. */
export interface SittingMedia {
  videoUrl: string
  audioUrl: string | null
  mediaSeconds: number
  keepsTempo: boolean
}

/** A sitting's row: the part sent to clients, and the part only the server needs. */
export interface StoredSitting {
  sitting: Sitting
  media: SittingMedia
  /** The schedule's bell while the row follows its schedule; null once a host began it, or its schedule left it. */
  scheduledAtMs: number | null
  /** The title of its template. */
  title: string
}

const momentColumns = ['doorsAt', 'gatherAt', 'startsAt', 'videoAt', 'sharingAt', 'endsAt'] as const

function selectSittings(db: Executor) {
  return db
    .selectFrom('sittings')
    .innerJoin('meditation_templates as template', 'template.id', 'sittings.templateId')
    .select(momentColumns)
    .select(['sittings.id', 'roomDay', 'scheduleId', 'scheduledAt', 'cancelledAt', 'cancelNote'])
    .select(['sittings.version', 'sittings.videoUrl', 'sittings.audioUrl', 'sittings.mediaSeconds'])
    .select(['sittings.keepsTempo', 'template.title'])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectSittings>['executeTakeFirstOrThrow']>>

function toStored(row: Row): StoredSitting {
  const { id, version, roomDay: day, scheduleId, scheduledAt, cancelledAt, cancelNote, title } = row
  const { videoUrl, audioUrl, mediaSeconds, keepsTempo } = row
  const cancelled = cancelledAt !== null
  return {
    sitting: {
      id,
      version,
      day,
      scheduleId,
      ...momentsOf(row),
      mediaSeconds,
      keepsTempo,
      cancelled,
      cancelNote,
    },
    media: { videoUrl, audioUrl, mediaSeconds, keepsTempo },
    scheduledAtMs: scheduledAt === null ? null : timestampToMs(scheduledAt),
    title,
  }
}

function momentsOf(row: Record<(typeof momentColumns)[number], string>): Moments {
  return {
    doorsAt: timestampToMs(row.doorsAt),
    gatherAt: timestampToMs(row.gatherAt),
    startsAt: timestampToMs(row.startsAt),
    videoAt: timestampToMs(row.videoAt),
    sharingAt: timestampToMs(row.sharingAt),
    endsAt: timestampToMs(row.endsAt),
  }
}

function momentValues({ doorsAt, gatherAt, startsAt, videoAt, sharingAt, endsAt }: Moments) {
  return {
    doorsAt: msToTimestamp(doorsAt),
    gatherAt: msToTimestamp(gatherAt),
    startsAt: msToTimestamp(startsAt),
    videoAt: msToTimestamp(videoAt),
    sharingAt: msToTimestamp(sharingAt),
    endsAt: msToTimestamp(endsAt),
  }
}

/** The sittings of the rooms of the days from `from` to `to`, both included, in the order of their doors. */
export async function storedSittingsBetween(
  db: Executor,
  { from, to }: { from: string; to: string },
): Promise<StoredSitting[]> {
  const rows = await selectSittings(db)
    .where('roomDay', '>=', from)
    .where('roomDay', '<=', to)
    .orderBy('doorsAt')
    .orderBy('sittings.id')
    .execute()
  return rows.map(toStored)
}

/** The same sittings, as sent to clients. */
export async function sittingsBetween(db: Executor, range: { from: string; to: string }): Promise<Sitting[]> {
  return (await storedSittingsBetween(db, range)).map(({ sitting }) => sitting)
}

/** The sitting whose doors are open, or whose sitting or sharing is on; null without one. */
export async function findSittingUnderWay(db: Executor, nowMs: number): Promise<Sitting | null> {
  const now = msToTimestamp(nowMs)
  const row = await selectSittings(db)
    .where('cancelledAt', 'is', null)
    .where('doorsAt', '<=', now)
    .where('endsAt', '>', now)
    .executeTakeFirst()
  return row ? toStored(row).sitting : null
}

/** A query of the ids of the sittings that took place and whose sharing is over, for other features to narrow. */
export function selectSittingsOver(db: Executor, nowMs: number) {
  return db
    .selectFrom('sittings')
    .select('sittings.id')
    .where('cancelledAt', 'is', null)
    .where('endsAt', '<=', msToTimestamp(nowMs))
}

/** A sitting; null when it doesn't exist. */
export async function findSitting(db: Executor, id: number): Promise<Sitting | null> {
  const row = await selectSittings(db).where('sittings.id', '=', id).executeTakeFirst()
  return row ? toStored(row).sitting : null
}

/** Locks a sitting until the transaction ends, but not against rows that refer to it; null when it doesn't exist. */
export async function lockSittingForNoKeyUpdate(tx: Executor, id: number): Promise<StoredSitting | null> {
  const row = await selectSittings(tx)
    .where('sittings.id', '=', id)
    .forNoKeyUpdate('sittings')
    .executeTakeFirst()
  return row ? toStored(row) : null
}

/** Locks all sittings of a schedule until the transaction ends, in the order of their doors. */
export async function lockSittingsOfSchedule(tx: Executor, scheduleId: number): Promise<StoredSitting[]> {
  const rows = await selectSittings(tx)
    .where('scheduleId', '=', scheduleId)
    .orderBy('doorsAt')
    .forUpdate('sittings')
    .execute()
  return rows.map(toStored)
}

/** Locks the sittings of the rooms from a day on until the transaction ends, in the order of their doors. */
export async function lockSittingsFrom(tx: Executor, day: string): Promise<StoredSitting[]> {
  const rows = await selectSittings(tx)
    .where('roomDay', '>=', day)
    .orderBy('doorsAt')
    .orderBy('sittings.id')
    .forUpdate('sittings')
    .execute()
  return rows.map(toStored)
}

/** Locks the sittings of a template whose doors open later. */
export async function lockComingSittingsOfTemplate(
  tx: Executor,
  templateId: number,
  nowMs: number,
): Promise<StoredSitting[]> {
  const rows = await selectSittings(tx)
    .where('sittings.templateId', '=', templateId)
    .where('doorsAt', '>', msToTimestamp(nowMs))
    .orderBy('doorsAt')
    .forUpdate('sittings')
    .execute()
  return rows.map(toStored)
}

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

/** Titles and bells of the sittings that overlap any of these spans, except those of `without`. */
export async function overlappingSittings(
  db: Executor,
  spans: readonly Span[],
  without: readonly number[],
): Promise<{ date: string; title: string; startsAt: number }[]> {
  if (spans.length === 0) return []
  const from = spans.map(({ doorsAt }) => msToTimestamp(doorsAt))
  const to = spans.map(({ endsAt }) => msToTimestamp(endsAt))
  const rows = await selectSittings(db)
    .where('cancelledAt', 'is', null)
    .where(
      sql<boolean>`exists (select from unnest(${from}::timestamptz[], ${to}::timestamptz[]) spans (f, t)
        where tstzrange(f, t) && tstzrange("doorsAt", "endsAt"))`,
    )
    .where(sql<boolean>`sittings.id <> all(${without}::integer[])`)
    .orderBy('doorsAt')
    .execute()
  return rows.map((row) => ({ date: row.roomDay, title: row.title, startsAt: timestampToMs(row.startsAt) }))
}

export interface NewSitting {
  day: string
  scheduleId: number
  templateId: number
  scheduledAtMs: number | null
  media: SittingMedia
  moments: Moments
}

/**
 * Inserts sittings. Returns their ids, or null if one would overlap another; the transaction can't continue then.
 */
export async function insertSittings(
  tx: Executor,
  sittings: readonly NewSitting[],
  createdAt: Date,
): Promise<number[] | null> {
  if (sittings.length === 0) return []
  const rows = await unlessOverlapping(() =>
    tx
      .insertInto('sittings')
      .values(
        sittings.map(({ day, scheduleId, templateId, scheduledAtMs, media, moments }) => ({
          roomDay: day,
          scheduleId,
          templateId,
          scheduledAt: scheduledAtMs === null ? null : msToTimestamp(scheduledAtMs),
          ...media,
          ...momentValues(moments),
          createdAt,
        })),
      )
      .returning('id')
      .execute(),
  )
  return rows && rows.map(({ id }) => id)
}

/** An update of a sitting's row; omitted fields stay unchanged. */
export interface SittingChange {
  moments?: Moments
  media?: SittingMedia
  templateId?: number
  day?: string
  scheduledAtMs?: number | null
  /** Null restores it. */
  cancelled?: { at: Date; note: string | null } | null
}

/**
 * Saves a change of a locked sitting, and increments its version. Returns the sitting, or null if it would overlap
 * another; the transaction can't continue then.
 */
export async function updateSitting(
  tx: Executor,
  id: number,
  change: SittingChange,
): Promise<Sitting | null> {
  const { moments, media, templateId, day, scheduledAtMs, cancelled } = change
  const isSaved = await unlessOverlapping(() =>
    tx
      .updateTable('sittings')
      .set((row) => ({
        ...(moments && momentValues(moments)),
        ...media,
        ...(templateId !== undefined && { templateId }),
        ...(day !== undefined && { roomDay: day }),
        ...(scheduledAtMs !== undefined && {
          scheduledAt: scheduledAtMs === null ? null : msToTimestamp(scheduledAtMs),
        }),
        ...(cancelled !== undefined && {
          cancelledAt: cancelled?.at ?? null,
          cancelNote: cancelled?.note ?? null,
        }),
        version: row('version', '+', 1),
      }))
      .where('id', '=', id)
      .execute(),
  )
  return isSaved && findSitting(tx, id)
}

/**
 * Gives locked sittings other moments, all in one statement, and increments their versions. Returns false if two would
 * overlap; the transaction can't continue then.
 */
export async function updateMoments(
  tx: Executor,
  changes: readonly { id: number; moments: Moments; scheduledAtMs: number }[],
): Promise<boolean> {
  if (changes.length === 0) return true
  const ids = changes.map(({ id }) => id)
  const bells = changes.map(({ scheduledAtMs }) => msToTimestamp(scheduledAtMs))
  const values = changes.map(({ moments }) => momentValues(moments))
  const column = (name: (typeof momentColumns)[number]) =>
    sql`${values.map((row) => row[name])}::timestamptz[]`
  const update = sql`update sittings set ${sql.join(
    momentColumns.map((name) => sql`${sql.ref(name)} = moved.${sql.ref(name)}`),
  )}, "scheduledAt" = moved.bell, version = version + 1
    from unnest(${ids}::integer[], ${bells}::timestamptz[], ${sql.join(momentColumns.map(column))})
      as moved (id, bell, ${sql.join(momentColumns.map((name) => sql.ref(name)))})
    where sittings.id = moved.id`
  return (await unlessOverlapping(() => update.execute(tx))) !== null
}

/** A sitting that has opened stays as it was when its schedule changes. */
export async function leaveSchedule(tx: Executor, id: number): Promise<void> {
  await tx.updateTable('sittings').set({ scheduledAt: null }).where('id', '=', id).execute()
}

/** Deletes future sittings, to which nothing refers yet. */
export async function deleteSittings(tx: Executor, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('sittings').where('id', 'in', ids).execute()
}

/** Runs a statement; null when it would let two sittings overlap. The transaction can't continue then. */
async function unlessOverlapping<Result>(run: () => Promise<Result>): Promise<Result | null> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof Error && 'constraint' in error && error.constraint === 'sittings_overlap')
      return null
    throw error
  }
}
