// Repeat fields of the schedule dialog: every few weeks, or on weekdays until a date (PLAN-05).
import { useId } from 'react'
import { weekdayOf } from '#shared/calendar.ts'
import { repeatCountMax, repeatWeeksMax } from '#shared/constants.ts'
import { isDay } from '#shared/day-schema.ts'
import { addDays, capitalize, firstWeekday, formatDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field, FieldMessage } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { copiedDays } from '../../rules.ts'
import { untilError, type ScheduleFieldErrors, type ScheduleValues } from '../hooks/use-schedule-values.ts'

interface RepeatFieldsProps {
  values: ScheduleValues
  errors: ScheduleFieldErrors
  onChange: (changed: Partial<ScheduleValues>) => void
  /** Weekdays are only for a new schedule. */
  isNew: boolean
}

const numbersUpTo = (last: number, from: number) =>
  Array.from({ length: last - from + 1 }, (_, index) => index + from)

const onWeekdays = 'weekdays'

export function RepeatFields({ values, errors, onChange, isNew }: RepeatFieldsProps) {
  const { date, repeatWeeks, repeatCount, weekdays, until } = values
  const choose = (chosen: string) => {
    if (chosen === onWeekdays) {
      const start = isDay(date)
        ? { weekdays: [weekdayOf(date)], until: addDays(date, copiedDays - 1) }
        : { weekdays: [] }
      return onChange({ repeatWeeks: 0, repeatCount: 1, ...start })
    }
    const weeks = Number(chosen)
    // A repeat has at least two dates.
    onChange({ weekdays: null, repeatWeeks: weeks, repeatCount: weeks === 0 ? 1 : Math.max(2, repeatCount) })
  }
  return (
    <>
      <div className="field-pair">
        <Field label={t('Repeat')} error={errors.repeatWeeks}>
          <Select
            value={weekdays === null ? repeatWeeks : onWeekdays}
            onChange={(event) => choose(event.target.value)}
          >
            {numbersUpTo(repeatWeeksMax, 0).map((weeks) => (
              <option key={weeks} value={weeks}>
                {repeatLabel(weeks)}
              </option>
            ))}
            {isNew && <option value={onWeekdays}>{t('On these days until…')}</option>}
          </Select>
        </Field>
        {weekdays === null ? (
          <Field
            label={t('Repetitions')}
            error={errors.repeatCount}
            hint={t('In total, including the first.')}
          >
            <Select
              disabled={repeatWeeks === 0}
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
        ) : (
          <Field
            label={t('Until')}
            error={errors.until ?? untilError(values).until}
            hint={isDay(until) && capitalize(formatDay(until, 'full'))}
          >
            <Input
              type="date"
              required
              min={isDay(date) ? date : undefined}
              max="9999-12-31"
              value={until}
              onChange={(event) => onChange({ until: event.target.value })}
            />
          </Field>
        )}
      </div>
      {weekdays !== null && (
        <Weekdays
          value={weekdays}
          error={errors.weekdays}
          onChange={(chosen) => onChange({ weekdays: chosen })}
        />
      )}
    </>
  )
}

function repeatLabel(weeks: number): string {
  if (weeks === 0) return t('Doesn’t repeat')
  return t('{count, plural, one {Every week} other {Every # weeks}}', { count: weeks })
}

const weekdayOptions = [
  { day: 0, name: t('Sunday') },
  { day: 1, name: t('Monday') },
  { day: 2, name: t('Tuesday') },
  { day: 3, name: t('Wednesday') },
  { day: 4, name: t('Thursday') },
  { day: 5, name: t('Friday') },
  { day: 6, name: t('Saturday') },
]

/** From the first day of the viewer's week, as calendars have them. */
function weekdaysInOrder() {
  const first = firstWeekday()
  return [...weekdayOptions.slice(first), ...weekdayOptions.slice(0, first)]
}

const weekdayChips: readonly { label: string; days: readonly number[] }[] = [
  { label: t('Every day'), days: [0, 1, 2, 3, 4, 5, 6] },
  { label: t('Weekdays'), days: [1, 2, 3, 4, 5] },
]

interface WeekdaysProps {
  value: readonly number[]
  error: string | undefined
  onChange: (value: readonly number[]) => void
}

function Weekdays({ value, error, onChange }: WeekdaysProps) {
  const messageId = useId()
  return (
    <fieldset
      aria-describedby={error === undefined ? undefined : messageId}
      {...(error !== undefined && { 'data-invalid': true })}
      className="min-w-0"
    >
      <legend className="text-small font-strong">{t('On')}</legend>
      <div className="flex flex-wrap gap-2 pt-1">
        {weekdayChips.map(({ label, days }) => (
          <Button
            key={label}
            size="sm"
            className="aria-pressed:bg-primary-soft"
            aria-pressed={days.length === value.length && days.every((day) => value.includes(day))}
            onClick={() => onChange(days)}
          >
            {label}
          </Button>
        ))}
      </div>
      <div className="flex flex-wrap gap-x-5">
        {weekdaysInOrder().map(({ day, name }) => (
          <Checkbox
            key={day}
            label={name}
            checked={value.includes(day)}
            onChange={(event) =>
              onChange(event.target.checked ? [...value, day] : value.filter((each) => each !== day))
            }
          />
        ))}
      </div>
      {error !== undefined && <FieldMessage id={messageId} error={error} />}
    </fieldset>
  )
}
