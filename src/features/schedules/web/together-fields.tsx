// Fields of a sitting that starts together, with its moments in words.
import { unmeasuredMessage } from '#features/sittings/rules.ts'
import { sittingSettingsSchema, type SittingSettings } from '#features/sittings/sitting.ts'
import { templatesCalls } from '#features/templates/contract.ts'
import { scheduledTimeDefault } from '#shared/constants.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { useCall } from '#web/use-call.ts'
import { sittingMomentsSentence } from '../rules.ts'

interface TogetherFieldsProps {
  values: SittingSettings & { date: string; scheduledTime: string }
  errors: Partial<Record<keyof SittingSettings, string>>
  onChange: (changed: Partial<SittingSettings>) => void
  /** The length of the chosen template's video: null if unknown, undefined without a choice. */
  mediaSeconds: number | null | undefined
}

const lengths = [
  { field: 'doorsMinutes', label: 'Doors open before', unit: 'minutes', max: 60 },
  { field: 'gatherSeconds', label: 'Gathering', unit: 'seconds', max: 600 },
  { field: 'bellSeconds', label: 'Bell', unit: 'seconds', max: 30 },
  { field: 'silenceMinutes', label: 'Silence after the video', unit: 'minutes', max: 180 },
  { field: 'sharingMinutes', label: 'Sharing', unit: 'minutes', max: 120 },
] as const

/** Nothing for a meditation that is open all day: it has no moment at which to start. */
export function TogetherFields({ values, errors, onChange, mediaSeconds }: TogetherFieldsProps) {
  const { scheduledTime } = values
  if (scheduledTime === scheduledTimeDefault || scheduledTime === '') return null
  const isUnmeasured = mediaSeconds === null
  const isOn = startsTogether(values, mediaSeconds)
  return (
    <section aria-label="Start together" className="rounded-panel border border-line px-4 py-2">
      <Checkbox
        label="Start together"
        hint={
          isUnmeasured
            ? unmeasuredMessage
            : 'A bell at this time, the video at the same second for everyone, a quiet chat until the end.'
        }
        error={errors.together}
        disabled={isUnmeasured}
        checked={isOn}
        onChange={(event) => onChange({ together: event.target.checked })}
      />
      {isOn && (
        <div className="grid gap-3 pt-2 pb-3">
          {mediaSeconds != null && (
            <p className="text-small text-ink-2">{sittingMomentsSentence(values, mediaSeconds)}</p>
          )}
          <details open={lengths.some(({ field }) => errors[field] !== undefined) || undefined}>
            <summary className="flex min-h-11 cursor-pointer items-center font-strong">Times</summary>
            <div className="mt-2 grid gap-4 sm:grid-cols-2">
              {lengths.map(({ field, label, unit, max }) => (
                <Field key={field} label={label} error={errors[field]} hint={`In ${unit}, at most ${max}.`}>
                  <Input
                    type="number"
                    inputMode="numeric"
                    min={0}
                    max={max}
                    value={Number.isNaN(values[field]) ? '' : values[field]}
                    onChange={(event) => onChange({ [field]: event.target.valueAsNumber })}
                  />
                </Field>
              ))}
            </div>
          </details>
        </div>
      )}
    </section>
  )
}

/** The length of a template's video: null if unknown, undefined until it's loaded or chosen. */
export function useMediaSeconds(templateId: number | null): number | null | undefined {
  const { data } = useCall(templatesCalls.templates, {}, { enabled: templateId !== null })
  const template = data?.find(({ id }) => id === templateId)
  return template && ('mediaSeconds' in template ? template.mediaSeconds : undefined)
}

/** Whether the schedule starts together: as chosen, unless it's open all day or its video was never measured. */
export function startsTogether(
  { together, scheduledTime }: { together: boolean; scheduledTime: string },
  mediaSeconds: number | null | undefined,
): boolean {
  return together && scheduledTime !== scheduledTimeDefault && mediaSeconds !== null
}

/** The errors of the lengths, as the server would report them. */
export function sittingErrors(settings: SittingSettings): Partial<Record<keyof SittingSettings, string>> {
  if (!settings.together) return {}
  const { error } = sittingSettingsSchema.safeParse(settings)
  return Object.fromEntries(error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [])
}
