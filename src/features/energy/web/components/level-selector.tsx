// Level selector: eight radio buttons, Crown first.
import type { RefObject } from 'react'
import { t, translate } from '#shared/i18n/t.ts'
import { Rosette, type RosetteLevel } from '#web/ui/rosette.tsx'
import { energyLevelsDescending, type EnergyLevel } from '../../levels.ts'

interface LevelSelectorProps {
  /** Receives the selected level's input. */
  chosen: RefObject<HTMLInputElement | null>
  /** The selected level's index, 0 to 7. */
  value: number
  onChange: (index: number) => void
  disabled?: boolean
}

/** The arrow keys move the selection; up leads to Crown. */
export function LevelSelector({ chosen, value, onChange, disabled = false }: LevelSelectorProps) {
  return (
    <fieldset disabled={disabled} className="min-w-0 low:col-start-2 low:row-span-2 low:row-start-1">
      <legend className="mb-1.5 text-small font-strong">{t('How is your energy?')}</legend>
      <div className="overflow-hidden rounded-panel border border-line">
        {energyLevelsDescending.map((level) => (
          <LevelOption
            key={level.index}
            level={level}
            checked={level.index === value}
            ref={level.index === value ? chosen : null}
            onChoose={() => onChange(level.index)}
          />
        ))}
      </div>
    </fieldset>
  )
}

const softBackground: Record<EnergyLevel['token'], string> = {
  none: 'has-checked:bg-c-none-soft',
  root: 'has-checked:bg-c-root-soft',
  sacral: 'has-checked:bg-c-sacral-soft',
  solar: 'has-checked:bg-c-solar-soft',
  heart: 'has-checked:bg-c-heart-soft',
  throat: 'has-checked:bg-c-throat-soft',
  'third-eye': 'has-checked:bg-c-third-eye-soft',
  crown: 'has-checked:bg-c-crown-soft',
}

interface LevelOptionProps {
  level: EnergyLevel
  checked: boolean
  ref: RefObject<HTMLInputElement | null> | null
  onChoose: () => void
}

function LevelOption({ level, checked, ref, onChoose }: LevelOptionProps) {
  return (
    <label
      className={`group relative flex min-h-11 items-center gap-3 border-line px-3.5 py-1 transition-colors not-first:border-t hover:not-has-checked:bg-sunken has-focus-visible:z-1 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus ${softBackground[level.token]}`}
    >
      <input
        ref={ref}
        type="radio"
        className="sr-only"
        name="energy-level"
        value={level.index}
        checked={checked}
        onChange={onChoose}
      />
      <Rosette level={level.index as RosetteLevel} size={28} />
      <span className="min-w-0 flex-1 leading-tight">
        <span className="block text-[0.95rem] font-medium text-ink-2 group-has-checked:font-bold group-has-checked:text-ink">
          {translate(level.title)}
        </span>
        <span className="block text-meta text-ink-3 group-has-checked:text-ink-2">
          {translate(level.description)}
        </span>
      </span>
      <span className="text-meta text-ink-3 tabular-nums group-has-checked:font-bold group-has-checked:text-ink">
        {level.index}
      </span>
    </label>
  )
}
