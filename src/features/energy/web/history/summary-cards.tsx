// Summary cards of a period: number of days, average change, average time.
import type { ReactNode } from 'react'
import { formatNumber } from '#shared/format-number.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { formatDuration, formatSignedLevels, type HistorySummary } from '../../history.ts'

/** `summary` is null while loading. */
export function SummaryCards({ summary }: { summary: HistorySummary | null }) {
  const { averageImprovement, averageMinutes } = summary ?? {}
  return (
    <dl className="grid rounded-panel border border-line bg-surface sm:grid-cols-3">
      <Card title="Total Sessions" unit="meditation sessions tracked">
        {summary && formatNumber(summary.sessions)}
      </Card>
      <Card title="Average Improvement" unit="emotion levels per session">
        {summary && (averageImprovement == null ? <NoAverage /> : formatSignedLevels(averageImprovement))}
      </Card>
      <Card title="Average Time" unit="per session">
        {summary && (averageMinutes == null ? <NoAverage /> : formatDuration(averageMinutes))}
      </Card>
    </dl>
  )
}

/** On a phone the text is on the left and the figure on the right; otherwise they are stacked. */
function Card({ title, unit, children }: { title: string; unit: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-line px-5 py-4 not-first:border-t sm:block sm:not-first:border-t-0 sm:not-first:border-l">
      <dt className="text-small font-strong text-ink-2">{title}</dt>
      <dd className="serif row-span-2 my-1.5 text-page whitespace-nowrap">
        {children ?? <Skeleton className="my-[0.06em] h-[1em] w-20" />}
      </dd>
      <dd className="text-small text-ink-3">{unit}</dd>
    </div>
  )
}

function NoAverage() {
  return (
    <span className="text-ink-3">
      <span aria-hidden>–</span>
      <span className="sr-only">Nothing to average yet</span>
    </span>
  )
}
