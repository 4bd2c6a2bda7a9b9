// Form state of the schedule dialog: values and client-side validation.
import { useState } from 'react'
import * as z from 'zod/mini'
import { sittingDefaults } from '#features/sittings/rules.ts'
import type { ScheduledStart } from '#features/sittings/scheduled-start.ts'
import type { SittingSettings } from '#features/sittings/sitting.ts'
import { scheduledTimeDefault } from '#shared/constants.ts'
import { isDay, timeSchema } from '#shared/day-schema.ts'
import { addDays, formatDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { typedNumberSchema } from '#shared/typed-number.ts'
import { pageDays } from '#web/community-days.ts'
import { readFormDraft, writeFormDraft } from '#web/drafts.ts'
import { useWrittenDraft } from '#web/use-form-draft.ts'
import { scheduledDaysMax, type Schedule } from '../../contract.ts'
import { dateError, isRepeat, repeatDates, settingsOf, startsOfSeries } from '../../rules.ts'
import { changeSeries, daysBetween, weekdayDates, type EditableSchedule } from '../../series.ts'
import type { NewSchedules } from './use-new-schedules.ts'

const valuesSchema = z.object({
  date: z.string(),
  scheduledTime: z.string(),
  timeZone: z.nullable(z.string()),
  templateId: z.nullable(z.number()),
  isActive: z.boolean(),
  /** As typed. Drafts of earlier releases have none. */
  meetingUrl: z._default(z.string(), ''),
  repeatWeeks: typedNumberSchema,
  repeatCount: typedNumberSchema,
  /** 0 is Sunday; null unless it repeats on weekdays until a date. */
  weekdays: z.nullable(z.readonly(z.array(z.number()))),
  until: z.string(),
  together: z.boolean(),
  doorsMinutes: typedNumberSchema,
  gatherSeconds: typedNumberSchema,
  bellSeconds: typedNumberSchema,
  silenceMinutes: typedNumberSchema,
  sharingMinutes: typedNumberSchema,
})
export type ScheduleValues = z.output<typeof valuesSchema>

/** The version is that of the edited schedule; 0 for a new one. */
const draftSchema = z.object({ version: z.int(), values: valuesSchema })
type ScheduleDraft = z.output<typeof draftSchema>

/** A new schedule has a draft for each day that its dialog was opened on. */
const draftNameOf = (schedule: Schedule | null, day: string | null) =>
  `schedule:${schedule ? schedule.id : `new:${day ?? ''}`}`

export function readScheduleDraft(schedule: Schedule | null, day: string | null): ScheduleDraft | null {
  return readFormDraft(draftNameOf(schedule, day), draftSchema)
}

/** An error message per invalid field. */
export type ScheduleFieldErrors = Partial<Record<keyof ScheduleValues, string>>

const isField = (path: string): path is keyof ScheduleValues => path in emptyValues

const emptyValues: ScheduleValues = {
  date: '',
  scheduledTime: scheduledTimeDefault,
  timeZone: null,
  templateId: null,
  isActive: true,
  meetingUrl: '',
  repeatWeeks: 0,
  repeatCount: 1,
  weekdays: null,
  until: '',
  ...sittingDefaults,
}

interface NewScheduleStart {
  /** The initial date, null for none. */
  day: string | null
  /** Time and settings to begin with. */
  newSchedules: NewSchedules
  /** The schedule whose time and settings a new one takes; null for none. */
  previous: Schedule | null
}

interface ScheduleValuesOptions extends NewScheduleStart {
  /** Unsaved values of an earlier opening. */
  draft: ScheduleDraft | null
}

function valuesOf(
  schedule: Schedule | null,
  { day, newSchedules, previous }: NewScheduleStart,
): ScheduleValues {
  if (!schedule)
    return { ...emptyValues, ...newSchedules, date: day ?? '', ...(previous && startOf(previous)) }
  const { date, scheduledTime, timeZone, templateId, isActive, repeatWeeks, repeatCount } = schedule
  return {
    ...emptyValues,
    date,
    scheduledTime,
    timeZone,
    templateId,
    isActive,
    meetingUrl: schedule.meetingUrl ?? '',
    repeatWeeks,
    repeatCount,
    ...settingsOf(schedule),
  }
}

/** The time of a schedule, its zone, and the settings of its sitting, for another day. */
export function startOf(
  schedule: Pick<ScheduleValues, 'scheduledTime' | 'timeZone' | keyof SittingSettings>,
): Pick<ScheduleValues, 'scheduledTime' | 'timeZone' | keyof SittingSettings> {
  const { scheduledTime, timeZone } = schedule
  return { scheduledTime, timeZone, ...settingsOf(schedule) }
}

/** `schedule` is the edited one; a new one starts with `start`. */
export function useScheduleValues(schedule: Schedule | null, start: ScheduleValuesOptions) {
  const [draftName] = useState(() => draftNameOf(schedule, start.day))
  const [initialValues, setInitialValues] = useState(() => valuesOf(schedule, start))
  const [values, setValues] = useState(start.draft?.values ?? initialValues)
  const isChanged = JSON.stringify(values) !== JSON.stringify(initialValues)
  useWrittenDraft(draftName, isChanged ? { version: schedule?.version ?? 0, values } : null)
  const [errors, setErrors] = useState<ScheduleFieldErrors>({})
  const restartWith = (restarted: ScheduleValues) => {
    setInitialValues(restarted)
    setValues(restarted)
    setErrors({})
  }
  return {
    values,
    /** Whether closing would discard changes. */
    isChanged,
    /** Deletes the draft; the dialog closes. */
    discard: () => writeFormDraft(draftName, null),
    errors,
    /** A field's error shows until the field changes. */
    change: (changed: Partial<ScheduleValues>) => {
      setValues((now) => ({ ...now, ...changed }))
      setErrors((now) =>
        Object.fromEntries(
          // Why it can't start together may follow from any field.
          Object.entries(now).filter(([field]) => field !== 'together' && !Object.hasOwn(changed, field)),
        ),
      )
    },
    setErrors,
    /** Restarts with the current version. */
    resetTo: (current: Schedule) => restartWith(valuesOf(current, start)),
    /**
     * Restarts with a new schedule on a day after a save, with the same template, meeting link, time and settings of its
     * sitting (SCH-26). Weekdays stay, until a day that is as far away.
     */
    continueOn: (date: string) => {
      const { templateId, meetingUrl, weekdays } = values
      const until = weekdays === null ? '' : addDays(date, daysBetween(values.date, values.until))
      restartWith({ ...emptyValues, date, templateId, meetingUrl, weekdays, until, ...startOf(values) })
    },
  }
}

/** The dates that a save would create; none without a date. */
export function datesOf({ date, repeatWeeks, repeatCount, weekdays, until }: ScheduleValues): string[] {
  if (!isDay(date)) return []
  if (weekdays === null) return repeatDates(date, repeatWeeks, repeatCount)
  return isDay(until) ? weekdayDates({ from: date, until, weekdays }) : []
}

/** The starts that a save would create, one for each date; none without a date or a time. */
export function startsOf(values: ScheduleValues, edited: Schedule | null): ScheduledStart[] {
  if (!timeSchema.safeParse(values.scheduledTime).success) return []
  const dates = datesOf(values).filter(isDay)
  const { scheduledTime, timeZone } = values
  const date = dates[0] ?? values.date
  return startsOfSeries(pageDays(), { date, scheduledTime, timeZone }, { dates, edited })
}

/** The schedules of a series as a save from one of them on would leave them; none without a date or a time. */
export function changedSeries(
  values: ScheduleValues,
  { edited, series }: { edited: Schedule; series: readonly Schedule[] },
): EditableSchedule[] {
  if (!isDay(values.date) || !timeSchema.safeParse(values.scheduledTime).success) return []
  const templateId = values.templateId ?? edited.templateId
  const after = { ...edited, ...values, templateId, meetingUrl: values.meetingUrl.trim() || null }
  return changeSeries(pageDays(), series, { before: edited, after }).filter(({ date }) => isDay(date))
}

/** Without an interval the count is ignored and disabled (SCH-08). */
export function isRepeating({ repeatWeeks, repeatCount, weekdays }: ScheduleValues) {
  return weekdays !== null || isRepeat(repeatWeeks, repeatCount)
}

/** Validation that needs no server (SCH-07, SCH-15). */
export function validateSchedule(
  values: ScheduleValues,
  { today, unchanged }: { today: string; unchanged: string | null },
): ScheduleFieldErrors {
  const dateMessage = isDay(values.date)
    ? dateError(datesOf(values), { today, unchanged })
    : t('Please choose a date.')
  return {
    ...missingWeekdays(values),
    ...untilError(values),
    ...(dateMessage === null ? {} : { date: dateMessage }),
    ...(timeSchema.safeParse(values.scheduledTime).success
      ? {}
      : { scheduledTime: t('Please choose a time.') }),
    ...(values.templateId === null ? { templateId: t('Please choose a template.') } : {}),
  }
}

function missingWeekdays({ weekdays, until }: ScheduleValues): ScheduleFieldErrors {
  if (weekdays === null) return {}
  return {
    ...(weekdays.length > 0 ? {} : { weekdays: t('Please choose at least one weekday.') }),
    ...(isDay(until) ? {} : { until: t('Please choose a date.') }),
  }
}

/** The error of a last day that doesn't fit the first one or the weekdays; shown at once. */
export function untilError(values: ScheduleValues): ScheduleFieldErrors {
  const { date, until, weekdays } = values
  if (weekdays === null || weekdays.length === 0 || !isDay(date) || !isDay(until)) return {}
  if (until < date) return { until: t('The last day is before the first.') }
  const dates = datesOf(values)
  if (dates.length === 0) return { until: t('None of these weekdays falls before then. Choose a later day.') }
  const last = dates[scheduledDaysMax - 1]
  if (dates.length <= scheduledDaysMax || last === undefined) return {}
  return {
    until: t('At most {max} dates at once: choose {day} or earlier.', {
      max: scheduledDaysMax,
      day: formatDay(last, 'full'),
    }),
  }
}

/** Maps the server's issues to fields. */
export function fieldErrorsFromIssues(
  issues: readonly { path: string; message: string }[],
): ScheduleFieldErrors {
  return Object.fromEntries(
    issues
      .map(({ path, message }) => ({ field: path === 'days' ? 'until' : path, message }))
      .flatMap(({ field, message }) => (isField(field) ? [[field, message]] : [])),
  )
}
