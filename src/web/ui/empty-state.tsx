// What a screen shows when there is nothing: a rosette in hairlines, one line, one sentence, at most one button.
import type { ReactNode } from 'react'
import { HairlineRosette } from './rosette.tsx'

type EmptyStateProps = {
  title: string
  /** One sentence. */
  children?: ReactNode
  /** One button or link. */
  action?: ReactNode
  /** The heading's level in its place on the screen. */
  as?: 'h1' | 'h2' | 'h3' | 'p'
}

/** Centred in the room that it is given. */
export function EmptyState({ title, children, action, as: Title = 'h2' }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-4 px-4 py-12 text-center">
      <HairlineRosette className="mb-2" />
      <Title className="serif text-section">{title}</Title>
      {children != null && <p className="max-w-[44ch] text-ink-2">{children}</p>}
      {action != null && <div className="mt-3">{action}</div>}
    </div>
  )
}
