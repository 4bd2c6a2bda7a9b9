// Referral flags for administrators; a flag has no automatic consequence (T15).
import { referralFlagsDays } from '#shared/constants.ts'
import { t } from '#shared/i18n/t.ts'
import { QueryContent } from '#web/ui/query-content.tsx'
import { Section } from '#web/ui/section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCall } from '#web/use-call.ts'
import { referralsCalls, type ReferralFlag } from '../contract.ts'
import { describeReferralFlag } from '../format-referrals.ts'

/** Reloads on every opening. */
export function ReferralFlags() {
  const query = useCall(referralsCalls.flags, {}, { uncached: true })
  return (
    <Section title={t('To review')}>
      <QueryContent
        query={query}
        failed={t('This list didn’t load')}
        failedText={t('Nothing is lost. The list is computed each time.')}
        loading={t('Loading the list')}
        // One line high, the usual number of flags.
        skeleton={<Skeleton className="h-[1lh] w-40" />}
      >
        {({ flags }) => <Flags flags={flags} />}
      </QueryContent>
    </Section>
  )
}

function Flags({ flags }: { flags: readonly ReferralFlag[] }) {
  if (flags.length === 0) return <p className="text-ink-3">{t('Nothing to review.')}</p>
  return (
    <>
      <p className="max-w-[68ch] text-ink-2">
        {t(
          'A member is listed here for {days} days when they earn rewards for many friends in one day, or when many of their friends join from one address in one day. Families share an address, so no one is blocked because of it.',
          { days: referralFlagsDays },
        )}
      </p>
      <ul className="divide-y divide-line rounded-panel border border-line bg-surface px-5">
        {flags.map((flag) => (
          <li key={`${flag.kind} ${flag.day} ${flag.referrer.id}`} className="py-3 wrap-anywhere">
            {describeReferralFlag(flag)}
          </li>
        ))}
      </ul>
    </>
  )
}
