// The SQL of schedules.
import type { Executor } from '#server/db.ts'
import type { Schedule } from '../contract.ts'

export interface NewSchedule {
  date: string
  templateId: number
  /** Chicago wall time, HH:MM. */
  scheduledTime: string
  /** Active when left out. */
  isActive?: boolean
  createdAt: Date
}

/** Adds schedules; a second active one on a date is an error of the database. */
export async function insertSchedules(db: Executor, schedules: readonly NewSchedule[]): Promise<void> {
  await db
    .insertInto('schedules')
    .values([...schedules])
    .execute()
}

/** Adds those whose date has no active one yet, and answers their ids by date; the others are left out. */
export async function insertSchedulesIfFree(
  tx: Executor,
  schedules: readonly NewSchedule[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx
    .insertInto('schedules')
    .values([...schedules])
    .onConflict((conflict) => conflict.column('date').where('isActive', '=', true).doNothing())
    .returning(['id', 'date'])
    .execute()
  return new Map(rows.map(({ id, date }) => [date, id]))
}

const columns = [
  'schedules.id',
  'date',
  'templateId',
  'scheduledTime',
  'isActive',
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

/** All by date, or those from one day to another, both included. */
export async function schedulesBetween(
  db: Executor,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<Schedule[]> {
  let query = selectSchedules(db).orderBy('date').orderBy('scheduledTime').orderBy('schedules.id')
  if (from !== undefined) query = query.where('date', '>=', from)
  if (to !== undefined) query = query.where('date', '<=', to)
  return (await query.execute()).map(toSchedule)
}

/** One that is there. */
export async function scheduleById(db: Executor, id: number): Promise<Schedule> {
  return toSchedule(await selectSchedules(db).where('schedules.id', '=', id).executeTakeFirstOrThrow())
}

/** One that nobody else changes before the transaction ends; null when there is none. */
export async function lockScheduleForUpdate(tx: Executor, id: number): Promise<Schedule | null> {
  const row = await selectSchedules(tx)
    .where('schedules.id', '=', id)
    .forUpdate('schedules')
    .executeTakeFirst()
  return row ? toSchedule(row) : null
}

/** What of a schedule can be changed. */
export type EditableSchedule = Pick<Schedule, 'date' | 'templateId' | 'scheduledTime' | 'isActive'>

/** Changes one and counts its version up; false when its date has another active one, and then nothing more can be done. */
export async function updateSchedule(tx: Executor, id: number, facts: EditableSchedule): Promise<boolean> {
  try {
    await tx
      .updateTable('schedules')
      .set((row) => ({ ...facts, version: row('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
    return true
  } catch (error) {
    if (error instanceof Error && 'constraint' in error && error.constraint === 'schedules_one_active_a_day')
      return false
    throw error
  }
}

export async function deleteSchedule(tx: Executor, id: number): Promise<void> {
  await tx.deleteFrom('schedules').where('id', '=', id).execute()
}
