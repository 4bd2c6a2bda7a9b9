// The bell that rings unless a device chose another one, several sittings a day, and the start of a new schedule's form.
import { useState } from 'react'
import { partLengthHint, partLengths } from '#features/sittings/part-lengths.ts'
import { communityClock, scheduledStartMs } from '#features/sittings/scheduled-start.ts'
import { zoneCity } from '#shared/city-names.ts'
import { bellNames } from '#shared/community.ts'
import { scheduledTimeDefault } from '#shared/constants.ts'
import { timeSchema } from '#shared/day-schema.ts'
import { formatTimeOfDay, type CommunityDays } from '#shared/day.ts'
import { t, translate } from '#shared/i18n/t.ts'
import { pageDays } from '#web/community-days.ts'
import { localZone } from '#web/local-zone.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Summary } from '#web/ui/summary.tsx'
import { useToday } from '#web/use-today.ts'
import { communitySettings } from '../../settings.ts'
import type { SettingsFieldsProps } from '../settings-fields.ts'

export function BellField({ values, change }: Pick<SettingsFieldsProps, 'values' | 'change'>) {
  return (
    <Segmented
      legend={translate(communitySettings.bell.label)}
      options={bellNames.map((value) => ({ value, label: translate(communitySettings.bell.values[value]) }))}
      value={values.bell}
      onChange={(bell) => change({ bell })}
    />
  )
}

export function SeveralADayField({ values, change, errorAt }: SettingsFieldsProps) {
  return (
    <Checkbox
      label={translate(communitySettings.severalADay.label)}
      hint={t('A date can have up to eight meditations that don’t overlap; one of them can be open all day.')}
      error={errorAt('severalADay')}
      checked={values.severalADay}
      onChange={(event) => change({ severalADay: event.target.checked })}
    />
  )
}

export function NewScheduleFields({ values, change, errorAt }: SettingsFieldsProps) {
  const { newSchedules } = values
  const [local] = useState(localZone)
  const today = useToday()
  const changeNew = (changed: Partial<typeof newSchedules>) =>
    change({ newSchedules: { ...newSchedules, ...changed } })
  const errorOf = (field: keyof typeof newSchedules) => errorAt(`newSchedules.${field}`)
  const hasLengthError = partLengths.some(({ field }) => errorOf(field) !== undefined)
  return (
    <div className="grid gap-3">
      <div className="max-w-60">
        <Field
          label={t('Time')}
          error={errorOf('scheduledTime')}
          hint={describeTime(pageDays(), { ...newSchedules, date: today }, local)}
        >
          <Input
            type="time"
            value={newSchedules.scheduledTime}
            onChange={(event) => changeNew({ scheduledTime: event.target.value })}
          />
        </Field>
      </div>
      <Checkbox
        label={t('Start together')}
        hint={t('A bell at this time, the video in step for everyone, and no chat until the end.')}
        checked={newSchedules.together}
        onChange={(event) => changeNew({ together: event.target.checked })}
      />
      <details open={hasLengthError || undefined}>
        <Summary className="text-small font-strong">{t('Lengths of the parts')}</Summary>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(12rem,100%),1fr))] items-start gap-x-4 gap-y-5 py-1">
          {partLengths.map((part) => (
            <NumberField
              key={part.field}
              label={translate(part.label)}
              hint={partLengthHint(part)}
              error={errorOf(part.field)}
              bounds={[0, part.max]}
              value={newSchedules[part.field]}
              onChange={(value) => changeNew({ [part.field]: value })}
            />
          ))}
        </div>
      </details>
    </div>
  )
}

/** Names the viewer's time where it differs, without a weekday: it is for any day. Clocks are those of `date`. */
function describeTime(
  days: CommunityDays,
  { date, scheduledTime }: { date: string; scheduledTime: string },
  local: string | null,
): string {
  const allDay = t('At 12:00 AM, it is open all day.')
  const isTyped = timeSchema.safeParse(scheduledTime).success && scheduledTime !== scheduledTimeDefault
  if (local === null || !isTyped) return allDay
  const atMs = scheduledStartMs(days, { date, scheduledTime, ...communityClock })
  const community = days.zoneOf(date)
  const [time, readerTime] = [formatTimeOfDay(atMs, community), formatTimeOfDay(atMs, local)]
  if (time === readerTime) return allDay
  return t('{city} time: {time} ({readerTime} where you are). At 12:00 AM, it is open all day.', {
    city: zoneCity(community),
    time,
    readerTime,
  })
}
