// Player slider: the seek bar and the volume.
import type { CSSProperties } from 'react'

interface PlayerSliderProps {
  name: 'seek' | 'volume'
  label: string
  /** The range starts at 0. */
  max: number
  value: number
  /** The value for screen readers. */
  valueText: string
  disabled?: boolean
  onChange: (value: number) => void
}

export function PlayerSlider(props: PlayerSliderProps) {
  const { name, label, max, value, valueText, disabled = false, onChange } = props
  const style = { '--filled': `${max > 0 ? (value / max) * 100 : 0}%` } as CSSProperties
  return (
    <input
      type="range"
      name={name}
      aria-label={label}
      aria-valuetext={valueText}
      min={0}
      max={max}
      // Any position: a step would round the point where a finger lets go.
      step="any"
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(event.target.valueAsNumber)}
      style={style}
      className="player-slider outline-[white]"
    />
  )
}
