// What stands in the schedule dialog: its values, and what is wrong with them before anything is sent.
import { useState } from 'react'
import { scheduledTimeDefault } from '#shared/constants.ts'
import { isDay, timeSchema } from '#shared/day.ts'
import type { Schedule } from '../contract.ts'
import { dateError, isRepeat, repeatDates } from '../rules.ts'

export interface ScheduleValues {
  date: string
  scheduledTime: string
  templateId: number | null
  isActive: boolean
  repeatWeeks: number
  repeatCount: number
}

/** A sentence for each field that is wrong. */
export type ScheduleFieldErrors = Partial<Record<keyof ScheduleValues, string>>

const isField = (path: string): path is keyof ScheduleValues => path in emptyValues

const emptyValues: ScheduleValues = {
  date: '',
  scheduledTime: scheduledTimeDefault,
  templateId: null,
  isActive: true,
  repeatWeeks: 0,
  repeatCount: 1,
}

function valuesOf(schedule: Schedule | null, day: string | null): ScheduleValues {
  if (!schedule) return { ...emptyValues, date: day ?? '' }
  const { date, scheduledTime, templateId, isActive, repeatWeeks, repeatCount } = schedule
  return { date, scheduledTime, templateId, isActive, repeatWeeks, repeatCount }
}

/** `schedule` is the one that is edited, `day` where a new one begins. */
export function useScheduleValues(schedule: Schedule | null, day: string | null) {
  const before = valuesOf(schedule, day)
  const [values, setValues] = useState(before)
  const [faults, setFaults] = useState<ScheduleFieldErrors>({})
  return {
    values,
    /** Whether something would be lost. */
    isChanged: JSON.stringify(values) !== JSON.stringify(before),
    faults,
    /** What is wrong with a field is said until it is changed. */
    change: (changed: Partial<ScheduleValues>) => {
      setValues((now) => ({ ...now, ...changed }))
      setFaults((now) =>
        Object.fromEntries(Object.entries(now).filter(([field]) => !Object.hasOwn(changed, field))),
      )
    },
    setFaults,
    /** Begins anew with what is there now. */
    takeOver: (fresh: Schedule) => {
      setValues(valuesOf(fresh, null))
      setFaults({})
    },
  }
}

/** The dates that will arise; none while there is no date yet. */
export function datesOf({ date, repeatWeeks, repeatCount }: ScheduleValues): string[] {
  return isDay(date) ? repeatDates(date, repeatWeeks, repeatCount) : []
}

/** The count is of no account, and can't be chosen, without weeks (SCH-08). */
export function isRepeating({ repeatWeeks, repeatCount }: ScheduleValues) {
  return isRepeat(repeatWeeks, repeatCount)
}

/** What can be seen without the server (SCH-07, SCH-15). */
export function validateSchedule(
  values: ScheduleValues,
  { today, unchanged }: { today: string; unchanged: string | null },
): ScheduleFieldErrors {
  const inDates = isDay(values.date)
    ? dateError(datesOf(values), { today, unchanged })
    : 'Please choose a date.'
  return {
    ...(inDates === null ? {} : { date: inDates }),
    ...(timeSchema.safeParse(values.scheduledTime).success ? {} : { scheduledTime: 'Please choose a time.' }),
    ...(values.templateId === null ? { templateId: 'Please choose a template.' } : {}),
  }
}

/** What the server says beside the fields. */
export function fieldErrorsFromIssues(
  issues: readonly { path: string; message: string }[],
): ScheduleFieldErrors {
  return Object.fromEntries(issues.flatMap(({ path, message }) => (isField(path) ? [[path, message]] : [])))
}
