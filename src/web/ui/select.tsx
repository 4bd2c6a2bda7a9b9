// The browser's native select.
import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useFieldControl } from './field.tsx'
import { inputClassName } from './input.tsx'

/** Its children are options. Inside a Field it takes the field's id and ARIA. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={clsx('relative block min-w-0', className)}>
      <select
        {...useFieldControl()}
        {...rest}
        className={clsx(inputClassName, 'h-11.5 appearance-none pe-10.5 text-ellipsis')}
      />
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute inset-y-0 end-3.5 my-auto size-4.5 text-ink-3"
        strokeWidth={1.8}
      />
    </span>
  )
}
