// SQL of schedules.
import { sql } from 'kysely'
import { livePlaceOf } from '#features/sittings/live-place.ts'
import type { ScheduledStart } from '#features/sittings/scheduled-start.ts'
import type { SittingSettings } from '#features/sittings/sitting.ts'
import type { Executor } from '#server/db/database.ts'
import { localizedColumn, localizedColumnLanguage } from '#server/db/translated-columns.ts'
import { advisoryLockKeys } from '#server/postgres/advisory-locks.ts'
import { scheduledTimeDefault } from '#shared/constants.ts'
import { shownMemberName } from '#shared/former-member.ts'
import type { Language } from '#shared/i18n/t.ts'
import { isOpenAllDay } from '../calendar-days.ts'
import type { Schedule } from '../contract.ts'
import type { EditableSchedule } from '../series.ts'
import type { OccupiedSlot } from '../slots.ts'

export interface NewSchedule
  extends Partial<SittingSettings>, Pick<ScheduledStart, 'date' | 'scheduledTime'> {
  templateId: number
  /** Default: the community's. */
  timeZone?: string | null
  /** Default: 0. */
  dayShift?: number
  /** Default: true. */
  isActive?: boolean
  /** Default: the template's. */
  meetingUrl?: string | null
  /** Default: 0. */
  slot?: number
  createdAt: Date
}

/** Inserts schedules whose slot is free on their date, and returns their ids in order; null for the others. */
export async function insertSchedulesIfFree(
  tx: Executor,
  schedules: readonly NewSchedule[],
): Promise<(number | null)[]> {
  const rows = await tx
    .insertInto('schedules')
    .values([...schedules])
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'date', 'slot'])
    .execute()
  const keyOf = ({ date, slot = 0 }: Pick<NewSchedule, 'date' | 'slot'>) => `${date} ${slot}`
  const ids = new Map(rows.map((row) => [keyOf(row), row.id]))
  return schedules.map((schedule) => ids.get(keyOf(schedule)) ?? null)
}

const columns = [
  'schedules.id',
  'date',
  'templateId',
  'scheduledTime',
  'timeZone',
  'dayShift',
  'isActive',
  'together',
  'doorsMinutes',
  'gatherSeconds',
  'bellSeconds',
  'silenceMinutes',
  'sharingMinutes',
  'repeatWeeks',
  'repeatCount',
  'schedules.createdAt',
  'schedules.version',
  'seriesId',
  'check.checkedAt as videoFailedAt',
  'template.duration',
  'template.instructor',
  'template.liveSource',
] as const

/** A garden angel reads titles in the viewer's language, and no meeting links. */
function selectSchedules(db: Executor, { isForAngel = false } = {}) {
  return (
    db
      .selectFrom('schedules')
      .innerJoin('meditation_templates as template', 'template.id', 'schedules.templateId')
      .leftJoin('video_checks as check', (join) =>
        join.onRef('check.url', '=', 'template.videoUrl').on('check.outcome', '=', 'fails'),
      )
      .select(columns)
      .select(isForAngel ? sql<null>`null`.as('meetingUrl') : 'schedules.meetingUrl')
      .select(isForAngel ? localizedColumn('template', 'title').as('title') : 'template.title')
      .select((isForAngel ? localizedColumnLanguage('template', 'title') : sql<null>`null`).as('language'))
      // Its own sitting, else the last one that a host began.
      .select(
        sql<Schedule['sitting']>`(
        select json_build_object(
          'id', id, 'startsAt', (extract(epoch from "startsAt") * 1000)::bigint,
          'cancelled', "cancelledAt" is not null, 'cancelNote', "cancelNote")
        from sittings where "scheduleId" = schedules.id
        order by "scheduledAt" is null, "doorsAt" desc limit 1
      )`.as('sitting'),
      )
      .select(
        sql<Schedule['host']>`(
        select json_build_object('id', id, 'name', name) from users where id = schedules."hostId"
      )`.as('host'),
      )
  )
}

interface Row extends Omit<Schedule, 'template'> {
  title: string
  language: Language | null
  duration: number
  instructor: string
  liveSource: string | null
}

function toSchedule({ title, language, duration, instructor, liveSource, host, ...row }: Row): Schedule {
  return {
    ...row,
    host: host && { ...host, name: shownMemberName(host.name) },
    template: {
      title,
      language,
      duration,
      instructor,
      livePlace: liveSource === null ? null : livePlaceOf(liveSource),
    },
  }
}

/**
 * All schedules by date, or those of a range, both ends included. For a garden angel titles are in the viewer's language;
 * otherwise they are those of Admin › Templates.
 */
export async function schedulesBetween(
  db: Executor,
  { from, to, isForAngel }: { from?: string | undefined; to?: string | undefined; isForAngel: boolean },
): Promise<Schedule[]> {
  let query = selectSchedules(db, { isForAngel })
    .orderBy('date')
    .orderBy('scheduledTime')
    .orderBy('schedules.id')
  if (from !== undefined) query = query.where('date', '>=', from)
  if (to !== undefined) query = query.where('date', '<=', to)
  return (await query.execute()).map(toSchedule)
}

/** The schedule must exist. */
export async function scheduleById(db: Executor, id: number): Promise<Schedule> {
  return toSchedule(await selectSchedules(db).where('schedules.id', '=', id).executeTakeFirstOrThrow())
}

/** Locks a schedule until the transaction ends; null when it doesn't exist. */
export async function lockScheduleForUpdate(tx: Executor, id: number): Promise<Schedule | null> {
  const row = await selectSchedules(tx)
    .where('schedules.id', '=', id)
    .forUpdate('schedules')
    .executeTakeFirst()
  return row ? toSchedule(row) : null
}

/** Locks the series of a schedule until the transaction ends, by id; none if it’s a single one. */
export async function lockSeriesForUpdate(tx: Executor, id: number): Promise<Schedule[]> {
  const rows = await selectSchedules(tx)
    .where('seriesId', '=', tx.selectFrom('schedules').select('seriesId').where('id', '=', id))
    .orderBy('schedules.id')
    .forUpdate('schedules')
    .execute()
  return rows.map(toSchedule)
}

/** Makes new schedules a series. */
export async function saveSeries(tx: Executor, ids: readonly number[]): Promise<void> {
  const [first] = ids
  if (first === undefined || ids.length < 2) return
  await tx.updateTable('schedules').set({ seriesId: first }).where('id', 'in', ids).execute()
}

/** Adds new schedules to a series. */
export async function joinSeries(tx: Executor, ids: readonly number[], seriesId: number): Promise<void> {
  await tx.updateTable('schedules').set({ seriesId }).where('id', 'in', ids).execute()
}

const constraintsOfDates: readonly unknown[] = ['schedules_one_active_a_day', 'schedules_one_all_day']

/**
 * Updates a schedule and increments its version; `changedAt` is by the room clock. False when its date has another active
 * one; the transaction can't continue then.
 */
export async function updateSchedule(
  tx: Executor,
  id: number,
  { changedAt, ...fields }: EditableSchedule & { slot?: number; changedAt: Date },
): Promise<boolean> {
  if (!isEvent(fields)) await withdrawEvents(tx, [id], changedAt)
  const formerVersion = sql<number>`case when "templateId" = ${fields.templateId} then 0
    else (select version from meditation_templates where id = schedules."templateId") end`
  try {
    await tx
      .updateTable('schedules')
      .set((row) => ({
        ...fields,
        changedAt,
        version: row('version', '+', 1),
        formerVersions: row('formerVersions', '+', formerVersion),
      }))
      .where('id', '=', id)
      .execute()
    return true
  } catch (error) {
    if (error instanceof Error && 'constraint' in error && constraintsOfDates.includes(error.constraint))
      return false
    throw error
  }
}

/** Another meeting link, null for the template's; increments the version. Its sittings have copies. */
export async function updateMeetingOfSchedule(
  tx: Executor,
  id: number,
  { meetingUrl, nowMs }: { meetingUrl: string | null; nowMs: number },
): Promise<void> {
  await tx
    .updateTable('schedules')
    .set((row) => ({ meetingUrl, changedAt: new Date(nowMs), version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Locks the choice of slots until the transaction ends. */
export async function lockSlots(tx: Executor): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLockKeys.slots})`.execute(tx)
}

/** The slots of the active schedules on these dates, except of the schedules `without`. */
export async function occupiedSlots(
  tx: Executor,
  dates: readonly string[],
  without: readonly number[],
): Promise<OccupiedSlot[]> {
  if (dates.length === 0) return []
  return tx
    .selectFrom('schedules')
    .select(['date', 'slot', 'together'])
    .where('isActive', '=', true)
    .where('date', 'in', dates)
    .where(sql<boolean>`id <> all(${without}::integer[])`)
    .orderBy('date')
    .execute()
}

/** Gives the only active schedule of each date from a day on slot 0. Returns the dates that have several, in order. */
export async function resetSlots(tx: Executor, fromDay: string): Promise<string[]> {
  await tx
    .updateTable('schedules')
    .set({ slot: 0 })
    .where('isActive', '=', true)
    .where('slot', '>', 0)
    .where('date', '>=', fromDay)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('schedules as other')
            .select('other.id')
            .whereRef('other.date', '=', 'schedules.date')
            .whereRef('other.id', '<>', 'schedules.id')
            .where('other.isActive', '=', true),
        ),
      ),
    )
    .execute()
  const rows = await tx
    .selectFrom('schedules')
    .select('date')
    .distinct()
    .where('isActive', '=', true)
    .where('slot', '>', 0)
    .where('date', '>=', fromDay)
    .orderBy('date')
    .execute()
  return rows.map(({ date }) => date)
}

/** Schedules from a day on whose template has become a silence: none follows it. `changedAt` is by the room clock. */
export async function clearSilenceMinutes(
  tx: Executor,
  templateId: number,
  { fromDay, changedAt }: { fromDay: string; changedAt: Date },
): Promise<void> {
  await tx
    .updateTable('schedules')
    .set((row) => ({ silenceMinutes: 0, changedAt, version: row('version', '+', 1) }))
    .where('templateId', '=', templateId)
    .where('date', '>=', fromDay)
    .where('silenceMinutes', '>', 0)
    .execute()
}

/** `deletedAt` is by the room clock. */
export async function deleteSchedules(tx: Executor, ids: readonly number[], deletedAt: Date): Promise<void> {
  await withdrawEvents(tx, ids, deletedAt)
  await tx.deleteFrom('schedules').where('id', 'in', ids).execute()
}

const ownSequence = sql<number>`schedules."formerVersions" + schedules.version + template.version`

/** How many times the community's zone changed: a part of SEQUENCE, also after a schedule's deletion. */
export const zoneChanges = sql<number>`(select changes from community_zones order by "fromDay" limit 1)`

/**
 * SEQUENCE of a schedule's event in calendars: it grows with every change of the schedule, its templates and the
 * community's zone. Of the tables `schedules` and `template`.
 */
export const calendarSequence = sql<number>`${ownSequence} + ${zoneChanges}`

const isEvent = ({ isActive, together, scheduledTime }: EditableSchedule) =>
  isActive && !together && !isOpenAllDay({ scheduledTime })

/** Before schedules without a bell go: calendars still see those that were events, as canceled (CAL-02). */
async function withdrawEvents(tx: Executor, ids: readonly number[], deletedAt: Date): Promise<void> {
  await tx
    .insertInto('deleted_schedules')
    .columns(['id', 'uidTemplateId', 'templateId', 'date', 'scheduledTime', 'sequence', 'deletedAt'])
    .expression((db) =>
      db
        .selectFrom('schedules')
        .innerJoin('meditation_templates as template', 'template.id', 'templateId')
        .select(['schedules.id', 'uidTemplateId', 'templateId', 'date', 'scheduledTime'])
        .select(({ eb, val }) => [eb(ownSequence, '+', 1).as('sequence'), val(deletedAt).as('deletedAt')])
        .where('schedules.id', 'in', ids)
        .where('isActive', '=', true)
        .where('together', '=', false)
        .where('scheduledTime', '<>', scheduledTimeDefault),
    )
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        templateId: ref('excluded.templateId'),
        date: ref('excluded.date'),
        scheduledTime: ref('excluded.scheduledTime'),
        sequence: ref('excluded.sequence'),
        deletedAt: ref('excluded.deletedAt'),
      })),
    )
    .execute()
}

/** Evicts up to `max` schedules that were deleted before `before`. Returns their number. */
export async function evictDeletedSchedules(db: Executor, before: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from deleted_schedules where id in (
      select id from deleted_schedules where "deletedAt" < ${before}::timestamptz
      limit ${max} for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Writes the host of locked schedules. Their versions stay: a form that is open doesn't contain the host. */
export async function saveHosts(
  tx: Executor,
  ids: readonly number[],
  hostId: number | null,
  changedAt: Date,
): Promise<void> {
  await tx.updateTable('schedules').set({ hostId, changedAt }).where('id', 'in', ids).execute()
}
