// Analytics tab: the community's total and monthly time, and the members with the most time (TOT-01 to TOT-03).
import { useId, useRef } from 'react'
import type { Answer } from '#shared/endpoint.ts'
import { adminMessages } from '#shared/admin-messages.ts'
import { formatNumber } from '#shared/format-number.ts'
import { BarList } from '#web/ui/bar.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { StatList } from '#web/ui/stat-list.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCall, useSettledError } from '#web/use-call.ts'
import { useFocusFallback } from '#web/use-focus-fallback.ts'
import { totalsCalls } from '../contract.ts'
import { hoursLabel, minutesLabel } from '../member-labels.ts'

type Totals = Answer<typeof totalsCalls.totals>

const topMax = 10

/** Reloads on every opening. */
export function TotalsTab() {
  const query = useCall(totalsCalls.totals, {}, { uncached: true })
  const isFailed = useSettledError(query)
  const { data, isFetching, refetch } = query
  const tab = useRef<HTMLElement>(null)
  useFocusFallback(tab)
  return (
    <section ref={tab} tabIndex={-1} aria-label="Analytics" className="grid gap-8 outline-none">
      {!data && isFailed ? (
        <ErrorPanel title={adminMessages.totalsFailed} busy={isFetching} onRetry={() => void refetch()}>
          No data is lost: the totals are recalculated each time.
        </ErrorPanel>
      ) : (
        <>
          {!data && (
            <p role="status" className="sr-only">
              Loading the analytics
            </p>
          )}
          <TotalCards totals={data ?? null} />
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
        { title: 'Total Users', value: totals && formatNumber(totals.totalUsers), unit: 'members' },
        {
          title: 'Total Minutes',
          value: totals && formatTenths(totals.totalMinutes),
          unit: 'minutes in meditation',
        },
        {
          title: 'Daily Average',
          value: totals && formatTenths(totals.dailyAverage),
          unit: 'minutes per day with sessions',
        },
        {
          title: 'This Month',
          value: totals && formatTenths(totals.monthlyTotal),
          unit: 'minutes so far',
        },
      ]}
    />
  )
}

function TopMembers({ totals }: { totals: Totals | null }) {
  const titleId = useId()
  const title = 'Top 10 Users by Meditation Time'
  return (
    <section aria-labelledby={titleId} className="grid gap-4">
      <h2 id={titleId} className="serif text-section">
        {title}
      </h2>
      {totals === null ? (
        <Skeleton className="h-84 rounded-panel" />
      ) : totals.topUsers.length === 0 ? (
        <EmptyState as="h3" title={adminMessages.noTotals}>
          Members appear here after their first sitting.
        </EmptyState>
      ) : (
        <BarList label={title} isRanked items={toBars(totals.topUsers)} />
      )}
    </section>
  )
}

/** Scales the bars; the highest value fills its bar. */
function toBars(users: Totals['topUsers']) {
  const highest = Math.max(...users.map(({ totalTimeSpent }) => totalTimeSpent), 1)
  return users.slice(0, topMax).map(({ id, name, totalTimeSpent }) => ({
    key: id,
    label: name,
    value: `${minutesLabel(totalTimeSpent)} · ${hoursLabel(totalTimeSpent)}`,
    share: Math.max(0, totalTimeSpent / highest),
  }))
}
