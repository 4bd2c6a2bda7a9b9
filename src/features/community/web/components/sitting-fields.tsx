// The bell that rings unless a device chose another one, and what the form of a new schedule starts with.
import { bellLabels } from '#features/sittings/bell-labels.ts'
import { partLengths } from '#features/sittings/part-lengths.ts'
import { bellNames } from '#shared/community.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Summary } from '#web/ui/summary.tsx'
import type { SettingsFieldsProps } from '../settings-fields.ts'

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
  const hasLengthError = partLengths.some(({ field }) => errorOf(field) !== undefined)
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
          {partLengths.map(({ field, label, unit, max }) => (
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
