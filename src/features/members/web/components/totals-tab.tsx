// Analytics tab: the community's total and monthly time, and the members with the most time (TOT-01 to TOT-03).
import type { ResponseOf } from '#shared/endpoint.ts'
import { formatNumber } from '#shared/i18n/format-number.ts'
import { t } from '#shared/i18n/t.ts'
import { adminMessages } from '#web/i18n/admin-messages.ts'
import { BarList } from '#web/ui/bar.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Section } from '#web/ui/section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { StatList } from '#web/ui/stat-list.tsx'
import { useCall, useReadFailure } from '#web/use-call.ts'
import { totalsCalls } from '../../contract.ts'
import { hoursLabel, minutesLabel } from '../../member-labels.ts'
import { RecentDays } from './recent-days.tsx'

type Totals = ResponseOf<typeof totalsCalls.totals>

const topMax = 10

/** Reloads on every opening. */
export function TotalsTab() {
  const query = useCall(totalsCalls.totals, {}, { uncached: true })
  const isFailed = useReadFailure(query)
  const { data, isFetching, refetch } = query
  return (
    <section tabIndex={-1} aria-label={t('Analytics')} className="grid gap-8 outline-none">
      {!data && isFailed ? (
        <ErrorPanel title={adminMessages.totalsFailed} busy={isFetching} onRetry={() => void refetch()}>
          {t('No data is lost: the totals are recalculated each time.')}
        </ErrorPanel>
      ) : (
        <>
          {!data && (
            <p role="status" className="sr-only">
              {t('Loading the analytics')}
            </p>
          )}
          <TotalCards totals={data ?? null} />
          <RecentDays />
          <TopMembers totals={data ?? null} />
        </>
      )}
    </section>
  )
}

function TotalCards({ totals }: { totals: Totals | null }) {
  const formatTenths = (minutes: number) => formatNumber(Math.round(minutes * 10) / 10)
  return (
    <StatList
      stats={[
        { title: t('Total Users'), value: totals && formatNumber(totals.totalUsers), unit: t('members') },
        {
          title: t('Total Minutes'),
          value: totals && formatTenths(totals.totalMinutes),
          unit: t('minutes in meditation'),
        },
        {
          title: t('Daily Average'),
          value: totals && formatTenths(totals.dailyAverage),
          unit: t('minutes per day with a sitting'),
        },
        {
          title: t('This Month'),
          value: totals && formatTenths(totals.monthlyTotal),
          unit: t('minutes so far'),
        },
      ]}
    />
  )
}

function TopMembers({ totals }: { totals: Totals | null }) {
  const title = t('Top 10 Users by Meditation Time')
  return (
    <Section title={title}>
      {totals === null ? (
        <Skeleton className="h-84 rounded-panel" />
      ) : totals.topUsers.length === 0 ? (
        <EmptyState as="h3" title={adminMessages.noTotals}>
          {t('Members appear here after their first sitting.')}
        </EmptyState>
      ) : (
        <BarList label={title} isRanked items={toBars(totals.topUsers)} />
      )}
    </Section>
  )
}

/** Scales the bars; the highest value fills its bar. */
function toBars(users: Totals['topUsers']) {
  const highest = Math.max(...users.map(({ totalTimeSpent }) => totalTimeSpent), 1)
  return users.slice(0, topMax).map(({ id, name, totalTimeSpent }) => ({
    key: id,
    label: name,
    value: [minutesLabel(totalTimeSpent), hoursLabel(totalTimeSpent) ?? []].flat().join(' · '),
    share: Math.max(0, totalTimeSpent / highest),
  }))
}
