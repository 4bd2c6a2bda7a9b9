// Schedule commands: create, update and delete; all dates of a repeat or of a fill are stored, or none.
import type * as z from 'zod/mini'
import { recordActivity } from '#features/activity/server/service.ts'
import { assertCapability } from '#features/members/server/service.ts'
import type { ScheduledStart } from '#features/sittings/scheduled-start.ts'
import {
  insertScheduledSittings,
  syncScheduledSittings,
  withdrawSittings,
} from '#features/sittings/server/service.ts'
import type { SittingSettings } from '#features/sittings/sitting.ts'
import { appError, fieldError } from '#server/app-error.ts'
import type { Executor } from '#server/db/database.ts'
import { scheduledTimeDefault } from '#shared/constants.ts'
import { t } from '#shared/i18n/t.ts'
import { scheduleActivities } from '../activities.ts'
import type { newScheduleSchema, Schedule, scheduleChangeSchema, ScheduleScope } from '../contract.ts'
import { withShifts } from '../days-to-fill.ts'
import { repeatDates, startsOfSeries, type DayToFill } from '../rules.ts'
import type { EditableSchedule } from '../series.ts'
import { assertSlotsFree, datesTakenError, findSlots } from './find-slots.ts'
import {
  assertDatesAllowed,
  assertOwnZone,
  assertSettingsFit,
  lockChosenTemplate,
  lockChosenTemplates,
  unlockedTemplate,
  withoutSilenceAfter,
  type ChosenTemplate,
  type SavedSchedule,
  type ScheduleAdminContext,
  type ScheduleContext,
} from './schedule-checks.ts'
import {
  activityChanges,
  activityEntry,
  activityFields,
  differInMeetingAlone,
  editableFields,
  isUnchanged,
} from './schedule-entry.ts'
import { saveMeetingOfSchedule } from './schedule-meeting.ts'
import {
  deleteSchedules,
  insertSchedulesIfFree,
  saveSeries,
  scheduleById,
  updateSchedule,
  type NewSchedule,
} from './sql.ts'
import { assertNoRepeat, lockInScope, updateSeries, withoutPast } from './update-series.ts'

type ScheduledDay = DayToFill & SittingSettings

/** Adds a schedule and its repeats. Throws `invalid` with field issues, `dates_taken`, or `sittings_overlap`. */
export async function createSchedulesAsAdmin(
  tx: Executor,
  {
    adminId,
    fields: { date, repeatWeeks, repeatCount, ...fields },
    ...context
  }: ScheduleAdminContext & { fields: z.output<typeof newScheduleSchema> },
): Promise<SavedSchedule> {
  const { calendar, nowMs } = context
  await assertCapability(tx, adminId, 'community.administer')
  const dates = repeatDates(date, repeatWeeks, repeatCount)
  assertDatesAllowed(dates, { today: calendar.today(), unchanged: null })
  assertSettingsFit(fields, await lockChosenTemplate(tx, fields.templateId))
  await assertOwnZone(tx, fields)
  const starts = startsOfSeries(calendar.days(), { ...fields, date }, { dates, edited: null })
  const saved = await insertSeries(tx, starts, { fields, context })
  await recordActivity(tx, {
    ...activityEntry(saved, { adminId, nowMs }),
    kind: scheduleActivities.create,
    after: activityFields({ ...editableFields(saved), date: dates.join(', ') }, saved),
  })
  return { ...saved, rows: dates.length }
}

/**
 * Adds a schedule for each day. Those of the same time become a series. Throws `invalid` with field issues, `dates_taken`, or `sittings_overlap`. The
 * activity log gets one entry per template and time, as for a repeat.
 */
export async function scheduleDaysAsAdmin(
  tx: Executor,
  { adminId, days: input, ...context }: ScheduleAdminContext & { days: readonly ScheduledDay[] },
): Promise<{ rows: number }> {
  const { calendar, nowMs, severalADay } = context
  await assertCapability(tx, adminId, 'community.administer')
  // By date, one order for every call: concurrent ones that wait for each other's dates can't deadlock.
  const days = withShifts(calendar.days(), input)
  const dates = days.map(({ date }) => date)
  if (!severalADay) assertDistinct(dates)
  assertDatesAllowed(dates, { today: calendar.today(), unchanged: null })
  const ids = await insertDays(tx, days, context)
  for (const indexes of groupIndexes(days, ({ scheduledTime, timeZone }) => `${scheduledTime} ${timeZone}`))
    await saveSeries(
      tx,
      indexes.map((index) => ids[index] ?? 0),
    )
  await recordCreated(tx, days, { ids, adminId, nowMs })
  return { rows: days.length }
}

/**
 * Adds a schedule for each day, in the order of their dates, and returns their ids. Throws `invalid` with field issues,
 * `dates_taken`, or `sittings_overlap`.
 */
export async function insertDays(
  tx: Executor,
  days: readonly (ScheduledDay & ScheduledStart)[],
  context: ScheduleContext,
): Promise<number[]> {
  const templates = await lockChosenTemplates(tx, days)
  for (const day of days) assertSettingsFit(day, templates.get(day.templateId) ?? unlockedTemplate)
  for (const [, day] of new Map(days.map((each) => [`${each.timeZone} ${each.together}`, each])))
    await assertOwnZone(tx, day)
  return insertAll(tx, days, context)
}

/** Records new schedules in the activity log: one entry per template and start. */
export async function recordCreated(
  tx: Executor,
  days: readonly (ScheduledDay & ScheduledStart)[],
  { ids, adminId, nowMs }: { ids: readonly number[] } & Pick<ScheduleAdminContext, 'adminId' | 'nowMs'>,
): Promise<void> {
  for (const [first = 0, ...others] of groupIndexes(days, startKey)) {
    const saved = await scheduleById(tx, ids[first] ?? 0)
    const datesOfKind = [first, ...others].map((index) => days[index]?.date)
    await recordActivity(tx, {
      ...activityEntry(saved, { adminId, nowMs }),
      kind: scheduleActivities.create,
      after: activityFields({ ...editableFields(saved), date: datesOfKind.join(', ') }, saved),
    })
  }
}

const startKey = ({ templateId, scheduledTime, timeZone, together }: ScheduledDay & ScheduledStart) =>
  `${templateId} ${scheduledTime} ${timeZone} ${together}`

/** The indexes of the days with the same key, in order. */
function groupIndexes<Day>(days: readonly Day[], keyOf: (day: Day) => string): number[][] {
  const groups = new Map<string, number[]>()
  for (const [index, day] of days.entries()) {
    const key = keyOf(day)
    groups.set(key, [...(groups.get(key) ?? []), index])
  }
  return [...groups.values()]
}

/**
 * Updates a schedule. If it repeats, it is the first of its dates, and the others are new rows. With the scope `following`, the later ones of
 * its series change too. Throws `not_found`, `changed_meanwhile`,
 * `invalid` with field issues, `dates_taken`, `sittings_overlap`, or `sitting_under_way` (PHASE-21).
 */
export async function updateScheduleAsAdmin(
  tx: Executor,
  {
    adminId,
    id,
    change,
    ...context
  }: ScheduleAdminContext & {
    id: number
    change: z.output<typeof scheduleChangeSchema>
  },
): Promise<SavedSchedule> {
  const { calendar, nowMs, roomNowMs } = context
  await assertCapability(tx, adminId, 'community.administer')
  const { current, series } = await lockInScope(tx, { id, scope: change.scope })
  if (!current)
    throw appError('not_found', { message: t('Failed to delete existing schedule. Please try again.') })
  const {
    version = current.version,
    repeatWeeks = current.repeatWeeks,
    repeatCount = current.repeatCount,
  } = change
  if (version !== current.version) throw appError('changed_meanwhile')
  const merged = mergeEditableFields(current, change)
  if (series) {
    assertNoRepeat({ repeatWeeks, repeatCount })
    return updateSeries(tx, series, { current, merged, change, adminId, context })
  }
  const dates = repeatDates(merged.date, repeatWeeks, repeatCount)
  const today = calendar.today()
  assertDatesAllowed(dates, { today, unchanged: current.date })
  const starts = startsOfSeries(calendar.days(), merged, { dates, edited: current })
  const wanted = { ...merged, ...starts[0] }
  if (dates.length === 1 && isUnchanged(wanted, editableFields(current))) return { ...current, rows: 1 }
  const template = await lockEditedTemplate(tx, current, { fields: wanted, dates, today })
  const fields = change.silenceMinutes === undefined ? withoutSilenceAfter(wanted, template) : wanted
  assertSettingsFit(fields, template)
  // A stored zone stays, even if the database no longer knew it.
  if (fields.timeZone !== current.timeZone || !fields.together) await assertOwnZone(tx, fields)
  const before = editableFields(current)
  if (dates.length === 1 && differInMeetingAlone(fields, before))
    await saveMeetingOfSchedule(tx, id, { meetingUrl: fields.meetingUrl, nowMs: roomNowMs })
  else await saveEdited(tx, current, { schedules: starts.map((start) => ({ ...fields, ...start })), context })
  const saved = await scheduleById(tx, id)
  await recordActivity(tx, {
    ...activityEntry(current, { adminId, nowMs }),
    kind: scheduleActivities.update,
    ...activityChanges(
      { fields: before, row: current },
      { fields: { ...fields, date: dates.join(', ') }, row: saved },
    ),
  })
  return { ...saved, rows: dates.length }
}

/**
 * Deletes a schedule; with the scope `following` also the later ones of its series, except those that took place. Throws
 * `not_found`, or `sitting_under_way` (PHASE-21).
 */
export async function deleteScheduleAsAdmin(
  tx: Executor,
  { adminId, id, scope, ...context }: ScheduleAdminContext & { id: number; scope: ScheduleScope },
): Promise<void> {
  const { nowMs, roomNowMs } = context
  await assertCapability(tx, adminId, 'community.administer')
  const { current, series } = await lockInScope(tx, { id, scope })
  if (!current) throw appError('not_found')
  const deleted = series ? await withoutPast(tx, series, context) : [current]
  const [first] = deleted
  if (!first) return
  const ids = deleted.map((row) => row.id)
  await withdrawSittings(tx, ids, roomNowMs)
  await deleteSchedules(tx, ids, new Date(roomNowMs))
  const dates = deleted.map(({ date }) => date).join(', ')
  await recordActivity(tx, {
    ...activityEntry(first, { adminId, nowMs, others: deleted.length - 1 }),
    kind: scheduleActivities.delete,
    before: activityFields({ ...editableFields(first), date: dates }, first),
  })
}

/**
 * Unless the change says otherwise, a schedule that becomes one for the whole day no longer starts together. Without
 * that it has no own zone.
 */
function mergeEditableFields(
  current: Schedule,
  change: z.output<typeof scheduleChangeSchema>,
): EditableSchedule {
  const changes = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const merged = editableFields({ ...current, ...changes })
  const isAllDay = merged.scheduledTime === scheduledTimeDefault && change.together === undefined
  const together = merged.together && !isAllDay
  const timeZone = together || change.timeZone !== undefined ? merged.timeZone : null
  return { ...merged, together, timeZone }
}

/** Inserts one row per start, as a series, and returns the first. Throws `dates_taken` or `sittings_overlap`. */
async function insertSeries(
  tx: Executor,
  starts: readonly ScheduledStart[],
  { fields, context }: { fields: Omit<EditableSchedule, keyof ScheduledStart>; context: ScheduleContext },
): Promise<Schedule> {
  const ids = await insertAll(
    tx,
    starts.map((start) => ({ ...fields, ...start })),
    context,
  )
  await saveSeries(tx, ids)
  const [id = 0] = ids
  return scheduleById(tx, id)
}

/**
 * Inserts all schedules with their sittings, and returns their ids in order. Throws `dates_taken` or
 * `sittings_overlap`.
 */
async function insertAll(
  tx: Executor,
  schedules: readonly Omit<NewSchedule, 'createdAt'>[],
  context: ScheduleContext,
): Promise<number[]> {
  const { calendar, nowMs, roomNowMs, severalADay } = context
  const slots = severalADay ? await findSlots(tx, schedules, []) : []
  const slotted = schedules.map((schedule, index) => ({ ...schedule, slot: slots[index] ?? 0 }))
  const inserted = await insertRows(tx, slotted, nowMs)
  await insertScheduledSittings(tx, { days: calendar.days(), nowMs: roomNowMs }, inserted)
  return inserted
}

/** Inserts schedules without their sittings. Throws `dates_taken`. */
async function insertRows(
  tx: Executor,
  schedules: readonly Omit<NewSchedule, 'createdAt'>[],
  nowMs: number,
): Promise<number[]> {
  if (schedules.length === 0) return []
  const createdAt = new Date(nowMs)
  const ids = await insertSchedulesIfFree(
    tx,
    schedules.map((schedule) => ({ ...schedule, createdAt })),
  )
  const missing = schedules.filter((_, index) => ids[index] === null).map(({ date }) => date)
  if (missing.length > 0) throw datesTakenError(missing)
  return ids.filter((id) => id !== null)
}

/**
 * Saves an edited schedule as the first of `schedules`, and inserts the others as its series: its sitting stays the same.
 * Throws `dates_taken`, `sittings_overlap` or `sitting_under_way`.
 */
async function saveEdited(
  tx: Executor,
  current: Schedule,
  { schedules, context }: { schedules: readonly EditableSchedule[]; context: ScheduleContext },
): Promise<void> {
  const { id } = current
  const { calendar, nowMs, roomNowMs, severalADay } = context
  const [edited, ...others] = schedules
  if (!edited) return
  const isMoved = edited.date !== current.date || edited.isActive !== current.isActive
  // Without the setting, one that stays on its day keeps its slot, as it may be a past one.
  const keepsSlot = !severalADay && !isMoved
  const slots = await assertSlotsFree(tx, keepsSlot ? others : schedules, { severalADay, without: [id] })
  const slot = keepsSlot ? undefined : slots.shift()
  const changedAt = new Date(roomNowMs)
  if (!(await updateSchedule(tx, id, { ...edited, ...(slot !== undefined && { slot }), changedAt })))
    throw datesTakenError([edited.date])
  const slotted = others.map((schedule, index) => ({ ...schedule, slot: slots[index] ?? 0 }))
  const added = await insertRows(tx, slotted, nowMs)
  // The id of its row may already be that of another series.
  await saveSeries(tx, [...added, id])
  await syncScheduledSittings(tx, { days: calendar.days(), nowMs: roomNowMs }, [
    { id, before: current },
    ...added.map((each) => ({ id: each, before: null })),
  ])
}

/** Throws `invalid` for `days` if a date comes twice (SCH-16). */
function assertDistinct(dates: readonly string[]): void {
  if (new Set(dates).size === dates.length) return
  const message = t('Each day can have only one meditation.')
  throw fieldError('days', message)
}

interface ScheduleChange {
  fields: EditableSchedule
  dates: readonly string[]
  today: string
}

/**
 * Locks the template unless it may be archived: a past or inactive schedule may keep its template after that. Then it
 * may also have lost its length. Throws `invalid`.
 */
async function lockEditedTemplate(
  tx: Executor,
  current: Schedule,
  { fields, dates, today }: ScheduleChange,
): Promise<ChosenTemplate> {
  const isUpcoming = fields.isActive && dates.some((date) => date >= today)
  const isChosen = isUpcoming || fields.templateId !== current.templateId
  return isChosen ? lockChosenTemplate(tx, fields.templateId) : unlockedTemplate
}
