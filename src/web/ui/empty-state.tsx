// Empty state: a hairline rosette, a title, one sentence, and at most one button.
import type { ReactNode } from 'react'
import { HairlineRosette } from './rosette.tsx'

type EmptyStateProps = {
  title: string
  /** One sentence. */
  children?: ReactNode
  /** One button or link. */
  action?: ReactNode
  /** The heading's level in the screen's outline. */
  as?: 'h1' | 'h2' | 'h3' | 'p'
}

/** Centred in its container. */
export function EmptyState({ title, children, action, as: Title = 'h2' }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-4 px-4 py-12 text-center shallow:gap-1 shallow:py-2">
      <HairlineRosette className="mb-2 shallow:hidden" />
      <Title className="serif text-section">{title}</Title>
      {children != null && <p className="max-w-[44ch] text-balance text-ink-2">{children}</p>}
      {action != null && <div className="mt-3">{action}</div>}
    </div>
  )
}
