// 'Share the Love' screen: code, benefits, points and referrals.
import { Share2 } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { pointsForFirstSession, pointsForJoining, pointsForReferring } from '#shared/constants.ts'
import { t } from '#shared/i18n/t.ts'
import { messages } from '#web/i18n/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Section } from '#web/ui/section.tsx'
import { useFocusFallback } from '#web/use-focus-fallback.ts'
import { PointsCard } from './points-card.tsx'
import { ReferralLink } from './referral-link.tsx'
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
          <StaleDataBanner isFetching={isFetching} onRetry={refetchFailed} />
        ) : (
          <p>{t('Stillness grows when it is shared.')}</p>
        )}
      </div>
      {isFailed && data === null ? (
        <div className="mt-4">
          <ErrorPanel title={messages.unableToLoadReferrals} busy={isFetching} onRetry={refetchFailed}>
            {t('Something went wrong. Your referrals and points are safe.')}
          </ErrorPanel>
        </div>
      ) : (
        <div className="@container mt-4 grid gap-10">
          {data === null && (
            <p role="status" className="sr-only">
              {t('Loading your referrals')}
            </p>
          )}
          <ReferralLink code={data?.code ?? null} />
          <div className="grid items-start gap-10 @min-[40rem]:grid-cols-2">
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
function StaleDataBanner({ isFetching, onRetry }: { isFetching: boolean; onRetry: () => void }) {
  return (
    <>
      <p className="text-small">{t('This may be out of date.')}</p>
      <Button variant="subtle" busy={isFetching} onClick={onRetry}>
        {t('Try again')}
      </Button>
    </>
  )
}

function HowItWorks() {
  return (
    <Section title={t('How it works')}>
      <ol className="border-t border-line">
        <HowItWorksStep sign={<Share2 aria-hidden className="size-6 text-ink-3" strokeWidth={1.4} />}>
          {t('Share your link. It contains your code.')}
        </HowItWorksStep>
        <HowItWorksStep sign={pointsForJoining}>{t('points for your friend when they join.')}</HowItWorksStep>
        <HowItWorksStep sign={pointsForReferring}>
          {t('points for you when your friend completes a first meditation.')}
        </HowItWorksStep>
        <HowItWorksStep sign={pointsForFirstSession}>
          {t('extra points for your friend for that first meditation.')}
        </HowItWorksStep>
      </ol>
    </Section>
  )
}

/** Number and text read as one sentence. */
function HowItWorksStep({ sign, children }: { sign: ReactNode; children: ReactNode }) {
  return (
    <li className="flex min-h-17 flex-wrap items-center border-b border-line py-3">
      <span className="serif w-20 flex-none text-title">{sign}</span>{' '}
      <span className="min-w-0 flex-[1_1_8rem]">{children}</span>
    </li>
  )
}
