// A labeled choice between a few options, as a field of a form.
import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { Segmented } from './segmented.tsx'

interface ChoiceFieldProps<Value extends string> extends Omit<
  ComponentProps<typeof Segmented<Value>>,
  'legend'
> {
  label: string
  /** As wide as its place. */
  isWide?: boolean
  /** Below the options. */
  children?: ReactNode
}

export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { label, isWide = false, children, ...choice } = props
  return (
    <div className={clsx('grid min-w-0 gap-1.5', !isWide && 'justify-items-start')}>
      <span aria-hidden className="text-small font-strong">
        {label}
      </span>
      <Segmented legend={label} {...choice} />
      {children}
    </div>
  )
}
