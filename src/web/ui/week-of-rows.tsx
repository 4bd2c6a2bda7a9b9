// The rows of one week in a list, below its name.
import type { ReactNode } from 'react'

interface WeekOfRowsProps {
  title: string
  children: ReactNode
}

export function WeekOfRows({ title, children }: WeekOfRowsProps) {
  return (
    <div className="mt-3 not-first-of-type:mt-10">
      <h3 className="border-b border-line pb-2 text-small font-strong text-ink-2">{title}</h3>
      <ul aria-label={title}>{children}</ul>
    </div>
  )
}
