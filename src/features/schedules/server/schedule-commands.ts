// Schedule commands: create, update and delete; all dates of a repeat or of a plan are stored, or none.
import { changedFields, recordActivity } from '#features/activity/server/service.ts'
import { lockTemplateForKeyShare } from '#features/templates/server/service.ts'
import { assertCapability } from '#features/users/server/service.ts'
import type { Executor } from '#server/db/database.ts'
import { isAppError, appError } from '#server/app-error.ts'
import { chicagoDay, formatDay } from '#shared/day.ts'
import { adminMessages } from '#shared/admin-messages.ts'
import type * as z from 'zod/mini'
import type { newScheduleSchema, Schedule, scheduleChangeSchema } from '../contract.ts'
import { dateError, repeatDates, datesTakenMessage, type PlannedDay } from '../rules.ts'
import {
  deleteSchedule,
  lockScheduleForUpdate,
  insertSchedulesIfFree,
  scheduleById,
  updateSchedule,
  type EditableSchedule,
} from './sql.ts'

interface ScheduleAdminContext {
  adminId: number
  nowMs: number
}

/** The first saved row and the number of rows. */
type SavedSchedule = Schedule & { rows: number }

/** Adds a schedule and its repeats. Throws `invalid` with field issues, or `dates_taken`. */
export async function createSchedulesAsAdmin(
  tx: Executor,
  { adminId, nowMs, ...input }: ScheduleAdminContext & { fields: z.output<typeof newScheduleSchema> },
): Promise<SavedSchedule> {
  const { date, repeatWeeks, repeatCount, templateId, scheduledTime, isActive } = input.fields
  await assertCapability(tx, adminId, 'community.administer')
  const dates = repeatDates(date, repeatWeeks, repeatCount)
  assertDatesAllowed(dates, { nowMs, unchanged: null })
  await lockChosenTemplate(tx, templateId)
  const fields = { date, templateId, scheduledTime, isActive }
  const saved = await insertForDates(tx, dates, { fields, nowMs })
  await recordActivity(tx, {
    ...activityEntry(saved, { adminId, nowMs }),
    action: 'schedule.create',
    before: null,
    after: withTemplateTitle({ ...fields, date: dates.join(', ') }, saved),
  })
  return { ...saved, rows: dates.length }
}

/**
 * Adds an active schedule for each day. Throws `invalid` with field issues, or `dates_taken`. The activity log gets
 * one entry per template and time, as for a repeat.
 */
export async function scheduleDaysAsAdmin(
  tx: Executor,
  { adminId, nowMs, ...input }: ScheduleAdminContext & { days: readonly PlannedDay[] },
): Promise<{ rows: number }> {
  await assertCapability(tx, adminId, 'community.administer')
  // One order for every call: concurrent ones that wait for each other's dates can't deadlock.
  const days = input.days.toSorted((a, b) => (a.date < b.date ? -1 : 1))
  const dates = days.map(({ date }) => date)
  assertDatesAllowed(dates, { nowMs, unchanged: null })
  const templateIds = new Set(days.map(({ templateId }) => templateId))
  for (const id of [...templateIds].toSorted((a, b) => a - b)) await lockChosenTemplate(tx, id)
  const createdAt = new Date(nowMs)
  const ids = await insertSchedulesIfFree(
    tx,
    days.map((day) => ({ ...day, createdAt })),
  )
  if (ids.size < days.length) throw datesTakenError(dates.filter((date) => !ids.has(date)))
  for (const series of seriesOf(days)) {
    const saved = await scheduleById(tx, ids.get(series.date) ?? 0)
    await recordActivity(tx, {
      ...activityEntry(saved, { adminId, nowMs }),
      action: 'schedule.create',
      before: null,
      after: withTemplateTitle({ ...editableFields(saved), date: series.dates.join(', ') }, saved),
    })
  }
  return { rows: days.length }
}

/** Groups days with the same template and time; `date` is the first one. */
function seriesOf(days: readonly PlannedDay[]): { date: string; dates: string[] }[] {
  const groups = new Map<string, { date: string; dates: string[] }>()
  for (const { date, templateId, scheduledTime } of days) {
    const key = `${templateId} ${scheduledTime}`
    const group = groups.get(key)
    if (group) group.dates.push(date)
    else groups.set(key, { date, dates: [date] })
  }
  return [...groups.values()]
}

/**
 * Updates a schedule. If it repeats, new rows for all its dates replace it. Throws `not_found`, `changed_meanwhile`,
 * `invalid` with field issues, or `dates_taken`.
 */
export async function updateScheduleAsAdmin(
  tx: Executor,
  {
    adminId,
    nowMs,
    id,
    change,
  }: ScheduleAdminContext & { id: number; change: z.output<typeof scheduleChangeSchema> },
): Promise<SavedSchedule> {
  await assertCapability(tx, adminId, 'community.administer')
  const current = await lockScheduleForUpdate(tx, id)
  if (!current) throw appError('not_found', { message: adminMessages.deleteExistingFailed })
  const {
    version = current.version,
    repeatWeeks = current.repeatWeeks,
    repeatCount = current.repeatCount,
  } = change
  if (version !== current.version) throw appError('changed_meanwhile')
  const fields = mergeEditableFields(current, change)
  const dates = repeatDates(fields.date, repeatWeeks, repeatCount)
  assertDatesAllowed(dates, { nowMs, unchanged: current.date })
  if (dates.length === 1 && isUnchanged(fields, editableFields(current))) return { ...current, rows: 1 }
  await lockTemplateIfNeeded(tx, current, { fields, dates, nowMs })
  if (dates.length > 1) await deleteSchedule(tx, id)
  else if (!(await updateSchedule(tx, id, fields))) throw datesTakenError(dates)
  const saved = await (dates.length > 1 ? insertForDates(tx, dates, { fields, nowMs }) : scheduleById(tx, id))
  await recordActivity(tx, {
    ...activityEntry(current, { adminId, nowMs }),
    action: 'schedule.update',
    ...changedFields(
      withTemplateTitle(editableFields(current), current),
      withTemplateTitle({ ...fields, date: dates.join(', ') }, saved),
    ),
  })
  return { ...saved, rows: dates.length }
}

/** Deletes a schedule. Throws `not_found`. */
export async function deleteScheduleAsAdmin(
  tx: Executor,
  { adminId, nowMs, id }: ScheduleAdminContext & { id: number },
): Promise<void> {
  await assertCapability(tx, adminId, 'community.administer')
  const current = await lockScheduleForUpdate(tx, id)
  if (!current) throw appError('not_found')
  await deleteSchedule(tx, id)
  await recordActivity(tx, {
    ...activityEntry(current, { adminId, nowMs }),
    action: 'schedule.delete',
    before: withTemplateTitle(editableFields(current), current),
    after: null,
  })
}

function editableFields({ date, templateId, scheduledTime, isActive }: EditableSchedule): EditableSchedule {
  return { date, templateId, scheduledTime, isActive }
}

function mergeEditableFields(
  current: Schedule,
  change: z.output<typeof scheduleChangeSchema>,
): EditableSchedule {
  return {
    date: change.date ?? current.date,
    templateId: change.templateId ?? current.templateId,
    scheduledTime: change.scheduledTime ?? current.scheduledTime,
    isActive: change.isActive ?? current.isActive,
  }
}

function isUnchanged(a: EditableSchedule, b: EditableSchedule): boolean {
  return (
    a.date === b.date &&
    a.templateId === b.templateId &&
    a.scheduledTime === b.scheduledTime &&
    a.isActive === b.isActive
  )
}

/** The fields as the activity log records them: with the template's title. */
function withTemplateTitle(fields: EditableSchedule, { template }: Schedule) {
  return { ...fields, template: template.title }
}

function activityEntry({ id, date, template }: Schedule, { adminId, nowMs }: ScheduleAdminContext) {
  return {
    actorId: adminId,
    targetType: 'schedule' as const,
    targetId: id,
    label: `${template.title}, ${formatDay(date, 'long')}`,
    createdAt: new Date(nowMs),
  }
}

function assertDatesAllowed(
  dates: readonly string[],
  { nowMs, unchanged }: { nowMs: number; unchanged: string | null },
): void {
  const message = dateError(dates, { today: chicagoDay(nowMs), unchanged })
  if (message !== null) throw appError('invalid', { issues: [{ path: 'date', message }] })
}

/** The message of each issue is a taken date; the client reads it from there. */
function datesTakenError(dates: readonly string[]) {
  const issues = dates.map((date) => ({ path: 'date', message: date }))
  return appError('dates_taken', { message: datesTakenMessage(dates), issues })
}

/** Inserts one row per date and returns the first. Throws `dates_taken`. */
async function insertForDates(
  tx: Executor,
  dates: readonly string[],
  { fields, nowMs }: { fields: EditableSchedule; nowMs: number },
): Promise<Schedule> {
  const createdAt = new Date(nowMs)
  const rows = dates.map((date) => ({ ...fields, date, createdAt }))
  const ids = await insertSchedulesIfFree(tx, rows)
  const [id] = dates.flatMap((date) => ids.get(date) ?? [])
  if (ids.size < dates.length || id === undefined)
    throw datesTakenError(dates.filter((date) => !ids.has(date)))
  return scheduleById(tx, id)
}

interface ScheduleChange {
  fields: EditableSchedule
  dates: readonly string[]
  nowMs: number
}

/**
 * Locks the template unless it may be archived: a past or inactive schedule may keep its template after that is
 * archived.
 */
async function lockTemplateIfNeeded(
  tx: Executor,
  current: Schedule,
  { fields, dates, nowMs }: ScheduleChange,
): Promise<void> {
  const today = chicagoDay(nowMs)
  const isUpcoming = fields.isActive && dates.some((date) => date >= today)
  if (isUpcoming || fields.templateId !== current.templateId) await lockChosenTemplate(tx, fields.templateId)
}

/** Throws `invalid` for `templateId` if the template doesn't exist or is archived (TPL-13). */
async function lockChosenTemplate(tx: Executor, templateId: number): Promise<void> {
  try {
    await lockTemplateForKeyShare(tx, templateId)
  } catch (error) {
    if (!isAppError(error)) throw error
    const message = 'This template no longer exists. Please choose another one.'
    throw appError('invalid', { issues: [{ path: 'templateId', message }] })
  }
}
