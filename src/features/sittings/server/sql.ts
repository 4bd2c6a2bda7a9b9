// SQL of sittings.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { msToTimestamp, timestampToMs } from '#shared/day.ts'
import { localized } from '#shared/i18n/translations.ts'
import { flatPlays } from '../flat-plays.ts'
import type { Plays } from '../plays.ts'
import type { SittingTimeline, Span } from '../rules.ts'
import type { Sitting } from '../sitting.ts'
import { selectSittings, timelineColumns, toStored, type StoredSitting } from './sql/stored-sitting.ts'

function timelineValues({ doorsAt, gatherAt, startsAt, videoAt, sharingAt, endsAt }: SittingTimeline) {
  return {
    doorsAt: msToTimestamp(doorsAt),
    gatherAt: msToTimestamp(gatherAt),
    startsAt: msToTimestamp(startsAt),
    videoAt: msToTimestamp(videoAt),
    sharingAt: msToTimestamp(sharingAt),
    endsAt: msToTimestamp(endsAt),
  }
}

function playsValues(plays: Plays<number>) {
  const { blocks, ...fields } = flatPlays(plays)
  return { ...fields, blocks: blocks && JSON.stringify(blocks) }
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

/** A sitting's row; null when it doesn't exist. */
export async function findStoredSitting(db: Executor, id: number): Promise<StoredSitting | null> {
  const row = await selectSittings(db).where('sittings.id', '=', id).executeTakeFirst()
  return row ? toStored(row) : null
}

/** The same, as sent to clients. */
export async function findSitting(db: Executor, id: number): Promise<Sitting | null> {
  return (await findStoredSitting(db, id))?.sitting ?? null
}

/** Locks a sitting until the transaction ends, but not against rows that refer to it; null when it doesn't exist. */
export async function lockSittingForNoKeyUpdate(tx: Executor, id: number): Promise<StoredSitting | null> {
  const row = await selectSittings(tx)
    .where('sittings.id', '=', id)
    .forNoKeyUpdate('sittings')
    .executeTakeFirst()
  return row ? toStored(row) : null
}

/** Locks all sittings of schedules until the transaction ends, in the order of their doors. */
export async function lockSittingsOfSchedules(
  tx: Executor,
  scheduleIds: readonly number[],
): Promise<StoredSitting[]> {
  if (scheduleIds.length === 0) return []
  const rows = await selectSittings(tx)
    .where('scheduleId', 'in', scheduleIds)
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
  return rows.map(({ roomDay, title, titles, startsAt }) => ({
    date: roomDay,
    title: localized(title, titles),
    startsAt: timestampToMs(startsAt),
  }))
}

export interface NewSitting {
  day: string
  scheduleId: number
  templateId: number
  scheduledAtMs: number | null
  plays: Plays<number>
  meetingUrl: string | null
  timeline: SittingTimeline
  /** Omitted for one that takes place. */
  cancelled?: Cancellation | null
  /** The deleted sitting that it was before; omitted for another one. */
  earlier?: { id: number; version: number }
}

export interface Cancellation {
  at: Date
  note: string | null
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
        sittings.map(
          ({
            day,
            scheduleId,
            templateId,
            scheduledAtMs,
            plays,
            meetingUrl,
            timeline,
            cancelled,
            earlier,
          }) => ({
            id: earlier?.id ?? sql<number>`default`,
            version: (earlier?.version ?? 0) + 1,
            cancelledAt: cancelled?.at ?? null,
            cancelNote: cancelled?.note ?? null,
            roomDay: day,
            scheduleId,
            templateId,
            scheduledAt: scheduledAtMs === null ? null : msToTimestamp(scheduledAtMs),
            ...playsValues(plays),
            meetingUrl,
            ...timelineValues(timeline),
            createdAt,
            changedAt: createdAt,
          }),
        ),
      )
      .returning('id')
      .execute(),
  )
  return rows && rows.map(({ id }) => id)
}

/** An update of a sitting's row; omitted fields stay unchanged. */
export interface SittingChange {
  /** By the room clock. */
  changedAt: Date
  timeline?: SittingTimeline
  plays?: Plays<number>
  meetingUrl?: string | null
  templateId?: number
  day?: string
  scheduledAtMs?: number | null
  /** Null restores it. */
  cancelled?: Cancellation | null
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
  const { changedAt, timeline, plays, meetingUrl, templateId, day, scheduledAtMs, cancelled } = change
  const isSaved = await unlessOverlapping(() =>
    tx
      .updateTable('sittings')
      .set((row) => ({
        ...(timeline && timelineValues(timeline)),
        ...(plays && playsValues(plays)),
        ...(meetingUrl !== undefined && { meetingUrl }),
        ...(templateId !== undefined && { templateId }),
        ...(day !== undefined && { roomDay: day }),
        ...(scheduledAtMs !== undefined && {
          scheduledAt: scheduledAtMs === null ? null : msToTimestamp(scheduledAtMs),
        }),
        ...(cancelled !== undefined && {
          cancelledAt: cancelled?.at ?? null,
          cancelNote: cancelled?.note ?? null,
        }),
        changedAt,
        version: row('version', '+', 1),
      }))
      .where('id', '=', id)
      .execute(),
  )
  return isSaved && findSitting(tx, id)
}

/**
 * Gives locked sittings other timelines, all in one statement, and increments their versions. Returns false if two would
 * overlap; the transaction can't continue then.
 */
export async function updateTimelines(
  tx: Executor,
  changes: readonly { id: number; timeline: SittingTimeline; scheduledAtMs: number }[],
  changedAt: Date,
): Promise<boolean> {
  if (changes.length === 0) return true
  const ids = changes.map(({ id }) => id)
  const bells = changes.map(({ scheduledAtMs }) => msToTimestamp(scheduledAtMs))
  const values = changes.map(({ timeline }) => timelineValues(timeline))
  const column = (name: (typeof timelineColumns)[number]) =>
    sql`${values.map((row) => row[name])}::timestamptz[]`
  const update = sql`update sittings set ${sql.join(
    timelineColumns.map((name) => sql`${sql.ref(name)} = moved.${sql.ref(name)}`),
  )}, "scheduledAt" = moved.bell, version = version + 1, "changedAt" = ${changedAt}
    from unnest(${ids}::integer[], ${bells}::timestamptz[], ${sql.join(timelineColumns.map(column))})
      as moved (id, bell, ${sql.join(timelineColumns.map((name) => sql.ref(name)))})
    where sittings.id = moved.id`
  return (await unlessOverlapping(() => update.execute(tx))) !== null
}

/** A sitting that has opened stays as it was when its schedule changes. */
export async function leaveSchedule(tx: Executor, id: number): Promise<void> {
  await tx.updateTable('sittings').set({ scheduledAt: null }).where('id', '=', id).execute()
}

/** Increments the versions of a template's sittings that end after a moment: their title or teacher has changed (CAL-02). */
export async function incrementVersionsOfTemplate(
  tx: Executor,
  templateId: number,
  { afterMs, changedAt }: { afterMs: number; changedAt: Date },
): Promise<void> {
  await tx
    .updateTable('sittings')
    .set((row) => ({ changedAt, version: row('version', '+', 1) }))
    .where('templateId', '=', templateId)
    .where('endsAt', '>', msToTimestamp(afterMs))
    .execute()
}

/** Deletes future sittings, to which nothing refers yet. Returns what calendars and later edits need of them. */
export async function deleteSittings(tx: Executor, ids: readonly number[]) {
  if (ids.length === 0) return []
  return tx
    .deleteFrom('sittings')
    .where('id', 'in', ids)
    .returning(['id', 'version', 'roomDay', 'templateId', 'scheduleId', 'scheduledAt', 'startsAt', 'endsAt'])
    .returning(['cancelledAt', 'cancelNote'])
    .execute()
}

/** Sittings whose doors are still closed; where the schedule has a place of its own, that stays. */
export async function updateMeetingsOfTemplate(
  tx: Executor,
  templateId: number,
  { meetingUrl, nowMs }: { meetingUrl: string | null; nowMs: number },
): Promise<void> {
  await sql`
    update sittings set "meetingUrl" = coalesce(schedules."meetingUrl", ${meetingUrl}),
      version = sittings.version + 1, "changedAt" = ${new Date(nowMs)}
    from schedules
    where schedules.id = sittings."scheduleId" and sittings."templateId" = ${templateId}
      and "doorsAt" > ${msToTimestamp(nowMs)}`.execute(tx)
}

/** Gives the sittings of a schedule that aren't over its place to meet, or its template's. */
export async function updateMeetingsOfSchedule(
  tx: Executor,
  scheduleId: number,
  nowMs: number,
): Promise<void> {
  await sql`
    update sittings set "meetingUrl" = coalesce(schedules."meetingUrl", template."meetingUrl"),
      version = sittings.version + 1, "changedAt" = ${new Date(nowMs)}
    from schedules join meditation_templates template on template.id = schedules."templateId"
    where schedules.id = ${scheduleId} and sittings."scheduleId" = schedules.id
      and "endsAt" > ${msToTimestamp(nowMs)}`.execute(tx)
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
