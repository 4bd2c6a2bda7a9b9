// Over the form of /auth, for whoever came by a shared link: the code, and whose it is (AUTH-27, AUTH-28).
import type { ReactNode } from 'react'
import { pointsForJoining } from '#shared/constants.ts'
import { messages } from '#shared/messages.ts'
import { Button } from '#web/ui/button.tsx'
import type { Referral, ReferralCheck } from './use-referral.ts'

/** As high as its three lines from the start, so that no answer moves the form. Nothing without a code. */
export function ReferralBanner({ referral: { code, check, retry } }: { referral: Referral }) {
  if (code === '') return null
  const isChecking = check.status === 'checking'
  const canRetry = check.status === 'failed' || (isChecking && check.isAgain)
  return (
    <div className="flex items-center gap-4 rounded-field bg-primary-soft px-4 py-3 text-small">
      <div role="status" className="grid min-h-17 min-w-0 flex-1 content-center">
        <Words code={code} check={check} />
      </div>
      {canRetry && (
        <Button busy={isChecking} onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  )
}

function Words({ code, check }: { code: string; check: ReferralCheck }) {
  switch (check.status) {
    case 'checking':
      return (
        <>
          <Line>
            Referral code <Strong>{code}</Strong>
          </Line>
          <p className="text-ink-2">Finding out whose it is …</p>
        </>
      )
    case 'valid':
      return (
        <>
          <Line>
            Invited by <Strong>{check.referrerName}</Strong>
          </Line>
          <p>{pointsForJoining} Quantum Love points for joining.</p>
          <Line>
            <span className="text-ink-2">Referral code {code}</span>
          </Line>
        </>
      )
    case 'invalid':
      return (
        <>
          <Line>
            <Strong>{messages.invalidReferral(code)}</Strong>
          </Line>
          <p className="text-ink-2">You can join all the same.</p>
        </>
      )
    case 'failed':
      return (
        <>
          <Line>
            <Strong>{code}</Strong>
          </Line>
          <p className="text-ink-2">could not be checked just now.</p>
        </>
      )
  }
}

/** One line, however long a code or a name is. */
function Line({ children }: { children: ReactNode }) {
  return <p className="truncate">{children}</p>
}

function Strong({ children }: { children: string }) {
  return <span className="font-strong">{children}</span>
}
