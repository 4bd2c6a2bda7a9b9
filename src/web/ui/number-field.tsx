// Field for a whole number.
import { Field } from './field.tsx'
import { Input } from './input.tsx'
import type { ReactNode } from 'react'

interface NumberFieldProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** The least and the greatest number. */
  bounds: readonly [number, number]
  /** NaN while it is empty. */
  value: number
  onChange: (value: number) => void
}

export function NumberField({ label, hint, error, bounds: [min, max], value, onChange }: NumberFieldProps) {
  return (
    <Field {...{ label, hint, error }}>
      <Input
        type="number"
        inputMode="numeric"
        {...{ min, max }}
        value={Number.isNaN(value) ? '' : value}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
    </Field>
  )
}
