// Latest activity, for the dashboard.
import type { ResponseOf } from '#shared/endpoint.ts'
import { t } from '#shared/i18n/t.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryContent } from '#web/ui/query-content.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCall } from '#web/use-call.ts'
import { activityCalls } from '../contract.ts'
import { ActivityClocks, ActivityTime, ActivitySentence, type RenderUserLink } from './activity-entry.tsx'

interface ActivityListProps {
  /** The number of entries, 1 to 100. */
  limit: number
  userLink?: RenderUserLink
}

/** Reloads on every opening. */
export function ActivityList({ limit, userLink }: ActivityListProps) {
  const query = useCall(activityCalls.activity, { query: { limit: String(limit) } }, { uncached: true })
  return (
    <QueryContent
      query={query}
      failed={t('Recent activity didn’t load')}
      failedText={t('Nothing is lost.')}
      loading={t('Loading activity')}
      skeleton={<ActivitySkeleton lines={Math.min(limit, 5)} />}
    >
      {(data) => <ActivityRows data={data} userLink={userLink} />}
    </QueryContent>
  )
}

interface ActivityRowsProps {
  data: ResponseOf<typeof activityCalls.activity>
  userLink: RenderUserLink | undefined
}

function ActivityRows({ data, userLink }: ActivityRowsProps) {
  if (data.activities.length === 0) return <NoActivity as="h3" />
  return (
    <div className="grid gap-3">
      <ActivityClocks activities={data.activities} />
      <ul className="divide-y divide-line rounded-panel border border-line bg-surface px-5">
        {data.activities.map((activity) => (
          <li key={activity.id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-3">
            <ActivitySentence activity={activity} userLink={userLink} />
            <ActivityTime at={activity.createdAt} withDay />
          </li>
        ))}
      </ul>
    </div>
  )
}

export function NoActivity({ as }: { as: 'h2' | 'h3' }) {
  return (
    <EmptyState title={t('No activity yet')} as={as}>
      {t('Changes by administrators and garden angels will appear here.')}
    </EmptyState>
  )
}

export function ActivitySkeleton({ lines }: { lines: number }) {
  return (
    <div className="divide-y divide-line rounded-panel border border-line bg-surface px-5">
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className="flex justify-between gap-4 py-3">
          <Skeleton className="h-[1lh] w-3/5" />
          <Skeleton className="h-[1lh] w-11" />
        </div>
      ))}
    </div>
  )
}
