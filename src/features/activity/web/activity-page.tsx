// One page of the activity log, grouped by day, with the button for the next page.
import { ListFilter } from 'lucide-react'
import { useEffect } from 'react'
import { capitalize, dayInZone, formatDay, timestampToMs } from '#shared/day.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { t } from '#shared/i18n/t.ts'
import { communityZone } from '#web/community-days.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryContent } from '#web/ui/query-content.tsx'
import { useCall } from '#web/use-call.ts'
import { activityCalls, type Activity, type ActivityGroup, type NamedUser } from '../contract.ts'
import { targetFilterOf, isFiltered, toActivityQuery, type ActivityFilter } from '../filter.ts'
import {
  ActivityChanges,
  ActivityClocks,
  ActivityTime,
  ActivitySentence,
  type RenderUserLink,
} from './activity-entry.tsx'
import { ActivitySkeleton, NoActivity } from './activity-list.tsx'

/** The last entry of the previous page: its id and its day; both null for the first page. */
export interface PageCursor {
  before: number | null
  day: string | null
}

/** The choices of the filter, from the server. */
export interface FilterChoices {
  groups: readonly ActivityGroup[]
  actors: readonly NamedUser[]
}

interface ActivityPageProps {
  start: PageCursor
  filter: ActivityFilter
  /** Whether this is the last page loaded so far; it has the button for the next one. */
  isLast: boolean
  userLink: RenderUserLink | undefined
  onTarget: (target: ActivityFilter['target']) => void
  onChoices: (choices: FilterChoices) => void
  onMore: (next: PageCursor) => void
}

export function ActivityPage(props: ActivityPageProps) {
  const { start, filter, onChoices } = props
  const input = { query: toActivityQuery(filter, start.before) }
  const query = useCall(activityCalls.activity, input, { uncached: true })
  const { data } = query
  useEffect(() => {
    if (data) onChoices(data)
  }, [data, onChoices])
  return (
    <QueryContent
      query={query}
      failed={t('The activity didn’t load')}
      failedText={t('Nothing is lost.')}
      loading={t('Loading activity')}
      skeleton={<ActivitySkeleton lines={8} />}
    >
      {(loaded) => <Entries {...props} data={loaded} />}
    </QueryContent>
  )
}

interface EntriesProps extends ActivityPageProps {
  data: ResponseOf<typeof activityCalls.activity>
}

function Entries({ data, ...props }: EntriesProps) {
  const { start, filter, isLast, onMore } = props
  if (data.activities.length === 0)
    return isFiltered(filter) ? <NoMatchingActivity /> : <NoActivity as="h2" />
  const lastEntry = data.activities.at(-1)
  return (
    <>
      {start.before === null && <ActivityClocks activities={data.activities} />}
      {groupByDay(data.activities).map(([day, activities]) => (
        <ActivityDay key={day} {...props} day={day} activities={activities} groups={data.groups} />
      ))}
      {data.hasMore && isLast && lastEntry && (
        <Button
          className="justify-self-start"
          onClick={() => onMore({ before: lastEntry.id, day: dayOf(lastEntry) })}
        >
          {t('Show more')}
        </Button>
      )}
    </>
  )
}

function NoMatchingActivity() {
  return <EmptyState title={t('No matching activity')}>{t('Try a different filter.')}</EmptyState>
}

function dayOf({ createdAt }: Activity): string {
  return dayInZone(timestampToMs(createdAt), communityZone())
}

function groupByDay(activities: readonly Activity[]): [day: string, activities: Activity[]][] {
  const days = new Map<string, Activity[]>()
  for (const activity of activities)
    days.set(dayOf(activity), [...(days.get(dayOf(activity)) ?? []), activity])
  return [...days]
}

interface DayProps extends ActivityPageProps {
  day: string
  activities: readonly Activity[]
  groups: readonly ActivityGroup[]
}

/** One day's entries; without a heading if the day continues from the previous page. */
function ActivityDay({ day, activities, groups, start, filter, userLink, onTarget }: DayProps) {
  return (
    <section aria-label={capitalize(formatDay(day, 'full'))} className="grid gap-2">
      {day !== start.day && <h2 className="serif text-section">{capitalize(formatDay(day, 'full'))}</h2>}
      <ul className="divide-y divide-line rounded-panel border border-line bg-surface px-5">
        {activities.map((activity) => {
          const target = filter.target ? null : targetFilterOf(activity.target, groups)
          return (
            <li key={activity.id} className="flex items-start gap-3 py-2">
              <div className="grid min-w-0 flex-1 gap-1 py-2.5">
                <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                  <ActivitySentence activity={activity} userLink={userLink} />
                  <ActivityTime at={activity.createdAt} withDay={false} />
                </div>
                <ActivityChanges changes={activity.changes} />
              </div>
              {target && (
                <IconButton
                  label={t('Show only changes to {name}', { name: target.name })}
                  variant="subtle"
                  onClick={() => onTarget(target)}
                >
                  <ListFilter aria-hidden className="size-4.5" strokeWidth={1.8} />
                </IconButton>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
