// Fields that this administrator and another one changed: both values side by side, until one is chosen.
import { useId, type Ref } from 'react'
import { bellLabels } from '#features/sittings/bell-labels.ts'
import { languageNames } from '#shared/language-names.ts'
import { t, translate } from '#shared/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/section.tsx'
import { joiningLabels, settingsFieldLabels } from '../../field-labels.ts'
import { formatNewSchedulesItem } from '../../new-schedules-entry.ts'
import { careResourceLines, communityTranslationLines } from '../../setting-lines.ts'
import type { FormField } from '../../settings-draft.ts'
import { linkKindLabel } from './links-fields.tsx'
import type { SettingsValues } from '../settings-fields.ts'

interface SettingsConflictsProps {
  fields: readonly FormField[]
  /** As the other administrator saved them. */
  settings: SettingsValues
  /** As they are in the form. */
  values: SettingsValues
  decide: (decision: { field: FormField; isOwn: boolean }) => void
  ref: Ref<HTMLDivElement>
}

export function SettingsConflicts({ fields, settings, values, decide, ref }: SettingsConflictsProps) {
  return (
    <div ref={ref} tabIndex={-1} className="outline-none">
      <Section
        title={t('Changed in two places')}
        lead={t('These fields were also changed elsewhere. Choose what is saved.')}
      >
        {fields.map((field) => (
          <fieldset key={field} className="grid gap-3">
            <legend className="mb-2 font-strong">{translate(settingsFieldLabels[field])}</legend>
            <div className="grid gap-3 sm:grid-cols-2">
              <Choice
                title={t('Yours')}
                action={t('Take yours')}
                lines={linesOf(field, values)}
                onChoose={() => decide({ field, isOwn: true })}
              />
              <Choice
                title={t('Saved meanwhile')}
                action={t('Take the saved one')}
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

function linesOf(field: FormField, settings: SettingsValues): string[] {
  return formatters[field](settings)
}

const formatters: Readonly<Record<FormField, (settings: SettingsValues) => string[]>> = {
  name: ({ name }) => [name],
  hue: ({ hue }) => [hue === null ? t('Stillwater’s own') : String(hue)],
  language: ({ language }) => [languageNames[language]],
  welcome: ({ welcome }) => [welcome],
  links: ({ links }) =>
    links.map(({ kind, label, url }) =>
      [linkKindLabel(kind), label, url].filter((part) => part !== '').join(', '),
    ),
  joining: ({ joining }) => [translate(joiningLabels[joining])],
  bell: ({ bell }) => [translate(bellLabels[bell])],
  severalADay: ({ severalADay }) => [severalADay ? t('On') : t('Off')],
  newSchedules: ({ newSchedules }) =>
    Object.entries(newSchedules).map(([name, value]) => formatNewSchedulesItem(`${name} ${value}`)),
  careText: ({ careText }) => [careText],
  careResources: ({ careResources }) => careResourceLines(careResources),
  translations: ({ translations }) => communityTranslationLines(translations),
  reflectionPairsMin: ({ reflectionPairsMin }) => numberLines(reflectionPairsMin),
  chatDays: ({ chatDays }) => numberLines(chatDays),
}

function numberLines(value: number): string[] {
  return Number.isNaN(value) ? [] : [String(value)]
}
