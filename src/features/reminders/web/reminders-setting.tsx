// The setting for reminders: what the member wants to hear of, how, and by which clock (REM-02, PLAN-04).
import { X } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { firstWeekday, formatTimeOfDay } from '#shared/day.ts'
import { zoneCity } from '#shared/reader-time.ts'
import { t } from '#shared/t.ts'
import { communityZone } from '#web/community-days.ts'
import { errorMessageOf, validationIssuesOf } from '#web/error-message.ts'
import { localZoneToSave } from '#web/zone-names.ts'
import { logFailure } from '#web/log.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Switch } from '#web/ui/checkbox.tsx'
import { Field, FormError } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { TimeZoneField } from '#web/ui/time-zone-field.tsx'
import { useCall, useCallMutation, useReadFailure } from '#web/use-call.ts'
import { messages } from '#web/messages.ts'
import { remindersCalls, type ReminderChoices } from '../contract.ts'
import { isAnythingChosen } from '../rules.ts'

interface RemindersSettingProps {
  /** Mails go to confirmed addresses only. */
  isEmailConfirmed: boolean
}

export function RemindersSetting({ isEmailConfirmed }: RemindersSettingProps) {
  const query = useCall(remindersCalls.reminders, {}, { uncached: true })
  const isFailed = useReadFailure(query)
  const save = useCallMutation(remindersCalls.chooseReminders, {
    refetch: [remindersCalls.reminders],
    onError: (error) => logFailure('The choice of reminders was not saved.', error),
  })
  const choices = save.isPending ? save.variables.body : query.data
  if (!choices)
    return (
      <div className="flex min-h-12 flex-wrap items-center gap-3">
        {isFailed && (
          <>
            <FormError>{t('Your choices didn’t load.')}</FormError>
            <Button busy={query.isFetching} onClick={() => void query.refetch()}>
              {t('Try again')}
            </Button>
          </>
        )}
      </div>
    )
  const issues = validationIssuesOf(save.error)
  const choose = (part: Partial<ReminderChoices>) => {
    if (!save.isPending) save.mutate({ body: { ...choices, zone: firstZone(choices), ...part } })
  }
  return (
    <div className="grid gap-6">
      <Channels choices={choices} choose={choose} isEmailConfirmed={isEmailConfirmed} />
      <ChosenHours choices={choices} choose={choose} />
      <TimeZoneField
        label={t('Your time zone')}
        value={choices.zone}
        inherited={{
          zone: communityZone(),
          label: t('The community’s ({city})', { city: zoneCity(communityZone()) }),
        }}
        hint={t('For the times in reminders and the week ahead, and your evening before.')}
        error={issues.find(({ path }) => path === 'zone')?.message}
        onChange={(zone) => {
          if (!save.isPending) save.mutate({ body: { ...choices, zone: zone === '' ? null : zone } })
        }}
      />
      {save.isError && <FormError>{errorMessageOf(save.error, messages.notSaved)}</FormError>}
    </div>
  )
}

/** The browser's zone with the first choice; later the member's own, or the community's. */
function firstZone(choices: ReminderChoices): string | null {
  return isAnythingChosen(choices) ? choices.zone : (choices.zone ?? localZoneToSave())
}

interface ChoicesProps {
  choices: ReminderChoices
  choose: (part: Partial<ReminderChoices>) => void
}

const dayBeforeOptions = [
  { value: 'none', label: t('Nothing') },
  { value: 'push', label: t('A notice') },
  { value: 'mail', label: t('A mail') },
] as const

function Channels({ choices, choose, isEmailConfirmed }: ChoicesProps & RemindersSettingProps) {
  const { tenMinutes, dayBefore, changes, news } = choices
  const usesMail = dayBefore === 'mail' || changes.includes('mail') || news
  const toggle = (channel: 'push' | 'mail', isOn: boolean) =>
    choose({ changes: isOn ? [...changes, channel] : changes.filter((each) => each !== channel) })
  return (
    <>
      <Switch
        label={t('Ten minutes before')}
        hint={t('A notice on each device where you switched notices on. None if you’re in the room.')}
        checked={tenMinutes !== null}
        onChange={(event) => choose({ tenMinutes: event.target.checked ? 'push' : null })}
      />
      <div className="grid justify-items-start gap-2">
        <p>{t('The day before, at 6 PM')}</p>
        <Segmented
          legend={t('The day before, at 6 PM')}
          options={dayBeforeOptions}
          value={dayBefore ?? 'none'}
          onChange={(value) => choose({ dayBefore: value === 'none' ? null : value })}
        />
      </div>
      <fieldset className="grid min-w-0">
        <legend>{t('If a sitting moves or is canceled')}</legend>
        {(['push', 'mail'] as const).map((channel) => (
          <Checkbox
            key={channel}
            label={channel === 'push' ? t('A notice') : t('A mail')}
            checked={changes.includes(channel)}
            onChange={(event) => toggle(channel, event.target.checked)}
          />
        ))}
      </fieldset>
      <Switch
        label={t('News by mail')}
        hint={t(
          'When your community has something to say to everyone. At most one mail a day, reminders included.',
        )}
        checked={news}
        onChange={(event) => choose({ news: event.target.checked })}
      />
      {usesMail && !isEmailConfirmed && (
        <p className="text-ink-2">
          {t('Please confirm your email address first: mails go only to confirmed ones.')}
        </p>
      )}
    </>
  )
}

const weekdayNames = [
  t('Sunday'),
  t('Monday'),
  t('Tuesday'),
  t('Wednesday'),
  t('Thursday'),
  t('Friday'),
  t('Saturday'),
] as const

const inReadersOrder = (days: readonly number[]) => [
  ...days.slice(firstWeekday()),
  ...days.slice(0, firstWeekday()),
]

function ChosenHours({ choices, choose }: ChoicesProps) {
  const { weekdays, times } = choices
  const all = weekdayNames.map((_, day) => day)
  const toggle = (day: number, isOn: boolean) => {
    const next = (weekdays ?? all).filter((each) => each !== day || isOn)
    const chosen = isOn ? [...new Set([...next, day])].toSorted((a, b) => a - b) : next
    choose({ weekdays: chosen.length === 0 || chosen.length === all.length ? null : chosen })
  }
  const city = zoneCity(communityZone())
  return (
    <>
      <fieldset className="grid min-w-0">
        <legend>{t('For sittings on (days in {city})', { city })}</legend>
        <div className="grid grid-cols-2 lg:grid-cols-4">
          {inReadersOrder(all).map((day) => (
            <Checkbox
              key={day}
              label={weekdayNames[day]}
              checked={weekdays === null || weekdays.includes(day)}
              onChange={(event) => toggle(day, event.target.checked)}
            />
          ))}
        </div>
      </fieldset>
      <ChosenTimes
        times={times ?? []}
        city={city}
        onChange={(next) => choose({ times: next.length === 0 ? null : next })}
      />
    </>
  )
}

interface ChosenTimesProps {
  times: readonly string[]
  city: string
  onChange: (times: string[]) => void
}

function ChosenTimes({ times, city, onChange }: ChosenTimesProps) {
  const [typed, setTyped] = useState('')
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (typed === '') return
    onChange([...new Set([...times, typed])].toSorted())
    setTyped('')
  }
  return (
    <form noValidate aria-label={t('Times')} className="grid gap-2" onSubmit={add}>
      <Field
        label={t('Only at these times')}
        hint={
          times.length === 0
            ? t('None chosen: at any time. By the clock in {city}.', { city })
            : t('By the clock in {city}.', { city })
        }
      >
        <Input type="time" value={typed} onChange={(event) => setTyped(event.target.value)} />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={typed === ''}>
          {t('Add this time')}
        </Button>
        {times.map((time) => (
          <Button
            key={time}
            aria-label={t('Remove {time}', { time: timeLabel(time) })}
            onClick={() => onChange(times.filter((each) => each !== time))}
          >
            {timeLabel(time)} <X size={14} aria-hidden="true" />
          </Button>
        ))}
      </div>
    </form>
  )
}

/** '6:30 AM' for '06:30'. */
function timeLabel(time: string): string {
  return formatTimeOfDay(Date.parse(`1970-01-01T${time}:00Z`), 'UTC')
}
