// Schedules as the activity log records them.
import { datedLabel } from '#features/activity/dated-label.ts'
import type { Schedule } from '../contract.ts'
import { settingsOf } from '../rules.ts'
import type { EditableSchedule } from '../series.ts'
import type { ScheduleAdminContext } from './schedule-checks.ts'

export function editableFields(schedule: EditableSchedule): EditableSchedule {
  const { date, templateId, scheduledTime, timeZone, dayShift, isActive } = schedule
  return { date, templateId, scheduledTime, timeZone, dayShift, isActive, ...settingsOf(schedule) }
}

/** Both have their keys in the same order. */
export function isUnchanged(a: EditableSchedule, b: EditableSchedule): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** The fields as the activity log records them: with the template's title, and a sitting's settings and own zone if any. */
export function activityFields(
  schedule: EditableSchedule,
  { template }: Schedule,
  { isTogether, hasOwnZone } = {
    isTogether: schedule.together,
    hasOwnZone: schedule.timeZone !== null,
  },
) {
  const { date, templateId, scheduledTime, timeZone, isActive } = schedule
  return {
    date,
    templateId,
    scheduledTime,
    ...(hasOwnZone && { timeZone }),
    isActive,
    template: template.title,
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
