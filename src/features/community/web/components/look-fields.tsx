// Name and color, with the color on both themes before it is saved.
import { communityNameMaxChars } from '#shared/constants.ts'
import { t } from '#shared/i18n/t.ts'
import { Field, useFieldControl } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { accentOf, hueError } from '../../accent.ts'
import type { SettingsFieldsProps } from '../settings-fields.ts'

/** The dominant hue of the product's own colors, from which a choice starts. */
const ownHue = 305
const hueMax = 359

const palettes = [
  { value: 'product', label: t('Stillwater’s own') },
  { value: 'hue', label: t('Your own color') },
] as const

export function LookFields({ values, change, errorAt }: SettingsFieldsProps) {
  const { name, hue } = values
  const error = hue === null ? undefined : (hueError(hue) ?? errorAt('hue'))
  return (
    <>
      <Field
        label={t('Name of the community')}
        error={errorAt('name')}
        hint={t('Shown in the bar, in titles, emails and link previews.')}
        limit={{ chars: name.length, max: communityNameMaxChars }}
      >
        <Input value={name} onChange={(event) => change({ name: event.target.value })} />
      </Field>
      <div className="grid gap-3">
        <p className="text-small font-strong">{t('Color')}</p>
        <div>
          <Segmented
            legend={t('Color')}
            options={palettes}
            value={hue === null ? 'product' : 'hue'}
            onChange={(palette) => change({ hue: palette === 'hue' ? ownHue : null })}
          />
        </div>
        {hue !== null && (
          <>
            <Field
              label={t('Hue')}
              error={error}
              hint={t('From 0 to {max}. Lightness and strength stay ours, so all text remains readable.', {
                max: hueMax,
              })}
            >
              <HueSlider hue={hue} onChange={(changed) => change({ hue: changed })} />
            </Field>
            <AccentPreview hue={hue} />
          </>
        )}
      </div>
    </>
  )
}

interface HueSliderProps {
  hue: number
  onChange: (hue: number) => void
}

function HueSlider({ hue, onChange }: HueSliderProps) {
  return (
    <div className="flex items-center gap-4">
      <input
        {...useFieldControl()}
        type="range"
        min={0}
        max={hueMax}
        value={hue}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        className="h-11 min-w-0 flex-1 accent-primary"
      />
      <output className="w-12 text-end tabular-nums" translate="no">
        {hue}
      </output>
    </div>
  )
}

/** Background, ink and text on the accent of both themes, as in `web/styles/tokens.css`. */
const themes = {
  light: {
    label: t('Light'),
    paper: 'oklch(97.8% 0.006 80)',
    ink: 'oklch(25.5% 0.03 310)',
    onPrimary: 'oklch(98.5% 0.006 80)',
  },
  dark: {
    label: t('Dark'),
    paper: 'oklch(18.5% 0.022 292)',
    ink: 'oklch(95.5% 0.01 80)',
    onPrimary: 'oklch(21.5% 0.05 300)',
  },
} as const

function AccentPreview({ hue }: { hue: number }) {
  const accent = accentOf(hue)
  return (
    <div aria-hidden className="grid gap-3 sm:grid-cols-2">
      {(['light', 'dark'] as const).map((theme) => {
        const { label, paper, ink, onPrimary } = themes[theme]
        const { primary, primarySoft, focus } = accent[theme]
        return (
          <div
            key={theme}
            className="flex flex-wrap items-center gap-3 rounded-panel border border-line px-4 py-4 text-small"
            style={{ backgroundColor: paper, color: ink }}
          >
            <span
              className="rounded-pill px-4 py-2 font-strong"
              style={{ backgroundColor: primary, color: onPrimary }}
            >
              {label}
            </span>
            <span className="rounded-pill px-4 py-2" style={{ backgroundColor: primarySoft }}>
              {t('Chosen')}
            </span>
            <span
              className="rounded-pill px-4 py-2"
              style={{ outline: `2px solid ${focus}`, outlineOffset: 2 }}
            >
              {t('Focus')}
            </span>
          </div>
        )
      })}
    </div>
  )
}
