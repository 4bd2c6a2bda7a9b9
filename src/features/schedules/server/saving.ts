// How schedules come into the table and change there: all dates of a repeat, or none of them.
import { changedFields, noteActivity } from '#features/activity/server/service.ts'
import { holdTemplate } from '#features/templates/server/service.ts'
import { refuseUnless } from '#features/users/server/service.ts'
import type { Executor } from '#server/db.ts'
import { isRefusal, refuse } from '#server/refusal.ts'
import { chicagoDay, dayInWords } from '#shared/day.ts'
import { adminMessages } from '#shared/admin-messages.ts'
import type * as z from 'zod/mini'
import type { newScheduleSchema, Schedule, scheduleChangeSchema } from '../contract.ts'
import { dateFault, repeatDates, takenInWords } from '../rules.ts'
import {
  deleteSchedule,
  holdSchedule,
  insertWhereFree,
  scheduleById,
  updateSchedule,
  type ScheduleFacts,
} from './sql.ts'

interface Order {
  adminId: number
  nowMs: number
}

/** The first of the rows, and how many there are. */
type Saved = Schedule & { rows: number }

/** Adds a schedule and its repeats. Refuses with `invalid` beside the field, and with `dates_taken`. */
export async function addSchedules(
  tx: Executor,
  { adminId, nowMs, ...order }: Order & { fields: z.output<typeof newScheduleSchema> },
): Promise<Saved> {
  const { date, repeatWeeks, repeatCount, templateId, scheduledTime, isActive } = order.fields
  await refuseUnless(tx, adminId, 'community.administer')
  const dates = repeatDates(date, repeatWeeks, repeatCount)
  refuseDates(dates, { nowMs, unchanged: null })
  await holdChosen(tx, templateId)
  const facts = { date, templateId, scheduledTime, isActive }
  const saved = await insertAll(tx, dates, { facts, nowMs })
  await noteActivity(tx, {
    ...noted(saved, { adminId, nowMs }),
    action: 'schedule.create',
    before: null,
    after: named({ ...facts, date: dates.join(', ') }, saved),
  })
  return { ...saved, rows: dates.length }
}

/**
 * Changes a schedule; with repeats it is replaced by their rows. Refuses with `not_found`, `changed_meanwhile`,
 * `invalid` beside the field, and `dates_taken`.
 */
export async function changeSchedule(
  tx: Executor,
  { adminId, nowMs, id, change }: Order & { id: number; change: z.output<typeof scheduleChangeSchema> },
): Promise<Saved> {
  await refuseUnless(tx, adminId, 'community.administer')
  const was = await holdSchedule(tx, id)
  if (!was) throw refuse('not_found', { message: adminMessages.deleteExistingFailed })
  const { version = was.version, repeatWeeks = was.repeatWeeks, repeatCount = was.repeatCount } = change
  if (version !== was.version) throw refuse('changed_meanwhile')
  const facts = mergedFacts(was, change)
  const dates = repeatDates(facts.date, repeatWeeks, repeatCount)
  refuseDates(dates, { nowMs, unchanged: was.date })
  if (dates.length === 1 && isSame(facts, factsOf(was))) return { ...was, rows: 1 }
  await holdIfNeeded(tx, was, { facts, dates, nowMs })
  if (dates.length > 1) await deleteSchedule(tx, id)
  else if (!(await updateSchedule(tx, id, facts))) throw refuseTaken(dates)
  const saved = await (dates.length > 1 ? insertAll(tx, dates, { facts, nowMs }) : scheduleById(tx, id))
  await noteActivity(tx, {
    ...noted(was, { adminId, nowMs }),
    action: 'schedule.update',
    ...changedFields(named(factsOf(was), was), named({ ...facts, date: dates.join(', ') }, saved)),
  })
  return { ...saved, rows: dates.length }
}

/** Deletes a schedule. Refuses with `not_found`. */
export async function removeSchedule(
  tx: Executor,
  { adminId, nowMs, id }: Order & { id: number },
): Promise<void> {
  await refuseUnless(tx, adminId, 'community.administer')
  const was = await holdSchedule(tx, id)
  if (!was) throw refuse('not_found')
  await deleteSchedule(tx, id)
  await noteActivity(tx, {
    ...noted(was, { adminId, nowMs }),
    action: 'schedule.delete',
    before: named(factsOf(was), was),
    after: null,
  })
}

function factsOf({ date, templateId, scheduledTime, isActive }: ScheduleFacts): ScheduleFacts {
  return { date, templateId, scheduledTime, isActive }
}

function mergedFacts(was: Schedule, change: z.output<typeof scheduleChangeSchema>): ScheduleFacts {
  return {
    date: change.date ?? was.date,
    templateId: change.templateId ?? was.templateId,
    scheduledTime: change.scheduledTime ?? was.scheduledTime,
    isActive: change.isActive ?? was.isActive,
  }
}

function isSame(a: ScheduleFacts, b: ScheduleFacts): boolean {
  return (
    a.date === b.date &&
    a.templateId === b.templateId &&
    a.scheduledTime === b.scheduledTime &&
    a.isActive === b.isActive
  )
}

/** As an administrator reads them later: with the template's name. */
function named(facts: ScheduleFacts, { template }: Schedule) {
  return { ...facts, template: template.title }
}

function noted({ id, date, template }: Schedule, { adminId, nowMs }: Order) {
  return {
    actorId: adminId,
    targetType: 'schedule' as const,
    targetId: id,
    label: `${template.title}, ${dayInWords(date, 'long')}`,
    createdAt: new Date(nowMs),
  }
}

function refuseDates(
  dates: readonly string[],
  { nowMs, unchanged }: { nowMs: number; unchanged: string | null },
): void {
  const message = dateFault(dates, { today: chicagoDay(nowMs), unchanged })
  if (message !== null) throw refuse('invalid', { issues: [{ path: 'date', message }] })
}

function refuseTaken(dates: readonly string[]) {
  const issues = dates.map((date) => ({ path: 'date', message: date }))
  return refuse('dates_taken', { message: takenInWords(dates), issues })
}

/** One row a date; answers the first of them. */
async function insertAll(
  tx: Executor,
  dates: readonly string[],
  { facts, nowMs }: { facts: ScheduleFacts; nowMs: number },
): Promise<Schedule> {
  const createdAt = new Date(nowMs)
  const rows = dates.map((date) => ({ ...facts, date, createdAt }))
  const ids = await insertWhereFree(tx, rows)
  const [id] = dates.flatMap((date) => ids.get(date) ?? [])
  if (ids.size < dates.length || id === undefined) throw refuseTaken(dates.filter((date) => !ids.has(date)))
  return scheduleById(tx, id)
}

interface Change {
  facts: ScheduleFacts
  dates: readonly string[]
  nowMs: number
}

/** A template that is archived by now may stay where it is: on a past day, and on one that nobody will see. */
async function holdIfNeeded(tx: Executor, was: Schedule, { facts, dates, nowMs }: Change): Promise<void> {
  const today = chicagoDay(nowMs)
  const isToCome = facts.isActive && dates.some((date) => date >= today)
  if (isToCome || facts.templateId !== was.templateId) await holdChosen(tx, facts.templateId)
}

/** Refuses beside the field when there is no such template, or no longer (TPL-13). */
async function holdChosen(tx: Executor, templateId: number): Promise<void> {
  try {
    await holdTemplate(tx, templateId)
  } catch (error) {
    if (!isRefusal(error)) throw error
    const message = 'This template is no longer there. Please choose another one.'
    throw refuse('invalid', { issues: [{ path: 'templateId', message }] })
  }
}
