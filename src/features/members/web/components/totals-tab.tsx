// Analytics tab: the community's total and monthly time, and the members with the most time (TOT-01 to TOT-03).
import { useRef } from 'react'
import { capitalize, formatDay } from '#shared/day.ts'
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
import { useFocusFallback } from '#web/use-focus-fallback.ts'
import { totalsCalls } from '../../contract.ts'
import { hoursLabel, minutesLabel } from '../../member-labels.ts'

type Totals = ResponseOf<typeof totalsCalls.totals>

const topMax = 10

/** Reloads on every opening. */
export function TotalsTab() {
  const query = useCall(totalsCalls.totals, {}, { uncached: true })
  const isFailed = useReadFailure(query)
  const { data, isFetching, refetch } = query
  const tab = useRef<HTMLElement>(null)
  useFocusFallback(tab)
  return (
    <section ref={tab} tabIndex={-1} aria-label={t('Analytics')} className="grid gap-8 outline-none">
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

/** Minutes of the last 30 days as a line; a failure leaves it out. */
function RecentDays() {
  const { data, isError } = useCall(totalsCalls.recentDays, {}, { uncached: true })
  if (isError && !data) return null
  const highest = Math.max(1, ...(data ?? []).map(({ minutes }) => minutes))
  const newest = data?.at(-1)
  const oldest = data?.[0]
  return (
    <Section title={t('The last 30 days')}>
      {!data || !oldest || !newest ? (
        <Skeleton className="h-40 rounded-panel" />
      ) : (
        <figure className="rounded-panel border border-line bg-surface px-5 py-4">
          <p aria-hidden className="text-meta text-ink-3">
            {minutesLabel(highest)}
          </p>
          <svg
            aria-hidden
            viewBox={`0 0 ${data.length - 1} 100`}
            preserveAspectRatio="none"
            className="mt-1 h-28 w-full overflow-visible text-primary"
          >
            <path d={`${linePath(data, highest)}V100H0z`} fill="currentColor" fillOpacity="0.12" />
            <path
              d={linePath(data, highest)}
              fill="none"
              stroke="currentColor"
              strokeWidth="2"
              vectorEffect="non-scaling-stroke"
            />
          </svg>
          {/* The line's time runs from left to right on every page. */}
          <p
            aria-hidden
            dir="ltr"
            className="mt-1 flex justify-between border-t border-line pt-1 text-meta text-ink-3"
          >
            <span>{formatDay(oldest.date, 'short')}</span>
            <span>{t('Today')}</span>
          </p>
          {/* A table alone ignores the size of hidden content. */}
          <div className="sr-only">
            <table>
              <caption>{t('Minutes in meditation and members by day')}</caption>
              <thead>
                <tr>
                  <th scope="col">{t('Day')}</th>
                  <th scope="col">{t('Minutes')}</th>
                  <th scope="col">{t('Members')}</th>
                </tr>
              </thead>
              <tbody>
                {data.map(({ date, minutes, members }) => (
                  <tr key={date}>
                    <th scope="row">{capitalize(formatDay(date, 'full'))}</th>
                    <td>{formatNumber(minutes)}</td>
                    <td>{formatNumber(members)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </figure>
      )}
    </Section>
  )
}

/** One unit to the right per day; 100 is the bottom. */
function linePath(days: readonly { minutes: number }[], highest: number): string {
  return days
    .map(({ minutes }, x) => `${x === 0 ? 'M' : 'L'}${x} ${100 - (100 * minutes) / highest}`)
    .join('')
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
