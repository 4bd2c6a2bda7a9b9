// Fields that this administrator and another one changed: both values side by side, until one is chosen.
import { useId, type Ref } from 'react'
import { t, translate } from '#shared/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/section.tsx'
import { communitySettings, type SettingName } from '../../settings.ts'
import type { SettingsValues } from '../settings-fields.ts'

interface SettingsConflictsProps {
  fields: readonly SettingName[]
  /** As the other administrator saved them. */
  settings: SettingsValues
  /** As they are in the form. */
  values: SettingsValues
  decide: (decision: { field: SettingName; isOwn: boolean }) => void
  ref: Ref<HTMLDivElement>
}

export function SettingsConflicts({ fields, settings, values, decide, ref }: SettingsConflictsProps) {
  return (
    <div ref={ref} tabIndex={-1} className="outline-none">
      <Section
        fields="wide"
        title={t('Changed in two places')}
        lead={t('These fields were also changed elsewhere. Choose what to save.')}
      >
        {fields.map((field) => (
          <fieldset key={field} className="grid gap-3">
            <legend className="mb-2 font-strong">{translate(communitySettings[field].label)}</legend>
            <div className="grid gap-3 sm:grid-cols-2">
              <Choice
                title={t('Yours')}
                action={t('Use yours')}
                lines={linesOf(field, values)}
                onChoose={() => decide({ field, isOwn: true })}
              />
              <Choice
                title={t('Saved meanwhile')}
                action={t('Use the saved one')}
                lines={linesOf(field, settings)}
                onChoose={() => decide({ field, isOwn: false })}
              />
            </div>
          </fieldset>
        ))}
      </Section>
    </div>
  )
}

interface ChoiceProps {
  title: string
  action: string
  lines: readonly string[]
  onChoose: () => void
}

function Choice({ title, action, lines, onChoose }: ChoiceProps) {
  const id = useId()
  return (
    <div
      role="group"
      aria-labelledby={id}
      className="grid content-between gap-3 rounded-panel border border-line bg-surface p-4"
    >
      <div className="grid gap-1">
        <p id={id} className="text-small text-ink-3">
          {title}
        </p>
        <p className="wrap-anywhere whitespace-pre-line">{lines.join('\n') || t('Empty')}</p>
      </div>
      <Button size="sm" className="justify-self-start" onClick={onChoose}>
        {action}
      </Button>
    </div>
  )
}

function linesOf(name: SettingName, settings: SettingsValues): string[] {
  const lines = communitySettings[name].lines as (value: unknown) => string[]
  return lines(settings[name])
}
