// The bell that rings unless a device chose another one, and what the form of a new schedule starts with.
import { bellNames } from '#shared/community.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Summary } from '#web/ui/summary.tsx'
import type { SettingsFieldsProps } from '../settings-fields.ts'

const bellLabels = { bowl: 'Bowl', chime: 'Chime', gong: 'Gong', off: 'Off' } as const

const lengths = [
  { field: 'doorsMinutes', label: 'Doors open before', unit: 'minutes', max: 60 },
  { field: 'gatherSeconds', label: 'Gathering', unit: 'seconds', max: 600 },
  { field: 'bellSeconds', label: 'Bell', unit: 'seconds', max: 30 },
  { field: 'silenceMinutes', label: 'Silence after the video', unit: 'minutes', max: 180 },
  { field: 'sharingMinutes', label: 'Sharing', unit: 'minutes', max: 120 },
] as const

export function BellField({ values, change }: Pick<SettingsFieldsProps, 'values' | 'change'>) {
  return (
    <Segmented
      legend="Bell"
      options={bellNames.map((value) => ({ value, label: bellLabels[value] }))}
      value={values.bell}
      onChange={(bell) => change({ bell })}
    />
  )
}

export function NewScheduleFields({ values, change, errorAt }: SettingsFieldsProps) {
  const { newSchedules } = values
  const changeNew = (changed: Partial<typeof newSchedules>) =>
    change({ newSchedules: { ...newSchedules, ...changed } })
  const errorOf = (field: keyof typeof newSchedules) => errorAt(`newSchedules.${field}`)
  const hasLengthError = lengths.some(({ field }) => errorOf(field) !== undefined)
  return (
    <div className="grid gap-3">
      <div className="max-w-60">
        <Field label="Time" error={errorOf('scheduledTime')} hint="At 12:00 AM, it is open all day.">
          <Input
            type="time"
            value={newSchedules.scheduledTime}
            onChange={(event) => changeNew({ scheduledTime: event.target.value })}
          />
        </Field>
      </div>
      <Checkbox
        label="Start together"
        hint="A bell at this time, the video in step for everyone, and no chat until the end."
        checked={newSchedules.together}
        onChange={(event) => changeNew({ together: event.target.checked })}
      />
      <details open={hasLengthError || undefined}>
        <Summary className="text-small font-strong">Lengths of the parts</Summary>
        <div className="field-pair pt-1 pb-1">
          {lengths.map(({ field, label, unit, max }) => (
            <Field key={field} label={label} error={errorOf(field)} hint={`In ${unit}, at most ${max}.`}>
              <Input
                type="number"
                inputMode="numeric"
                min={0}
                max={max}
                value={Number.isNaN(newSchedules[field]) ? '' : newSchedules[field]}
                onChange={(event) => changeNew({ [field]: event.target.valueAsNumber })}
              />
            </Field>
          ))}
        </div>
      </details>
    </div>
  )
}
