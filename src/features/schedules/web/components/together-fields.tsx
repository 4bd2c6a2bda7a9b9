// Fields of a sitting that starts together, with its moments in words.
import { useState, type ReactNode } from 'react'
import { playedSeconds } from '#features/sittings/flat-plays.ts'
import { partLengthHint, partLengths } from '#features/sittings/part-lengths.ts'
import type { PlaysKind } from '#features/sittings/plays.ts'
import { unmeasuredMessage } from '#features/sittings/rules.ts'
import type { ScheduledStart } from '#features/sittings/scheduled-start.ts'
import { sittingSettingsSchema, type SittingSettings } from '#features/sittings/sitting.ts'
import { templatesCalls } from '#features/templates/contract.ts'
import { zoneCity } from '#shared/city-names.ts'
import { scheduledTimeDefault } from '#shared/constants.ts'
import { isDay } from '#shared/day-schema.ts'
import { issuesOfSchema } from '#shared/error-body.ts'
import { t, translate } from '#shared/i18n/t.ts'
import { communityZone, pageDays } from '#web/community-days.ts'
import { rich } from '#web/i18n/rich.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Summary } from '#web/ui/summary.tsx'
import { TimeZoneField } from '#web/ui/time-zone-field.tsx'
import { useCall } from '#web/use-call.ts'
import { sittingTimelineSentence } from '../../rules.ts'

interface TogetherSectionProps {
  values: SittingSettings & Omit<ScheduledStart, 'dayShift'>
  error?: string | undefined
  onChange: (changed: Partial<SittingSettings>) => void
  /** The length of the chosen video: null if unknown, undefined without a choice or with several lengths. */
  mediaSeconds: number | null | undefined
  /** What all chosen templates play; null if they differ, and until they are loaded. */
  kind: PlaysKind | null
  /** More fields, shown while it starts together. */
  children?: ReactNode
}

/** Nothing for a meditation that is open all day: it has no moment at which to start. */
export function TogetherSection(props: TogetherSectionProps) {
  const { values, error, onChange, mediaSeconds, kind, children } = props
  const { scheduledTime } = values
  if (scheduledTime === scheduledTimeDefault || scheduledTime === '') return null
  const isUnmeasured = mediaSeconds === null
  const isOn = startsTogether(values, mediaSeconds)
  // A length that is being typed has no moments yet.
  const hasTimeline = mediaSeconds != null && Object.keys(sittingFieldErrors(values)).length === 0
  return (
    <section aria-label={t('Start together')} className="rounded-panel border border-line px-4 pt-2 pb-3">
      <Checkbox
        label={t('Start together')}
        hint={isUnmeasured ? <UnmeasuredHint /> : togetherHints[kind ?? 'video']}
        error={error}
        disabled={isUnmeasured}
        checked={isOn}
        onChange={(event) => onChange({ together: event.target.checked })}
      />
      {isOn && (hasTimeline || children) && (
        <div className="grid gap-3 pt-2">
          {hasTimeline && (
            <p className="text-small text-ink-2 tabular-nums">
              {sittingTimelineSentence(pageDays(), values, mediaSeconds)}
            </p>
          )}
          {children}
        </div>
      )}
    </section>
  )
}

const togetherHints: Readonly<Record<PlaysKind, string>> = {
  video: t('A bell at this time, the video in step for everyone, and no chat until the end.'),
  silence: t('A bell at this time, a silent sitting for everyone, and no chat until the end.'),
  live: t('A bell at this time, one place to meet for everyone, and no chat until the end.'),
}

/** A new tab keeps the typed values; the templates are loaded again when the dialog is back in view. */
function UnmeasuredHint() {
  return (
    <>
      {translate(unmeasuredMessage)}{' '}
      <a href="/admin#templates" target="_blank" rel="noopener" className="underline">
        {rich('Open the templates<hidden> (opens a new tab)</hidden>', {
          hidden: (text) => <span className="sr-only">{text}</span>,
        })}
      </a>
    </>
  )
}

interface TogetherFieldsProps extends Omit<TogetherSectionProps, 'error' | 'onChange' | 'children'> {
  errors: SittingErrors & { timeZone?: string }
  onChange: (changed: Partial<SittingSettings & Pick<ScheduledStart, 'timeZone'>>) => void
}

type SittingErrors = Partial<Record<keyof SittingSettings, string>>

/** The section with the zone of its time and the length of each part of the sitting. */
export function TogetherFields({ errors, ...section }: TogetherFieldsProps) {
  const { values, onChange } = section
  const community = isDay(values.date) ? pageDays().zoneOf(values.date) : communityZone()
  return (
    <TogetherSection {...section} error={errors.together}>
      <TimeZoneField
        label={t('Time zone')}
        inherited={{
          zone: community,
          label: t('{city} (your community’s)', { city: zoneCity(community) }),
        }}
        value={values.timeZone}
        hint={t('The start keeps to this zone’s clock all year.')}
        error={errors.timeZone}
        onChange={(zone) => onChange({ timeZone: zone === '' ? null : zone })}
      />
      <Lengths {...{ values, errors, onChange }} kind={section.kind} />
    </TogetherSection>
  )
}

function Lengths({
  values,
  errors,
  onChange,
  kind,
}: Pick<TogetherFieldsProps, 'values' | 'errors' | 'onChange' | 'kind'>) {
  const [isOpen, setOpen] = useState(false)
  // No silence follows a silence.
  const shown = partLengths.filter(({ field }) => kind !== 'silence' || field !== 'silenceMinutes')
  // Stays open when the error is gone: its field has the focus.
  if (!isOpen && partLengths.some(({ field }) => errors[field] !== undefined)) setOpen(true)
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <Summary className="text-small font-strong">{t('Times')}</Summary>
      <div className="field-pair py-1">
        {shown.map((part) => (
          <NumberField
            key={part.field}
            label={
              kind === 'live' && part.field === 'silenceMinutes'
                ? t('Silence afterwards')
                : translate(part.label)
            }
            hint={partLengthHint(part)}
            error={errors[part.field]}
            bounds={[0, part.max]}
            value={values[part.field]}
            onChange={(value) => onChange({ [part.field]: value })}
          />
        ))}
      </div>
    </details>
  )
}

/** The length of what the templates play: null if one is unknown, undefined until loaded or if they differ. */
export function useMediaSeconds(templateIds: readonly number[]): number | null | undefined {
  const { data } = useCall(templatesCalls.templates, {}, { enabled: templateIds.length > 0 })
  const all = templateIds.map((templateId) => {
    const template = data?.find(({ id }) => id === templateId)
    return template && 'plays' in template ? playedSeconds(template.plays) : undefined
  })
  if (all.includes(null)) return null
  return new Set(all).size === 1 ? all[0] : undefined
}

/** What all of these templates play; null if they differ, until loaded, and without any. */
export function useSharedKind(templateIds: readonly number[]): PlaysKind | null {
  const { data } = useCall(templatesCalls.templates, {}, { enabled: templateIds.length > 0 })
  const kinds = new Set(
    templateIds.map((templateId) => {
      const template = data?.find(({ id }) => id === templateId)
      return template && 'plays' in template ? template.plays.kind : null
    }),
  )
  const [kind = null] = kinds
  return kinds.size === 1 ? kind : null
}

/** The templates whose video was never measured; none until loaded. */
export function useUnmeasured(templateIds: readonly number[]): readonly { id: number; title: string }[] {
  const { data } = useCall(templatesCalls.templates, {}, { enabled: templateIds.length > 0 })
  return (data ?? []).filter(
    (template) =>
      templateIds.includes(template.id) && 'plays' in template && playedSeconds(template.plays) === null,
  )
}

/** The settings as they fit the chosen template. */
export function fittingSettings<Values extends SittingSettings & { scheduledTime: string }>(
  values: Values,
  { mediaSeconds, kind }: Pick<TogetherSectionProps, 'mediaSeconds' | 'kind'>,
): Values {
  return {
    ...values,
    together: startsTogether(values, mediaSeconds),
    silenceMinutes: kind === 'silence' ? 0 : values.silenceMinutes,
  }
}

/** Whether the schedule starts together: as chosen, unless it's open all day or its video was never measured. */
export function startsTogether(
  { together, scheduledTime }: { together: boolean; scheduledTime: string },
  mediaSeconds: number | null | undefined,
): boolean {
  return together && scheduledTime !== scheduledTimeDefault && mediaSeconds !== null
}

/** The errors of the lengths, as the server would report them. */
export function sittingFieldErrors(settings: SittingSettings): SittingErrors {
  if (!settings.together) return {}
  const issues = issuesOfSchema(sittingSettingsSchema, settings)
  return Object.fromEntries(issues.map(({ path, message }) => [path, message]))
}
