// Fields of the schedule dialog, with a preview of the dates below.
import { plural } from '#shared/format-number.ts'
import { clsx } from 'clsx'
import { useState, type Ref } from 'react'
import { repeatCountMax, repeatWeeksMax, scheduledTimeDefault } from '#shared/constants.ts'
import { formatDay } from '#shared/day.ts'
import { isDay } from '#shared/day-schema.ts'
import { pageDays, pageToday } from '#web/community-days.ts'
import { localZone } from '#web/local-zone.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import {
  describeHourChanges,
  describeStart,
  formatOwnStart,
  formatStart,
  isOpenAllDay,
} from '../../calendar-days.ts'
import type { Schedule } from '../../contract.ts'
import { scheduleBefore } from '../../rules.ts'
import { placeTakenBy, schedulesPerDay } from '../../slots.ts'
import { useSeveralADay } from '../hooks/use-new-schedules.ts'
import { HourChanges } from './hour-changes.tsx'
import { TemplatePicker } from './template-picker.tsx'
import { startsTogether, TogetherFields } from './together-fields.tsx'
import {
  datesOf,
  startOf,
  startsOf,
  type ScheduleFieldErrors,
  type ScheduleValues,
} from '../hooks/use-schedule-values.ts'

interface ScheduleFieldsProps {
  /** Gets the initial focus. */
  firstField: Ref<HTMLInputElement>
  values: ScheduleValues
  errors: ScheduleFieldErrors
  onChange: (changed: Partial<ScheduleValues>) => void
  /** The edited schedule; null for a new one. */
  schedule: Schedule | null
  schedules: readonly Schedule[]
  /** Dates that the server reported as taken. */
  takenDates: readonly string[]
  today: string
  /** The length of the chosen template's video: null if unknown, undefined without a choice. */
  mediaSeconds: number | null | undefined
}

const numbersUpTo = (last: number, from: number) =>
  Array.from({ length: last - from + 1 }, (_, index) => index + from)

export function ScheduleFields({
  firstField,
  values,
  errors,
  onChange,
  schedule,
  mediaSeconds,
  ...rest
}: ScheduleFieldsProps) {
  const [reader] = useState(localZone)
  const severalADay = useSeveralADay()
  const together = startsTogether(values, mediaSeconds)
  const dates = datesToSave({ values, schedule, together, severalADay, ...rest })
  const timeZone = together ? values.timeZone : null
  const starts = startsOf({ ...values, timeZone }, schedule)
  return (
    <>
      <div className="field-pair">
        <Field
          label="Date"
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
          label="Time"
          error={errors.scheduledTime}
          hint={describeStart(
            pageDays(),
            { date: values.date, scheduledTime: values.scheduledTime, timeZone, ...starts[0] },
            { reader, today: pageToday() },
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
      <TemplatePicker
        value={values.templateId}
        error={errors.templateId}
        edited={schedule}
        onChange={(templateId) => onChange({ templateId })}
      />
      <TogetherFields values={values} errors={errors} onChange={onChange} mediaSeconds={mediaSeconds} />
      <Checkbox
        label="Active"
        hint={
          severalADay
            ? `Members see active schedules; a day has at most ${schedulesPerDay}, one of them without a bell.`
            : 'Members see the day’s active schedule; each day has at most one.'
        }
        error={errors.isActive}
        checked={values.isActive}
        onChange={(event) => onChange({ isActive: event.target.checked })}
      />
      <RepeatFields {...{ values, errors, onChange }} />
      {dates.length > 1 && <Dates dates={dates} changes={describeHourChanges(pageDays(), starts, reader)} />}
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
  const start = `${time}${before.together ? ', together' : ''}`
  return (
    <Button className="justify-self-start" onClick={() => onChange(startOf(before))}>
      {`As on ${formatDay(before.date, 'short')}: ${start}`}
    </Button>
  )
}

function RepeatFields({
  values,
  errors,
  onChange,
}: Pick<ScheduleFieldsProps, 'values' | 'errors' | 'onChange'>) {
  const { repeatWeeks, repeatCount } = values
  const isRepeated = repeatWeeks > 0
  return (
    <div className="field-pair">
      <Field label="Repeat" error={errors.repeatWeeks}>
        <Select
          value={repeatWeeks}
          onChange={(event) => {
            const weeks = Number(event.target.value)
            // A repeat has at least two dates.
            onChange({ repeatWeeks: weeks, repeatCount: weeks === 0 ? 1 : Math.max(2, repeatCount) })
          }}
        >
          {numbersUpTo(repeatWeeksMax, 0).map((weeks) => (
            <option key={weeks} value={weeks}>
              {repeatLabel(weeks)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Repetitions" error={errors.repeatCount} hint="In total, including the first.">
        <Select
          disabled={!isRepeated}
          value={repeatCount}
          onChange={(event) => onChange({ repeatCount: Number(event.target.value) })}
        >
          {numbersUpTo(repeatCountMax, 1).map((count) => (
            <option key={count} value={count}>
              {count}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
}

function repeatLabel(weeks: number): string {
  if (weeks === 0) return 'Doesn’t repeat'
  return plural(weeks, { one: 'Every week', other: 'Every # weeks' })
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
  props: Pick<ScheduleFieldsProps, 'values' | 'schedule' | 'schedules' | 'takenDates'> & {
    together: boolean
    severalADay: boolean
  },
): DateToSave[] {
  const { values, schedule, schedules, takenDates } = props
  const active = values.isActive
    ? schedules.filter(({ id, isActive }) => isActive && id !== schedule?.id)
    : []
  return datesOf(values).map((date) => {
    const others = active.filter((other) => other.date === date)
    const taken = placeTakenBy(others, props)
    const isTaken = taken !== null || takenDates.includes(date)
    return { date, takenBy: taken?.template.title ?? null, isTaken, others }
  })
}

/** The date in words, and the meditations beside which one more takes place. */
function dateHint(first: DateToSave | undefined, date: string): string {
  const others = first?.others.map(
    (other) => `${other.template.title}, ${formatStart(pageDays(), other, null)}`,
  )
  const day = formatDay(date, 'full')
  return others?.length ? `${day}. Also on this day: ${others.join('; ')}.` : day
}

function takenMessage([first]: readonly DateToSave[]): string | undefined {
  if (!first?.isTaken) return undefined
  return first.takenBy === null ? 'Taken' : `Taken: ${first.takenBy}`
}

function Dates({ dates, changes }: { dates: readonly DateToSave[]; changes: readonly string[] }) {
  return (
    <section aria-label="Dates" className="rounded-panel bg-sunken px-4 py-3">
      <h3 className="text-small font-strong">{`${dates.length} dates`}</h3>
      <HourChanges changes={changes} />
      <ul className="mt-1 grid gap-1 text-small tabular-nums">
        {dates.map(({ date, takenBy, isTaken }) => (
          <li key={date} className={clsx('wrap-anywhere', isTaken && 'text-danger')}>
            {`${formatDay(date, 'full')}${isTaken ? (takenBy === null ? ' · taken' : ` · taken by ${takenBy}`) : ''}`}
          </li>
        ))}
      </ul>
    </section>
  )
}
