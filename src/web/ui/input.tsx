// Text inputs: one line, or several lines that grow with their content.
import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { useFieldControl } from './field.tsx'

export const inputClassName =
  'w-full min-w-0 rounded-field border border-line-strong bg-surface px-3.5 text-body text-ink transition-colors hover:not-disabled:border-ink-3 aria-invalid:border-danger disabled:opacity-55'

/** A single-line input; its text direction follows the script, and addresses run left to right. Inside a Field it takes the field's id and ARIA. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  const isProse = rest.type === undefined || rest.type === 'text' || rest.type === 'search'
  const isAddress = rest.type === 'email' || rest.type === 'url'
  return (
    <input
      {...useFieldControl()}
      {...(isProse ? { dir: 'auto' } : isAddress ? { dir: 'ltr' } : {})}
      {...rest}
      className={clsx(inputClassName, 'h-11.5', className)}
    />
  )
}

/**
 * A multi-line input; its text direction follows the script. It grows up to 40 % of the window's height, then
 * scrolls.
 */
export function Textarea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...useFieldControl()}
      dir="auto"
      rows={rows}
      {...rest}
      className={clsx(
        inputClassName,
        'field-sizing-content max-h-[40dvh] min-h-[calc(4lh+1.5rem)] resize-none py-2.75',
        className,
      )}
    />
  )
}
