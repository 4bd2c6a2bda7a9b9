// Changes of a series from one of its schedules on: all of them, or none (PLAN-06).
import type * as z from 'zod/mini'
import { recordActivity } from '#features/activity/server/service.ts'
import { lockPastSchedules, syncScheduledSittings } from '#features/sittings/server/service.ts'
import { fieldError } from '#server/app-error.ts'
import type { Executor } from '#server/db/database.ts'
import { t } from '#shared/i18n/t.ts'
import { scheduleActivities } from '../activities.ts'
import type { Schedule, scheduleChangeSchema, ScheduleScope } from '../contract.ts'
import { isRepeat } from '../rules.ts'
import { changeSeries, seriesFrom, type EditableSchedule } from '../series.ts'
import { assertSlotsFree, datesTakenError } from './find-slots.ts'
import {
  assertDatesAllowed,
  assertOwnZone,
  assertSettingsFit,
  lockChosenTemplates,
  unlockedTemplate,
  withoutSilenceAfter,
  type SavedSchedule,
  type ScheduleContext,
} from './schedule-checks.ts'
import {
  activityChanges,
  activityEntry,
  differInMeetingAlone,
  editableFields,
  isUnchanged,
} from './schedule-entry.ts'
import { saveMeetingOfSchedule } from './schedule-meeting.ts'
import { lockScheduleForUpdate, lockSeriesForUpdate, scheduleById, updateSchedule } from './sql.ts'

/** Changes the schedules of a series together; those that took place stay. `merged` is the edited one after the change. */
export async function updateSeries(
  tx: Executor,
  series: readonly Schedule[],
  {
    current,
    merged,
    change,
    adminId,
    context,
  }: {
    current: Schedule
    merged: EditableSchedule
    change: Pick<z.output<typeof scheduleChangeSchema>, 'silenceMinutes'>
    adminId: number
    context: ScheduleContext
  },
): Promise<SavedSchedule> {
  const { calendar, nowMs, roomNowMs } = context
  const today = calendar.today()
  const upcoming = series.filter(({ date }) => date >= today)
  if (merged.timeZone !== current.timeZone || !merged.together) await assertOwnZone(tx, merged)
  const edit = { before: editableFields(current), after: merged }
  const fields = changeSeries(calendar.days(), upcoming.map(editableFields), edit)
  const changed = upcoming
    .map((row, index) => ({ row, fields: fields[index] ?? row }))
    .filter((each) => !isUnchanged(editableFields(each.fields), editableFields(each.row)))
  if (merged.date !== current.date)
    assertDatesAllowed(
      changed.map((each) => each.fields.date),
      { today, unchanged: null },
    )
  // The templates before the sittings, as everywhere.
  const wanted = await withFittingSettings(tx, changed, {
    // The others of the series may have other templates, for which they weren't given.
    hasGivenSilence: ({ row }) => row.id === current.id && change.silenceMinutes !== undefined,
  })
  const isMeetingAlone = wanted.every(({ row, fields }) =>
    differInMeetingAlone(editableFields(fields), editableFields(row)),
  )
  const changes = isMeetingAlone ? wanted : await withoutTakenPlace(tx, wanted, context)
  const [first] = changes
  if (!first) return { ...current, rows: 0 }
  const dates = changes.map((each) => each.fields.date)
  if (isMeetingAlone)
    for (const { row, fields } of changes)
      await saveMeetingOfSchedule(tx, row.id, { meetingUrl: fields.meetingUrl, nowMs: roomNowMs })
  else {
    await saveSeriesChanges(tx, changes, context)
    await syncScheduledSittings(
      tx,
      { days: calendar.days(), nowMs: roomNowMs },
      changes.map(({ row }) => ({ id: row.id, before: row })),
    )
  }
  const saved = await scheduleById(tx, first.row.id)
  await recordActivity(tx, {
    ...activityEntry(first.row, { adminId, nowMs, others: changes.length - 1 }),
    kind: scheduleActivities.update,
    ...activityChanges(
      {
        fields: { ...editableFields(first.row), date: changes.map(({ row }) => row.date).join(', ') },
        row: first.row,
      },
      { fields: { ...editableFields(saved), date: dates.join(', ') }, row: saved },
    ),
  })
  return { ...(await scheduleById(tx, current.id)), rows: changes.length }
}

interface RowChange {
  row: Schedule
  fields: EditableSchedule
}

/** The changes of schedules that didn't take place. Throws `sitting_under_way` (PHASE-21). */
async function withoutTakenPlace(
  tx: Executor,
  changes: readonly RowChange[],
  { roomNowMs }: ScheduleContext,
): Promise<RowChange[]> {
  const past = await lockPastSchedules(
    tx,
    changes.map(({ row }) => row.id),
    roomNowMs,
  )
  return changes.filter(({ row }) => !past.has(row.id))
}

/** Saves the rows of a series in their slots. Throws `dates_taken` naming all taken dates. */
async function saveSeriesChanges(
  tx: Executor,
  changes: readonly RowChange[],
  { severalADay, roomNowMs }: ScheduleContext,
): Promise<void> {
  const slots = await assertSlotsFree(
    tx,
    changes.map((each) => each.fields),
    { severalADay, without: changes.map(({ row }) => row.id) },
  )
  const updates = changes.map((change, index) => ({ ...change, slot: slots[index] ?? 0 }))
  const changedAt = new Date(roomNowMs)
  const isLater = updates.some(({ row, ...each }) => each.fields.date > row.date)
  // Of rows that move later the last one moves first, so that none meets the next one's old date.
  for (const { row, slot, ...each } of isLater ? updates.toReversed() : updates)
    if (!(await updateSchedule(tx, row.id, { ...each.fields, slot, changedAt })))
      throw datesTakenError([each.fields.date])
}

/** Locks the templates, and returns the rows with settings that fit theirs. Throws `invalid`. */
async function withFittingSettings(
  tx: Executor,
  changes: readonly RowChange[],
  { hasGivenSilence }: { hasGivenSilence: (change: RowChange) => boolean },
): Promise<RowChange[]> {
  const chosen = changes.filter(({ row, fields }) => fields.isActive || fields.templateId !== row.templateId)
  const templates = await lockChosenTemplates(
    tx,
    chosen.map(({ fields }) => fields),
  )
  return changes.map((change) => {
    const template = templates.get(change.fields.templateId) ?? unlockedTemplate
    const fields = hasGivenSilence(change) ? change.fields : withoutSilenceAfter(change.fields, template)
    assertSettingsFit(fields, template)
    return { ...change, fields }
  })
}

/** Throws `invalid` for `repeatWeeks`. */
export function assertNoRepeat({
  repeatWeeks,
  repeatCount,
}: {
  repeatWeeks: number
  repeatCount: number
}): void {
  if (!isRepeat(repeatWeeks, repeatCount)) return
  const message = t('Only one schedule can be repeated, not a series.')
  throw fieldError('repeatWeeks', message)
}

interface LockedSchedules {
  current: Schedule | null
  /** The schedule and the later ones of its series; null unless that's what changes. */
  series: readonly Schedule[] | null
  /** The whole series. */
  rows: readonly Schedule[]
}

/** Locks a schedule, and with the scope `following` its series. */
export async function lockInScope(
  tx: Executor,
  { id, scope }: { id: number; scope: ScheduleScope },
): Promise<LockedSchedules> {
  const rows = scope === 'following' ? await lockSeriesForUpdate(tx, id) : []
  const current = rows.find((row) => row.id === id) ?? (await lockScheduleForUpdate(tx, id))
  return { current, series: current && rows.length > 0 ? seriesFrom(rows, current) : null, rows }
}

/** The schedules of a series that are still to come. Throws `sitting_under_way` (PHASE-21). */
export async function withoutPast(
  tx: Executor,
  series: readonly Schedule[],
  { calendar, roomNowMs }: Pick<ScheduleContext, 'calendar' | 'roomNowMs'>,
): Promise<Schedule[]> {
  const today = calendar.today()
  const upcoming = series.filter(({ date }) => date >= today)
  const past = await lockPastSchedules(
    tx,
    upcoming.map(({ id }) => id),
    roomNowMs,
  )
  return upcoming.filter(({ id }) => !past.has(id))
}
