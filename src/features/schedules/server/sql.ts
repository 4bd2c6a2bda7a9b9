// SQL of schedules.
import type { Executor } from '#server/db/database.ts'
import { spanValue } from '#features/sittings/server/service.ts'
import type { SittingSettings } from '#features/sittings/sitting.ts'
import type { Span } from '#features/sittings/rules.ts'
import type { Schedule } from '../contract.ts'

export interface NewSchedule extends Partial<SittingSettings> {
  date: string
  templateId: number
  /** By the clock of the day's zone, HH:MM. */
  scheduledTime: string
  /** Default: true. */
  isActive?: boolean
  createdAt: Date
  /** The time in which its sitting keeps the room; omitted if it doesn't start together. */
  span?: Span | null
}

/** Inserts schedules; a second active one on a date is a database error. */
export async function insertSchedules(db: Executor, schedules: readonly NewSchedule[]): Promise<void> {
  await db.insertInto('schedules').values(schedules.map(toRow)).execute()
}

function toRow({ span = null, ...schedule }: NewSchedule) {
  return { ...schedule, span: spanValue(span) }
}

/**
 * Inserts schedules on dates without an active one and whose sitting overlaps no other, skips the others, and
 * returns the ids by date.
 */
export async function insertSchedulesIfFree(
  tx: Executor,
  schedules: readonly NewSchedule[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx
    .insertInto('schedules')
    .values(schedules.map(toRow))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'date'])
    .execute()
  return new Map(rows.map(({ id, date }) => [date, id]))
}

/** Those of the dates that have an active schedule. */
export async function datesWithSchedule(db: Executor, dates: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('schedules')
    .select('date')
    .where('date', 'in', dates)
    .where('isActive', '=', true)
    .orderBy('date')
    .execute()
  return rows.map(({ date }) => date)
}

const columns = [
  'schedules.id',
  'date',
  'templateId',
  'scheduledTime',
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
  'template.title',
  'template.duration',
  'template.instructor',
] as const

function selectSchedules(db: Executor) {
  return db
    .selectFrom('schedules')
    .innerJoin('meditation_templates as template', 'template.id', 'schedules.templateId')
    .select(columns)
}

interface Row extends Omit<Schedule, 'template'> {
  title: string
  duration: number
  instructor: string
}

function toSchedule({ title, duration, instructor, ...row }: Row): Schedule {
  return { ...row, template: { title, duration, instructor } }
}

/** All schedules by date, or those of a range, both ends included. */
export async function schedulesBetween(
  db: Executor,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<Schedule[]> {
  let query = selectSchedules(db).orderBy('date').orderBy('scheduledTime').orderBy('schedules.id')
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

/** The editable columns of a schedule. */
export type EditableSchedule = Pick<
  Schedule,
  'date' | 'templateId' | 'scheduledTime' | 'isActive' | keyof SittingSettings
>

const conflictByConstraint: Readonly<Record<string, 'date-taken' | 'overlap'>> = {
  schedules_one_active_a_day: 'date-taken',
  schedules_sittings_overlap: 'overlap',
}

/**
 * Updates a schedule and increments its version; what hosts did with its sitting is undone. Returns why not, when
 * its date has another active one or its sitting overlaps another; the transaction can't continue then.
 */
export async function updateSchedule(
  tx: Executor,
  id: number,
  { span, ...fields }: EditableSchedule & { span: Span | null },
): Promise<'updated' | 'date-taken' | 'overlap'> {
  try {
    await tx
      .updateTable('schedules')
      .set((row) => ({
        ...fields,
        span: spanValue(span),
        begunFor: null,
        delaySeconds: 0,
        endedAt: null,
        cancelledAt: null,
        cancelNote: null,
        keptVideoUrl: null,
        keptMediaSeconds: null,
        keptAudioUrl: null,
        version: row('version', '+', 1),
        timelineVersion: row('timelineVersion', '+', 1),
      }))
      .where('id', '=', id)
      .execute()
    return 'updated'
  } catch (error) {
    const conflict =
      error instanceof Error && 'constraint' in error && conflictByConstraint[String(error.constraint)]
    if (conflict) return conflict
    throw error
  }
}

export async function deleteSchedule(tx: Executor, id: number): Promise<void> {
  await tx.deleteFrom('schedules').where('id', '=', id).execute()
}
