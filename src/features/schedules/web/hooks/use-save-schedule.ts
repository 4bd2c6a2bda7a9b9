// Save and delete requests of the schedule dialog, and how their failures show.
import { useState } from 'react'
import { t } from '#shared/i18n/t.ts'
import { dailyMeditationPath } from '#shared/paths.ts'
import { showAdminErrorToast } from '#web/admin-error-toast.ts'
import { isCallError } from '#web/call.ts'
import { validationIssuesOf, errorMessageOf } from '#web/error-message.ts'
import { adminMessages } from '#web/i18n/admin-messages.ts'
import { logFailure } from '#web/log.ts'
import { toast } from '#web/toast-store.ts'
import { useCallMutation } from '#web/use-call.ts'
import { schedulesCalls, type Schedule, type ScheduleScope } from '../../contract.ts'
import { settingsOf } from '../../rules.ts'
import {
  datesOf,
  fieldErrorsFromIssues,
  isRepeating,
  type ScheduleFieldErrors,
  type ScheduleValues,
} from './use-schedule-values.ts'

/** Why the save failed, unless a field shows it. */
export interface ScheduleFailure {
  message: string
  /** Another administrator changed the schedule: the new version can be loaded. */
  isStale: boolean
  /** Dates that already have an active schedule. */
  takenDates: readonly string[]
}

interface SaveScheduleOptions {
  /** The edited schedule as it was loaded; null for a new one. */
  schedule: Schedule | null
  /** Whether the later ones of its series change too. */
  scope: ScheduleScope
  onFieldErrors: (errors: ScheduleFieldErrors) => void
}

/** Refetches the schedules after a change, and invalidates today's meditation for its next visit. */
export const scheduleInvalidations = {
  refetch: [schedulesCalls.schedules],
  evict: [{ path: dailyMeditationPath }],
}
const admin = adminMessages
/** The dialog's message for a schedule that was deleted meanwhile. */
export const deletedMeanwhileMessage = t('This schedule has been deleted in the meantime.')

export function useSaveSchedule({ schedule, scope, onFieldErrors }: SaveScheduleOptions) {
  const [failure, setFailure] = useState<ScheduleFailure | null>(null)
  const create = useCallMutation(schedulesCalls.createSchedule, scheduleInvalidations)
  const createDays = useCallMutation(schedulesCalls.scheduleDays, scheduleInvalidations)
  const update = useCallMutation(schedulesCalls.updateSchedule, scheduleInvalidations)
  const save = async (values: ScheduleValues, onSaved: () => void) => {
    const { date, scheduledTime, templateId, isActive, repeatWeeks, repeatCount } = values
    const meetingUrl = values.meetingUrl.trim() || null
    if (templateId === null) return
    setFailure(null)
    const day = {
      date,
      scheduledTime,
      templateId,
      isActive,
      ...(meetingUrl !== (schedule?.meetingUrl ?? null) && { meetingUrl }),
      ...(values.together
        ? { ...settingsOf(values), timeZone: values.timeZone }
        : schedule?.together
          ? { together: false, timeZone: null }
          : {}),
    }
    // Without an interval the count isn't the user's choice.
    const body = { ...day, repeatWeeks, repeatCount: repeatWeeks > 0 ? repeatCount : 1 }
    const send = () => {
      if (schedule)
        return update.mutateAsync({
          params: { id: String(schedule.id) },
          body: { ...body, version: schedule.version, ...(scope === 'following' && { scope }) },
        })
      if (values.weekdays === null) return create.mutateAsync({ body })
      return createDays.mutateAsync({
        body: { days: datesOf(values).map((each) => ({ ...day, date: each })) },
      })
    }
    try {
      const { rows } = await send()
      toast(savedToast({ schedule, scope, rows }))
      onSaved()
    } catch (error) {
      logFailure('Schedule save failed.', error)
      const description = failureDescription(schedule, values, error)
      if (!isExplained(error) || (isNotFound(error) && isRepeating(values))) showAdminErrorToast(description)
      const shownFailure = failureOf(error, description)
      if (shownFailure.takenDates.length === 0)
        onFieldErrors(fieldErrorsFromIssues(validationIssuesOf(error)))
      setFailure(
        validationIssuesOf(error).length > 0 && shownFailure.takenDates.length === 0 ? null : shownFailure,
      )
    }
  }
  return { save, failure, setFailure, isSaving: create.isPending || createDays.isPending || update.isPending }
}

/** 'Schedules created' also follows an edit that repeats (SCH-21); a series that changed is an edit like another. */
function savedToast({
  schedule,
  scope,
  rows,
}: Pick<SaveScheduleOptions, 'schedule' | 'scope'> & { rows: number }) {
  if (rows > 1 && scope !== 'following') return admin.schedulesCreated(rows)
  return { title: schedule ? admin.scheduleUpdated : admin.scheduleCreated }
}

/** The toast's text (SCH-20, SCH-21). */
function failureDescription(schedule: Schedule | null, values: ScheduleValues, error: unknown): string {
  if (isRepeating(values)) return isNotFound(error) ? admin.deleteExistingFailed : admin.createSchedulesFailed
  return schedule ? admin.updateScheduleFailed : admin.createScheduleFailed
}

const explainedCodes: ReadonlySet<string> = new Set([
  'dates_taken',
  'sittings_overlap',
  'sitting_under_way',
  'changed_meanwhile',
  'not_found',
])

/** Whether the dialog or the row shows the server's reason; a toast would only contradict it (SCH-25). */
export function isExplained(error: unknown): boolean {
  const code = isCallError(error) ? error.errorBody?.code : undefined
  if (code !== undefined && explainedCodes.has(code)) return true
  return Object.keys(fieldErrorsFromIssues(validationIssuesOf(error))).length > 0
}

function isNotFound(error: unknown): boolean {
  return isCallError(error) && error.status === 404
}

function failureOf(error: unknown, otherwise: string): ScheduleFailure {
  const code = isCallError(error) ? error.errorBody?.code : undefined
  return {
    message: isNotFound(error) ? deletedMeanwhileMessage : errorMessageOf(error, otherwise),
    isStale: code === 'changed_meanwhile',
    takenDates: code === 'dates_taken' ? validationIssuesOf(error).map(({ message }) => message) : [],
  }
}

/** Deletes after the confirmation (SCH-19), with the scope `following` also the later ones of its series. */
export function useDeleteSchedule(scope: ScheduleScope, onDone: () => void) {
  const { mutate, isPending, error } = useCallMutation(schedulesCalls.deleteSchedule, {
    ...scheduleInvalidations,
    onSuccess: () => {
      toast({ title: admin.scheduleDeleted })
      onDone()
    },
    onError: (failure) => {
      logFailure('Schedule deletion failed.', failure)
      showAdminErrorToast(admin.deleteScheduleFailed)
    },
  })
  return {
    deleteSchedule: ({ id }: Schedule) =>
      mutate({
        params: { id: String(id) },
        ...(scope === 'following' && { query: { scope } }),
      }),
    isDeleting: isPending,
    deletionError: error && errorMessageOf(error, admin.deleteScheduleFailed),
  }
}
