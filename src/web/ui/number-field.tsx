// Field for a whole number.
import type { ReactNode } from 'react'
import type { Bounds } from '#shared/whole-number.ts'
import { Field } from './field.tsx'
import { Input } from './input.tsx'

interface NumberFieldProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
  bounds: Bounds
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
