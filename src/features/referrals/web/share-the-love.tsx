// 'Share the Love' screen: code, benefits, points and referrals.
import { useRef } from 'react'
import { messages } from '#shared/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { useFocusFallback } from '#web/use-focus-fallback.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { Invitation } from './invitation.tsx'
import { PointsCard } from './points-card.tsx'
import { useReferrals } from './use-referrals.ts'
import { YourReferrals } from './your-referrals.tsx'

/** For a registered member; `uid` is the signed-in identity. */
export function ShareTheLove({ title, uid }: { title: string; uid: string }) {
  const { data, isFailed, isFetching, refetchFailed } = useReferrals(uid)
  const screen = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusFallback(screen, heading)
  return (
    <div ref={screen} className="mx-auto w-full max-w-[72rem] px-4 py-8 md:px-8 md:py-10">
      <h1 ref={heading} tabIndex={-1} className="serif text-page focus:outline-none">
        {title}
      </h1>
      <div className="mt-0.5 flex min-h-11 flex-wrap items-center text-ink-2">
        {isFailed && data ? (
          <StaleDataNotice isFetching={isFetching} onRetry={refetchFailed} />
        ) : (
          <p>Stillness grows when it is shared.</p>
        )}
      </div>
      {isFailed && data === null ? (
        <div className="mt-4">
          <ErrorPanel title={messages.unableToLoadReferrals} busy={isFetching} onRetry={refetchFailed}>
            Something went wrong. Your referrals and points are safe.
          </ErrorPanel>
        </div>
      ) : (
        <div className="mt-4 grid gap-10">
          {data === null && (
            <p role="status" className="sr-only">
              Loading your referrals
            </p>
          )}
          <Invitation code={data?.code ?? null} />
          <div className="grid items-start gap-10 md:grid-cols-2">
            <HowItWorks />
            <PointsCard data={data} />
          </div>
          <YourReferrals referrals={data?.referrals ?? null} />
        </div>
      )}
    </div>
  )
}

/** Shown when a refresh failed; takes the place of other text, so that nothing shifts. */
function StaleDataNotice({ isFetching, onRetry }: { isFetching: boolean; onRetry: () => void }) {
  return (
    <>
      <p className="text-small">This may be out of date.</p>
      <Button variant="quiet" busy={isFetching} onClick={onRetry}>
        Try again
      </Button>
    </>
  )
}
