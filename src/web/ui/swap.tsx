// Swap: the forms of one place on a page. They lie in one cell, as large as the largest, so that none moves what is
// around it, and one fades into the other.
import './swap.css'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'

interface SwapProps {
  /** The name of the form that is seen; with another name none is. */
  shown: string
  forms: Readonly<Record<string, ReactNode>>
  className?: string
}

export function Swap({ shown, forms, className }: SwapProps) {
  return (
    <div className={clsx('swap', className)}>
      {Object.entries(forms).map(([name, form]) => (
        <div key={name} data-on={name === shown || undefined} inert={name !== shown}>
          {form}
        </div>
      ))}
    </div>
  )
}
