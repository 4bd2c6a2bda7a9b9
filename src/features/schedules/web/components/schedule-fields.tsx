// Fields of the schedule dialog, with a preview of the dates below.
import { clsx } from 'clsx'
import { useState, type ComponentProps, type Ref } from 'react'
import { scheduledTimeDefault } from '#shared/constants.ts'
import { isDay } from '#shared/day-schema.ts'
import { capitalize, formatDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { pageDays, pageToday } from '#web/community-days.ts'
import { localZone } from '#web/local-zone.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import {
  describeHourChanges,
  describeStart,
  formatOwnStart,
  describeTitleAndStart,
  formatStart,
  isOpenAllDay,
} from '../../calendar-days.ts'
import type { Schedule } from '../../contract.ts'
import { scheduleBefore } from '../../rules.ts'
import { placeTakenBy, schedulesPerDay } from '../../slots.ts'
import { useSeveralADay } from '../hooks/use-new-schedules.ts'
import {
  changedSeries,
  datesOf,
  startOf,
  startsOf,
  type ScheduleFieldErrors,
  type ScheduleValues,
} from '../hooks/use-schedule-values.ts'
import { HourChanges } from './hour-changes.tsx'
import { MeetingLinkField, type TemplateMeetings } from './meeting-link-field.tsx'
import { RepeatFields } from './repeat-fields.tsx'
import { TemplatePicker } from './template-picker.tsx'
import { fittingSettings, TogetherFields } from './together-fields.tsx'

interface ScheduleFieldsProps {
  /** Gets the initial focus. */
  firstField: Ref<HTMLInputElement>
  values: ScheduleValues
  errors: ScheduleFieldErrors
  onChange: (changed: Partial<ScheduleValues>) => void
  /** The edited schedule; null for a new one. */
  schedule: Schedule | null
  /** The schedules that change with it, itself among them; null for only itself. */
  series: readonly Schedule[] | null
  schedules: readonly Schedule[]
  /** Dates that the server reported as taken. */
  takenDates: readonly string[]
  today: string
  /** What the chosen template plays. */
  chosen: Pick<ComponentProps<typeof TogetherFields>, 'mediaSeconds' | 'kind'> & {
    meetings: TemplateMeetings
  }
}

export function ScheduleFields({
  firstField,
  values,
  errors,
  onChange,
  schedule,
  series,
  chosen: { meetings, ...chosen },
  ...rest
}: ScheduleFieldsProps) {
  const [local] = useState(localZone)
  const severalADay = useSeveralADay()
  const fitting = fittingSettings(values, chosen)
  const timeZone = fitting.together ? values.timeZone : null
  const toSave = { ...fitting, timeZone }
  const changed = schedule && series ? changedSeries(toSave, { edited: schedule, series }) : null
  const starts = changed ?? startsOf(toSave, schedule)
  const wanted = changed ?? datesOf(toSave).map((date) => ({ ...toSave, date }))
  const dates = datesToSave(wanted, { replaced: series ?? [schedule], severalADay, ...rest })
  return (
    <>
      <div className="field-pair">
        <Field
          label={t('Date')}
          error={errors.date ?? takenMessage(dates)}
          hint={isDay(values.date) && dateHint(dates[0], values.date)}
        >
          <Input
            ref={firstField}
            type="date"
            required
            min={schedule && schedule.date < rest.today ? schedule.date : rest.today}
            max="9999-12-31"
            value={values.date}
            onChange={(event) => onChange({ date: event.target.value })}
          />
        </Field>
        <Field
          label={t('Time')}
          error={errors.scheduledTime}
          hint={describeStart(
            pageDays(),
            { date: values.date, scheduledTime: values.scheduledTime, timeZone, ...starts[0] },
            { local, today: pageToday() },
          )}
        >
          <Input
            type="time"
            required
            value={values.scheduledTime}
            onChange={(event) => onChange({ scheduledTime: event.target.value })}
          />
        </Field>
      </div>
      {schedule === null && <StartOfBefore {...{ values, onChange }} schedules={rest.schedules} />}
      {!series && <RepeatFields {...{ values, errors, onChange }} isNew={schedule === null} />}
      <TemplatePicker
        value={values.templateId}
        error={errors.templateId}
        edited={schedule}
        onChange={(templateId) => onChange({ templateId })}
      />
      <TogetherFields
        {...{ errors, onChange }}
        {...chosen}
        values={{ ...values, silenceMinutes: fitting.silenceMinutes }}
      />
      <MeetingLinkField {...{ values, errors, meetings, onChange }} together={fitting.together} />
      <Checkbox
        label={t('Active')}
        hint={
          severalADay
            ? t('Members see active schedules; a day has at most {max}, one of them without a bell.', {
                max: schedulesPerDay,
              })
            : t('Members see the day’s active schedule; each day has at most one.')
        }
        error={errors.isActive}
        checked={values.isActive}
        onChange={(event) => onChange({ isActive: event.target.checked })}
      />
      {dates.length > 1 && <Dates dates={dates} changes={describeHourChanges(pageDays(), starts, local)} />}
    </>
  )
}

/** Offers the start of the schedule before, where the chosen one is open all day. */
function StartOfBefore({
  values,
  schedules,
  onChange,
}: Pick<ScheduleFieldsProps, 'values' | 'schedules' | 'onChange'>) {
  if (values.scheduledTime !== scheduledTimeDefault || !isDay(values.date)) return null
  const before = scheduleBefore(schedules, values.date)
  if (before === null || isOpenAllDay(before)) return null
  const time = formatOwnStart(pageDays(), before) ?? formatStart(pageDays(), before, null)
  const start = before.together ? t('{time}, together', { time }) : time
  return (
    <Button className="justify-self-start" onClick={() => onChange(startOf(before))}>
      {t('As on {day}: {start}', { day: formatDay(before.date, 'short'), start })}
    </Button>
  )
}

interface DateToSave {
  date: string
  isTaken: boolean
  /** The title of the active schedule, if it's loaded. */
  takenBy: string | null
  /** The day's other active schedules. */
  others: readonly Schedule[]
}

/** The dates of a save; those with another active schedule are marked before the form is sent (SCH-13). */
function datesToSave(
  wanted: readonly Pick<ScheduleValues, 'date' | 'isActive' | 'together'>[],
  {
    replaced,
    schedules,
    takenDates,
    severalADay,
  }: Pick<ScheduleFieldsProps, 'schedules' | 'takenDates'> & {
    replaced: readonly (Schedule | null)[]
    severalADay: boolean
  },
): DateToSave[] {
  const replacedIds = new Set(replaced.map((schedule) => schedule?.id))
  const active = schedules.filter(({ id, isActive }) => isActive && !replacedIds.has(id))
  return wanted.map(({ date, isActive, together }) => {
    const others = isActive ? active.filter((other) => other.date === date) : []
    const taken = placeTakenBy(others, { together, severalADay })
    const isTaken = taken !== null || takenDates.includes(date)
    return { date, takenBy: taken?.template.title ?? null, isTaken, others }
  })
}

/** The date in words, and the meditations beside which one more takes place. */
function dateHint(first: DateToSave | undefined, date: string): string {
  const others = first?.others.map((other) => describeTitleAndStart(pageDays(), other))
  const day = capitalize(formatDay(date, 'full'))
  return others?.length
    ? t('{day}. Also on this day: {meditations}.', { day, meditations: others.join('; ') })
    : day
}

function takenMessage([first]: readonly DateToSave[]): string | undefined {
  if (!first?.isTaken) return undefined
  return first.takenBy === null ? t('Taken') : t('Taken: {title}', { title: first.takenBy })
}

function takenSentence(takenBy: string | null): string {
  return takenBy === null ? t('taken') : t('taken by {title}', { title: takenBy })
}

function Dates({ dates, changes }: { dates: readonly DateToSave[]; changes: readonly string[] }) {
  const count = dates.length
  const taken = dates.filter(({ isTaken }) => isTaken).length
  return (
    <section aria-label={t('Dates')} className="rounded-panel bg-sunken px-4 py-3">
      <h3 className="text-small font-strong">
        {taken === 0 ? t('{count} dates', { count }) : t('{count} dates, {taken} taken', { count, taken })}
      </h3>
      <HourChanges changes={changes} />
      <ul className="mt-1 grid gap-1 text-small tabular-nums">
        {dates.map(({ date, takenBy, isTaken }) => (
          <li key={date} className={clsx('wrap-anywhere', isTaken && 'text-danger')}>
            {[capitalize(formatDay(date, 'full')), ...(isTaken ? [takenSentence(takenBy)] : [])].join(' · ')}
          </li>
        ))}
      </ul>
    </section>
  )
}
