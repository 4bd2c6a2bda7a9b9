// 'Your Referrals': the friends who joined with the member's code, with date and status.
import { clsx } from 'clsx'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { t } from '#shared/i18n/t.ts'
import { communityZone } from '#web/community-days.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Section } from '#web/ui/section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Referral } from '../contract.ts'
import { formatLedgerDate } from '../format-referrals.ts'
import { useShowMore } from './use-referrals.ts'

/** `referrals` is null while loading. */
export function YourReferrals({ referrals }: { referrals: readonly Referral[] | null }) {
  const title = referrals
    ? t('Your Referrals ({count, number})', { count: referrals.length })
    : t('Your Referrals')
  return (
    <Section title={title}>
      <div className="border-t border-line">
        {referrals === null && [0, 1, 2].map((row) => <Skeleton key={row} className="mt-3 h-14" />)}
        {referrals?.length === 0 && (
          <EmptyState as="h3" title={t('No one has joined yet')}>
            {t('Friends who join with your link appear here.')}
          </EmptyState>
        )}
        {referrals && referrals.length > 0 && <ReferralRows referrals={referrals} />}
      </div>
    </Section>
  )
}

function ReferralRows({ referrals }: { referrals: readonly Referral[] }) {
  const { shown, hasMore, showMore, refOf } = useShowMore(referrals)
  return (
    <>
      <ul>
        {shown.map((referral, index) => (
          <li
            key={referral.id}
            ref={refOf(index)}
            tabIndex={-1}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-4 @min-[40rem]:grid @min-[40rem]:grid-cols-[minmax(0,1fr)_minmax(0,3fr)_8rem]"
          >
            <p className="font-strong tabular-nums">{t('User #{id}', { id: referral.referredId })}</p>
            <Badge isCompleted={referral.status === 'completed'} />
            <p className="flex w-full flex-wrap gap-x-4 text-small text-ink-3 tabular-nums @min-[40rem]:w-auto">
              <span className="@min-[40rem]:min-w-52 @min-[40rem]:flex-1">
                {t('Joined {day}', { day: formatLedgerDate(referral.createdAt, communityZone()) })}
              </span>{' '}
              <span className="@min-[40rem]:min-w-52 @min-[40rem]:flex-1">
                {referral.completedAt !== null &&
                  t('Completed {day}', { day: formatLedgerDate(referral.completedAt, communityZone()) })}
              </span>
            </p>
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button className="mt-4" onClick={showMore}>
          {t('Show more')}
        </Button>
      )}
    </>
  )
}

/** Sign and border distinguish it too, not only color (REF-15). */
function Badge({ isCompleted }: { isCompleted: boolean }) {
  const Sign = isCompleted ? CircleCheck : CircleDashed
  return (
    <p
      className={clsx(
        'inline-flex items-center gap-1.5 justify-self-end rounded-pill border px-3 py-1 text-small @min-[40rem]:order-last',
        isCompleted
          ? 'border-transparent bg-primary-soft text-primary'
          : 'border-dashed border-line-strong text-ink-2',
      )}
    >
      <Sign aria-hidden className="size-4 flex-none" strokeWidth={1.8} />
      <span>{isCompleted ? t('Completed') : t('Pending')}</span>
    </p>
  )
}
