// Inline banner: a short status message, such as a sent mail, a confirmation, or the next step.
import { CircleCheck, Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { readableEmail } from '#shared/international-domain.ts'

interface InlineBannerProps {
  /** `mail`: a mail is waiting. `done`: completed. */
  kind?: 'plain' | 'mail' | 'done'
  /** A button after the text. */
  action?: ReactNode
  children: ReactNode
}

const icons = { plain: null, mail: Mail, done: CircleCheck }

/** Announced politely to screen readers. */
export function InlineBanner({ kind = 'plain', action, children }: InlineBannerProps) {
  const Icon = icons[kind]
  return (
    <div className="flex items-start gap-2.5 rounded-field bg-primary-soft px-4 py-3 text-small">
      {Icon && <Icon aria-hidden className="mt-0.5 size-4.5 flex-none text-primary" strokeWidth={1.9} />}
      <div className="grid min-w-0 flex-1 justify-items-start gap-2.5">
        <div role="status" className="max-w-full min-w-0">
          {children}
        </div>
        {action}
      </div>
    </div>
  )
}

/** An address inside a sentence; it may wrap anywhere, because it may be longer than the line. */
export function EmailAddress({ children }: { children: string }) {
  return <span className="font-strong wrap-anywhere">{readableEmail(children)}</span>
}
