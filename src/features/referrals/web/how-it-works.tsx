// How inviting works, in four facts (REF-07).
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
        <Fact sign={<Share2 aria-hidden className="size-6 text-ink-3" strokeWidth={1.4} />}>
          Share your code: it travels in the link.
        </Fact>
        <Fact sign={pointsForJoining}>points for your friend on joining.</Fact>
        <Fact sign={pointsForReferring}>points for you when that friend completes a first meditation.</Fact>
        <Fact sign={pointsForFirstSession}>extra points for your friend for that first session.</Fact>
      </ol>
    </section>
  )
}

/** The number reads on into the sentence. */
function Fact({ sign, children }: { sign: ReactNode; children: ReactNode }) {
  return (
    <li className="flex min-h-17 items-center border-b border-line py-3">
      <span className="serif w-20 flex-none text-title">{sign}</span>{' '}
      <span className="min-w-0">{children}</span>
    </li>
  )
}
