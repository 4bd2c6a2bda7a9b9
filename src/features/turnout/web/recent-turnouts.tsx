// How many sat in the last sittings, against the weeks before, for the dashboard (TOT-11).
import { addDays, capitalize, formatDay, formatTimeOfDay, monthOf } from '#shared/day.ts'
import { formatNumber } from '#shared/i18n/format-number.ts'
import { t } from '#shared/i18n/t.ts'
import { pageDays } from '#web/community-days.ts'
import { serverNow } from '#web/server-clock.ts'
import { BarList } from '#web/ui/bar.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCall, useReadFailure } from '#web/use-call.ts'
import { turnoutCalls, type Turnout } from '../contract.ts'
import { trendDays, turnoutTrend, type TurnoutPeriod } from '../rules.ts'
import { turnoutLabel } from './turnout-of-schedule.tsx'

interface RecentTurnoutsProps {
  /** By the community's clock. */
  today: string
  /** A sitting is on, which has no number yet. */
  isOn: boolean
}

export function RecentTurnouts({ today, isOn }: RecentTurnoutsProps) {
  const month = monthOf(today)
  const firstMonth = monthOf(addDays(today, -trendDays))
  const current = useTurnoutsOf(month)
  const earlier = useTurnoutsOf(firstMonth)
  if (current.isFailed || earlier.isFailed)
    return <p className="text-ink-3">{t('How many sat didn’t load.')}</p>
  if (!current.data || !earlier.data) return <Skeleton className="h-84" />
  const turnouts = firstMonth === month ? current.data : [...earlier.data, ...current.data]
  const { latest, recent, before } = turnoutTrend(turnouts, serverNow())
  const sentences = [
    isOn && t('The sitting that is on is counted after its sharing.'),
    recentSentence(recent, isOn),
    beforeSentence(before),
  ].filter((sentence) => typeof sentence === 'string')
  return (
    <>
      <p className="text-ink-2">{sentences.join(' ')}</p>
      {latest.length > 0 && <BarList label={t('The last sittings')} items={toItems(latest)} />}
    </>
  )
}

function useTurnoutsOf(month: string) {
  const query = useCall(turnoutCalls.turnouts, { query: { month } }, { refetchOnFocus: true })
  return { data: query.data, isFailed: useReadFailure(query) && !query.data }
}

function recentSentence({ sittings, sat }: TurnoutPeriod, isOn: boolean): string | null {
  if (sittings === 0) return isOn ? null : t('No sitting took place in the last two weeks.')
  if (sittings > 1)
    return t('{average} on average in the last two weeks.', { average: formatAverage(sat / sittings) })
  return t(
    '{count, plural, =0 {No one sat} one {# person sat} other {# people sat}} in the only sitting of the last two weeks.',
    { count: sat },
  )
}

function beforeSentence({ sittings, sat }: TurnoutPeriod): string | null {
  if (sittings === 0) return null
  if (sittings > 1)
    return t('{average} on average in the two weeks before.', { average: formatAverage(sat / sittings) })
  return t(
    '{count, plural, =0 {No one sat} one {# person sat} other {# people sat}} in the only sitting of the two weeks before.',
    { count: sat },
  )
}

/** '4', '10.5' */
function formatAverage(average: number): string {
  return formatNumber(Math.round(average * 10) / 10)
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
