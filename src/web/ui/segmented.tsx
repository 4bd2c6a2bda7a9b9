// Segmented control: radio buttons in one pill, for a choice between a few options such as Before and After.
import { useId } from 'react'

type SegmentedProps<Value extends string> = {
  /** The group's name for screen readers. */
  legend: string
  options: readonly { value: Value; label: string }[]
  /** Null while no option is selected. */
  value: Value | null
  onChange: (value: Value) => void
  disabled?: boolean
}

/** The arrow keys move the selection, as in every radio group. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { legend, options, value, onChange, disabled = false } = props
  const name = useId()
  return (
    <fieldset
      disabled={disabled}
      className="inline-flex max-w-full min-w-0 flex-wrap rounded-[1.6rem] border border-line bg-sunken p-0.75 disabled:opacity-55"
    >
      <legend className="sr-only">{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative flex min-h-11 min-w-[min(5.25rem,20vw)] flex-auto items-center justify-center rounded-pill border border-transparent forced-colors:border-0 px-[min(1.125rem,2.2vw)] text-[0.94rem] font-strong whitespace-nowrap text-ink-2 transition-colors hover:text-ink has-checked:border-line has-checked:bg-primary-soft has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            className="sr-only"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
