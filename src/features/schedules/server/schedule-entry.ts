// Schedules as the activity log records them.
import { datedLabel } from '#features/activity/dated-label.ts'
import { changedFields } from '#features/activity/server/service.ts'
import type { Schedule } from '../contract.ts'
import { settingsOf } from '../rules.ts'
import type { EditableSchedule } from '../series.ts'
import type { ScheduleAdminContext } from './schedule-checks.ts'

export function editableFields(schedule: EditableSchedule): EditableSchedule {
  const { date, templateId, scheduledTime, timeZone, dayShift, isActive, meetingUrl } = schedule
  return {
    date,
    templateId,
    scheduledTime,
    timeZone,
    dayShift,
    isActive,
    meetingUrl,
    ...settingsOf(schedule),
  }
}

/** Both have their keys in the same order. */
export function isUnchanged(a: EditableSchedule, b: EditableSchedule): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Whether they differ in their meeting links alone, which also sittings under way get. */
export function differInMeetingAlone(a: EditableSchedule, b: EditableSchedule): boolean {
  return a.meetingUrl !== b.meetingUrl && isUnchanged({ ...a, meetingUrl: null }, { ...b, meetingUrl: null })
}

/** The fields as the activity log records them: with the template's title, and a sitting's settings and own zone if any. */
export function activityFields(schedule: EditableSchedule, { template }: Schedule) {
  const parts = { isTogether: schedule.together, hasOwnZone: schedule.timeZone !== null }
  const hasMeeting = schedule.meetingUrl !== null
  return { ...fieldsWithParts(schedule, template.title, parts), ...(hasMeeting && { meetingUrl: true }) }
}

/** The same for an edit: the fields that changed. A meeting link stays out of the log, only whether there is one. */
export function activityChanges(
  { fields: before, row: beforeRow }: LoggedSchedule,
  { fields: after, row: afterRow }: LoggedSchedule,
) {
  const parts = {
    isTogether: before.together || after.together,
    hasOwnZone: before.timeZone !== after.timeZone,
  }
  const changed = changedFields(
    fieldsWithParts(before, beforeRow.template.title, parts),
    fieldsWithParts(after, afterRow.template.title, parts),
  )
  if (before.meetingUrl === after.meetingUrl) return changed
  return {
    before: { ...changed.before, meetingUrl: before.meetingUrl !== null },
    after: { ...changed.after, meetingUrl: after.meetingUrl !== null },
  }
}

interface LoggedSchedule {
  fields: EditableSchedule
  row: Schedule
}

function fieldsWithParts(
  schedule: EditableSchedule,
  title: string,
  { isTogether, hasOwnZone }: { isTogether: boolean; hasOwnZone: boolean },
) {
  const { date, templateId, scheduledTime, timeZone, isActive } = schedule
  return {
    date,
    templateId,
    scheduledTime,
    ...(hasOwnZone && { timeZone }),
    isActive,
    template: title,
    ...(isTogether && settingsOf(schedule)),
  }
}

export function activityEntry(
  { id, date, template }: Schedule,
  { adminId, nowMs, others = 0 }: Pick<ScheduleAdminContext, 'adminId' | 'nowMs'> & { others?: number },
) {
  return {
    actorId: adminId,
    targetId: id,
    label: datedLabel(template.title, date, others),
    createdAt: new Date(nowMs),
  }
}
