// Minutes of the last 30 days as a line with its scale, and as a table (TOT-09).
import './recent-days.css'
import { capitalize, formatDay } from '#shared/day.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { formatNumber } from '#shared/i18n/format-number.ts'
import { t } from '#shared/i18n/t.ts'
import { Section } from '#web/ui/section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Summary } from '#web/ui/summary.tsx'
import { useCall } from '#web/use-call.ts'
import { totalsCalls } from '../../contract.ts'
import { linePath, namedDays, scaleTop } from '../../days-chart.ts'
import { minutesLabel } from '../../member-labels.ts'

type Days = ResponseOf<typeof totalsCalls.recentDays>

/** A failure leaves it out. */
export function RecentDays() {
  const { data, isError } = useCall(totalsCalls.recentDays, {}, { uncached: true })
  if (isError && !data) return null
  return (
    <Section title={t('The last 30 days')}>
      {data ? (
        <div className="rounded-panel border border-line bg-surface px-5 pt-5 pb-2">
          <Chart days={data} />
          <details className="mt-2">
            <Summary className="text-small font-strong text-ink-2">{t('Show as a table')}</Summary>
            <DaysTable days={data} />
          </details>
        </div>
      ) : (
        <Skeleton className="h-60 rounded-panel" />
      )}
    </Section>
  )
}

/** Its values are in the table. Time runs from left to right on every page. */
function Chart({ days }: { days: Days }) {
  const top = scaleTop(days)
  const last = days.length - 1
  const line = linePath(days, top)
  return (
    <div aria-hidden dir="ltr" className="days-chart text-meta text-ink-3">
      <div className="days-scale">
        {[top, top / 2, 0].map((minutes) => (
          <span key={minutes}>{minutesLabel(minutes)}</span>
        ))}
      </div>
      <div className="days-plot">
        <div>
          <span />
          <span />
          <span />
        </div>
        <svg viewBox={`0 0 ${Math.max(1, last)} 100`} preserveAspectRatio="none">
          <path d={`${line}V100H0z`} fill="currentColor" fillOpacity="0.12" />
          <path
            d={line}
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
      </div>
      <div className="days-names">
        {namedDays(days.length).map((index) => (
          <span key={index} style={index === last ? undefined : { left: `${(100 * index) / last}%` }}>
            {index === last ? t('Today') : formatDay(days[index]?.date ?? '', 'short')}
          </span>
        ))}
      </div>
    </div>
  )
}

function DaysTable({ days }: { days: Days }) {
  return (
    <table className="days-table text-small">
      <caption className="sr-only">{t('Minutes in meditation and members by day')}</caption>
      <thead className="text-ink-3">
        <tr>
          <th scope="col">{t('Day')}</th>
          <th scope="col">{t('Minutes')}</th>
          <th scope="col">{t('Members')}</th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ date, minutes, members }) => (
          <tr key={date}>
            <th scope="row">{capitalize(formatDay(date, 'full'))}</th>
            <td>{formatNumber(minutes)}</td>
            <td>{formatNumber(members)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
