// The garden angel's read-only schedule, as a list or a calendar of upcoming sessions.
import { useState } from 'react'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCall } from '#web/use-call.ts'
import { useSettledError } from '#web/use-settled-error.ts'
import { useLazyImport } from '#web/use-lazy-import.ts'
import { useToday } from '#web/use-today.ts'
import { schedulesCalls, type Schedule } from '../contract.ts'
import { AngelList } from './angel-list.tsx'

const loadCalendar = async () => (await import('./schedule-calendar.tsx')).ScheduleCalendar

type View = 'list' | 'calendar'

const views: readonly { value: View; label: string }[] = [
  { value: 'list', label: 'List' },
  { value: 'calendar', label: 'Calendar' },
]

/** Reloads the schedules whenever it opens. */
export function AngelSchedule() {
  const query = useCall(schedulesCalls.schedules, {}, { uncached: true })
  const isFailed = useSettledError(query)
  const { data, isFetching, refetch } = query
  const [view, setView] = useState<View>('list')
  const [ScheduleCalendar, prepareCalendar] = useLazyImport(loadCalendar)
  const today = useToday()
  const showView = (next: View) => {
    if (next === 'calendar') prepareCalendar()
    setView(next)
  }
  return (
    <div className="mt-6 grid gap-6">
      <div onPointerEnter={prepareCalendar} onFocus={prepareCalendar}>
        <Segmented legend="View" options={views} value={view} onChange={showView} />
      </div>
      {isFailed && (
        <ErrorPanel
          title={data ? 'The latest schedule didn’t load' : 'The schedule didn’t load'}
          busy={isFetching}
          onRetry={() => void refetch()}
        >
          {data ? 'The previous schedule is shown.' : 'Nothing is lost.'}
        </ErrorPanel>
      )}
      {!data && !isFailed && <ListSkeleton />}
      {data && view === 'list' && <List schedules={data} today={today} />}
      {data &&
        view === 'calendar' &&
        (ScheduleCalendar ? (
          <ScheduleCalendar schedules={data} today={today} variant="angel" />
        ) : (
          <Skeleton className="min-h-84" />
        ))}
    </div>
  )
}

function List({ schedules, today }: { schedules: readonly Schedule[]; today: string }) {
  if (schedules.length > 0) return <AngelList schedules={schedules} today={today} />
  return (
    <EmptyState title="Nothing is scheduled yet.">
      As soon as an administrator schedules a meditation, it appears here.
    </EmptyState>
  )
}

function ListSkeleton() {
  return (
    <div className="grid gap-5">
      <p role="status" className="sr-only">
        Loading schedule
      </p>
      <Skeleton className="h-7 w-40" />
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-20.5" />
      ))}
    </div>
  )
}
