// Save and delete requests of the schedule dialog, and how their failures show.
import { useState } from 'react'
import { dailyMeditationPath } from '#shared/paths.ts'
import { adminMessages } from '#shared/admin-messages.ts'
import { isCallError } from '#web/call.ts'
import { logFailure } from '#web/log.ts'
import { validationIssuesOf, errorMessageOf } from '#web/error-message.ts'
import { toast } from '#web/toast-store.ts'
import { useCallMutation } from '#web/use-call.ts'
import { schedulesCalls, type Schedule } from '../../contract.ts'
import { settingsOf } from '../../rules.ts'
import {
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
  onFieldErrors: (errors: ScheduleFieldErrors) => void
}

/** Refetches the schedules after a change, and invalidates today's meditation for its next visit. */
export const scheduleInvalidations = {
  refetch: [schedulesCalls.schedules],
  evict: [{ path: dailyMeditationPath }],
}
const admin = adminMessages
/** The dialog's message for a schedule that was deleted meanwhile. */
export const deletedMeanwhileMessage = 'This schedule has been deleted in the meantime.'

export function useSaveSchedule({ schedule, onFieldErrors }: SaveScheduleOptions) {
  const [failure, setFailure] = useState<ScheduleFailure | null>(null)
  const create = useCallMutation(schedulesCalls.createSchedule, scheduleInvalidations)
  const update = useCallMutation(schedulesCalls.updateSchedule, scheduleInvalidations)
  const save = async (values: ScheduleValues, onSaved: () => void) => {
    const { date, scheduledTime, templateId, isActive, repeatWeeks, repeatCount } = values
    if (templateId === null) return
    setFailure(null)
    // Without an interval the count isn't the user's choice.
    const body = {
      date,
      scheduledTime,
      templateId,
      isActive,
      repeatWeeks,
      repeatCount: repeatWeeks > 0 ? repeatCount : 1,
      ...(values.together
        ? { ...settingsOf(values), timeZone: values.timeZone }
        : schedule?.together
          ? { together: false, timeZone: null }
          : {}),
    }
    try {
      const { rows } = schedule
        ? await update.mutateAsync({
            params: { id: String(schedule.id) },
            body: { ...body, version: schedule.version },
          })
        : await create.mutateAsync({ body })
      toast(rows > 1 ? admin.schedulesCreated(rows) : { title: savedTitle(schedule) })
      onSaved()
    } catch (error) {
      logFailure('Schedule save failed.', error)
      const description = failureDescription(schedule, values, error)
      if (!isExplained(error) || (isNotFound(error) && isRepeating(values)))
        toast({ title: admin.error, description, variant: 'destructive' })
      const shownFailure = failureOf(error, description)
      if (shownFailure.takenDates.length === 0)
        onFieldErrors(fieldErrorsFromIssues(validationIssuesOf(error)))
      setFailure(
        validationIssuesOf(error).length > 0 && shownFailure.takenDates.length === 0 ? null : shownFailure,
      )
    }
  }
  return { save, failure, setFailure, isSaving: create.isPending || update.isPending }
}

function savedTitle(schedule: Schedule | null): string {
  return schedule ? admin.scheduleUpdated : admin.scheduleCreated
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

/** Deletes after the confirmation (SCH-19). */
export function useDeleteSchedule(onDone: () => void) {
  const { mutate, isPending, error } = useCallMutation(schedulesCalls.deleteSchedule, {
    ...scheduleInvalidations,
    onSuccess: () => {
      toast({ title: admin.scheduleDeleted })
      onDone()
    },
    onError: (failure) => {
      logFailure('Schedule deletion failed.', failure)
      toast({ title: admin.error, description: admin.deleteScheduleFailed, variant: 'destructive' })
    },
  })
  return {
    deleteSchedule: ({ id }: Schedule) => mutate({ params: { id: String(id) } }),
    isDeleting: isPending,
    deletionError: error && errorMessageOf(error, admin.deleteScheduleFailed),
  }
}
