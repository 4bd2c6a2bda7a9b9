// The part of the setting that limits reminders to weekdays and planned times (REM-02).
import { useId, useState, type ReactNode } from 'react'
import { zoneCity } from '#shared/city-names.ts'
import { firstWeekday, formatTimeOfDay } from '#shared/day.ts'
import { intlLocale, t } from '#shared/i18n/t.ts'
import { communityZone } from '#web/community-days.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FormError } from '#web/ui/field.tsx'
import { useCall, useReadFailure } from '#web/use-call.ts'
import {
  notificationsCalls,
  type ChosenTime,
  type PlannedStart,
  type NotificationChoices,
} from '../contract.ts'
import { isSameTime } from '../rules.ts'

const weekdayNames = [
  t('Sunday'),
  t('Monday'),
  t('Tuesday'),
  t('Wednesday'),
  t('Thursday'),
  t('Friday'),
  t('Saturday'),
] as const
const allWeekdays = weekdayNames.map((_, day) => day)

const inWeekOrder = (days: readonly number[]) => [
  ...days.slice(firstWeekday()),
  ...days.slice(0, firstWeekday()),
]

interface ChosenWeekdaysProps {
  weekdays: NotificationChoices['weekdays']
  error: ReactNode
  onChange: (weekdays: NotificationChoices['weekdays']) => void
}

export function ChosenWeekdays({ weekdays, error, onChange }: ChosenWeekdaysProps) {
  const toggle = (day: number, isOn: boolean) => {
    const next = allWeekdays.filter((each) =>
      each === day ? isOn : (weekdays ?? allWeekdays).includes(each),
    )
    onChange(next.length === 0 || next.length === allWeekdays.length ? null : next)
  }
  return (
    <fieldset className="grid min-w-0">
      <legend>{t('For sittings on')}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(max(8.5rem,25%),1fr))]">
        {inWeekOrder(allWeekdays).map((day) => (
          <Checkbox
            key={day}
            label={weekdayNames[day]}
            checked={weekdays === null || weekdays.includes(day)}
            onChange={(event) => toggle(day, event.target.checked)}
          />
        ))}
      </div>
      {error}
    </fieldset>
  )
}

interface ChosenTimesProps {
  times: NotificationChoices['times']
  /** The zone of the member's clock. */
  local: string
  error: ReactNode
  onChange: (times: NotificationChoices['times']) => void
}

/** The planned times of the coming two weeks, and the chosen ones that aren't planned now. */
export function ChosenTimes({ times, local, error, onChange }: ChosenTimesProps) {
  const hintId = useId()
  const query = useCall(notificationsCalls.plannedStarts, {}, { uncached: true, refetchOnFocus: true })
  const isFailed = useReadFailure(query)
  // One that isn't planned stays in the list while it is switched off, and so does the focus.
  const [switchedOff, setSwitchedOff] = useState<readonly ChosenTime[]>([])
  const { data: starts, isFetching, refetch } = query
  const chosen = times ?? []
  const planned = (starts ?? []).toSorted((one, other) =>
    clockAt(one, local).localeCompare(clockAt(other, local)),
  )
  const others = distinct([...chosen, ...switchedOff]).filter((time) => !includes(planned, time))
  const toggle = (time: ChosenTime, isOn: boolean) => {
    const next = chosen.filter((each) => !isSameTime(each, time))
    if (isOn) next.push(time)
    else setSwitchedOff([...switchedOff, time])
    onChange(next.length === 0 ? null : next)
  }
  const rows = [
    ...planned.map((start) => ({ start, label: startLabel(start, local) })),
    ...others.map((start) => ({ start, label: starts ? unplannedLabel(start) : timeInCity(start) })),
  ]
  return (
    <fieldset aria-describedby={hintId} className="grid min-w-0">
      <legend>{t('Only at these times')}</legend>
      <p id={hintId} className="text-small text-ink-3">
        {t(
          'If you choose none, reminders come for all of them. Weekdays and times are by each sitting’s own clock.',
        )}
      </p>
      <div className="grid">
        {rows.map(({ start: { time, zone }, label }) => (
          <Checkbox
            key={`${time} ${zone}`}
            label={label}
            checked={includes(chosen, { time, zone })}
            onChange={(event) => toggle({ time, zone }, event.target.checked)}
          />
        ))}
      </div>
      {starts?.length === 0 && (
        <p className="text-ink-2">{t('No sitting is planned for the next two weeks.')}</p>
      )}
      {!starts && (
        <div className="flex min-h-11 flex-wrap items-center gap-3">
          {isFailed ? (
            <>
              <FormError>{t('The planned times didn’t load.')}</FormError>
              <Button busy={isFetching} onClick={() => void refetch()}>
                {t('Try again')}
              </Button>
            </>
          ) : (
            <p role="status" className="sr-only">
              {t('Loading the planned times')}
            </p>
          )}
        </div>
      )}
      {error}
    </fieldset>
  )
}

const includes = (times: readonly ChosenTime[], time: ChosenTime) =>
  times.some((each) => isSameTime(each, time))

const distinct = (times: readonly ChosenTime[]) =>
  times.filter((time, index) => !includes(times.slice(0, index), time))

/** The next start by the viewer's clock, for the order of the list. */
function clockAt({ startsAt: [next = 0] }: PlannedStart, local: string): string {
  return Temporal.Instant.fromEpochMilliseconds(next).toZonedDateTimeISO(local).toPlainTime().toString()
}

/** '6:00 PM in Berlin · 11:00 AM for you'; '6:30 AM' where both clocks show the same. */
function startLabel(start: PlannedStart, local: string): string {
  const ownTimes = [...new Set(start.startsAt.map((at) => formatTimeOfDay(at, local)))]
  const isOwn = ownTimes.every((time) => time === timeText(start))
  if (isOwn) return start.zone === null ? timeText(start) : timeInCity(start)
  const time = new Intl.ListFormat(intlLocale(), { type: 'disjunction' }).format(ownTimes)
  return `${timeInCity(start)} · ${t('{time} for you', { time })}`
}

function unplannedLabel(time: ChosenTime): string {
  return `${timeInCity(time)} · ${t('not planned now')}`
}

function timeInCity(chosen: ChosenTime): string {
  return t('{time} in {city}', { time: timeText(chosen), city: zoneCity(chosen.zone ?? communityZone()) })
}

/** '6:30 AM' for '06:30'. */
function timeText({ time }: ChosenTime): string {
  return formatTimeOfDay(Date.parse(`1970-01-01T${time}:00Z`), 'UTC')
}
