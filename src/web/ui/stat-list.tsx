// A row of statistics, each with a title and a unit.
import { Skeleton } from './skeleton.tsx'

export interface Stat {
  title: string
  /** Null while loading. */
  value: string | null
  unit: string
}

/** All in one row on a desktop. On a phone the text is at the left and the value at the right; elsewhere they are stacked. */
export function StatList({ stats }: { stats: readonly Stat[] }) {
  return (
    <dl className="grid gap-px overflow-hidden rounded-panel border border-line bg-line sm:grid-cols-2 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
      {stats.map(({ title, value, unit }) => (
        <div
          key={title}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 bg-surface px-5 py-4 sm:block"
        >
          <dt className="text-small font-strong text-ink-2">{title}</dt>
          <dd className="serif row-span-2 my-1.5 text-page whitespace-nowrap">
            {value ?? <Skeleton className="my-[0.06em] h-[1em] w-20" />}
          </dd>
          <dd className="text-small text-ink-3">{unit}</dd>
        </div>
      ))}
    </dl>
  )
}
