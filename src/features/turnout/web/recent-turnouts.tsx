// How many sat in the last sittings, against the weeks before, for the dashboard (TOT-11).
import { addDays, capitalize, formatDay, formatTimeOfDay, monthOf } from '#shared/day.ts'
import { formatDecimal } from '#shared/i18n/format-number.ts'
import { t } from '#shared/i18n/t.ts'
import { pageDays } from '#web/community-days.ts'
import { serverNow } from '#web/server-clock.ts'
import { BarList } from '#web/ui/bar.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCall, useReadFailure } from '#web/use-call.ts'
import { turnoutCalls, type Turnout } from '../contract.ts'
import { trendDays, turnoutTrend, type TurnoutTrend } from '../rules.ts'
import { turnoutLabel } from './turnout-of-schedule.tsx'

/** By the community's clock. */
export function RecentTurnouts({ today }: { today: string }) {
  const month = monthOf(today)
  const firstMonth = monthOf(addDays(today, -trendDays))
  const current = useTurnoutsOf(month)
  const earlier = useTurnoutsOf(firstMonth)
  if (current.isFailed || earlier.isFailed)
    return <p className="text-ink-3">{t('How many sat didn’t load.')}</p>
  if (!current.data || !earlier.data) return <Skeleton className="h-84" />
  const turnouts = firstMonth === month ? current.data : [...earlier.data, ...current.data]
  const { latest, ...averages } = turnoutTrend(turnouts, serverNow())
  return (
    <>
      <p className="text-ink-2">{trendSentence(averages)}</p>
      {latest.length > 0 && <BarList label={t('The last sittings')} items={toItems(latest)} />}
    </>
  )
}

function useTurnoutsOf(month: string) {
  const query = useCall(turnoutCalls.turnouts, { query: { month } }, { refetchOnFocus: true })
  return { data: query.data, isFailed: useReadFailure(query) && !query.data }
}

function trendSentence({ average, before }: Pick<TurnoutTrend, 'average' | 'before'>): string {
  if (average === null) return t('No sitting took place in the last two weeks.')
  const number = formatDecimal(average)
  return before === null
    ? t('{average} on average in the last two weeks.', { average: number })
    : t('{average} on average in the last two weeks, {before} in the two weeks before.', {
        average: number,
        before: formatDecimal(before),
      })
}

function toItems(turnouts: readonly Turnout[]) {
  const most = Math.max(1, ...turnouts.map(({ count }) => count ?? 0))
  return turnouts.map((turnout) => {
    const { startsAt, count } = turnout
    const days = pageDays()
    const day = capitalize(formatDay(days.dayOf(startsAt)))
    return {
      key: startsAt,
      label: `${day} · ${formatTimeOfDay(startsAt, days.zoneAt(startsAt))}`,
      value: turnoutLabel(turnout),
      share: (count ?? 0) / most,
    }
  })
}
