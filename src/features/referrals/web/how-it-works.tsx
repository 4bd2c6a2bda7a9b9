// How It Works: inviting a friend in four facts (REF-07).
import { Share2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { pointsForFirstSession, pointsForJoining, pointsForReferring } from '#shared/constants.ts'

export function HowItWorks() {
  return (
    <section aria-labelledby="how-it-works">
      <h2 id="how-it-works" className="serif text-section">
        How it works
      </h2>
      <ol className="mt-4 border-t border-line">
        <HowItWorksStep sign={<Share2 aria-hidden className="size-6 text-ink-3" strokeWidth={1.4} />}>
          Share your link. It contains your code.
        </HowItWorksStep>
        <HowItWorksStep sign={pointsForJoining}>points for your friend when they join.</HowItWorksStep>
        <HowItWorksStep sign={pointsForReferring}>
          points for you when your friend completes a first meditation.
        </HowItWorksStep>
        <HowItWorksStep sign={pointsForFirstSession}>
          extra points for your friend for that first session.
        </HowItWorksStep>
      </ol>
    </section>
  )
}

/** Number and text read as one sentence. */
function HowItWorksStep({ sign, children }: { sign: ReactNode; children: ReactNode }) {
  return (
    <li className="flex min-h-17 items-center border-b border-line py-3">
      <span className="serif w-20 flex-none text-title">{sign}</span>{' '}
      <span className="min-w-0">{children}</span>
    </li>
  )
}
