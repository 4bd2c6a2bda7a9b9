// The week ahead: the next 14 days, each start by the member's clock and the community's (PLAN-03).
import { clsx } from 'clsx'
import { useEffect, useId, useState } from 'react'
import { hasRung } from '#features/sittings/phases.ts'
import { formatDay } from '#shared/day.ts'
import { zoneCity } from '#shared/reader-time.ts'
import { pageDays } from '#web/community-days.ts'
import { localZone } from '#web/local-zone.ts'
import { serverNow } from '#web/server-clock.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCall, useReadFailure } from '#web/use-call.ts'
import { useToday } from '#web/use-today.ts'
import { weekCalls, type WeekEntry } from '../week-contract.ts'
import { startTexts, weeksAhead } from '../week.ts'
import { AddToCalendar } from './add-to-calendar.tsx'

export function WeekAhead({ title }: { title: string }) {
  const query = useCall(weekCalls.weekAhead, {}, { uncached: true, refetchOnFocus: true })
  const isFailed = useReadFailure(query)
  const { data, isFetching, refetch } = query
  const today = useToday()
  const isStale = data !== undefined && data.today < today
  useEffect(() => {
    if (isStale) void refetch()
  }, [isStale, refetch])
  return (
    <div className="mx-auto w-full max-w-240 px-4 py-8 md:px-8 md:py-12">
      <h1 className="serif text-page">{title}</h1>
      <ClockSentence today={today} />
      <div className="mt-6 grid gap-8">
        {isFailed && (
          <ErrorPanel
            title={data ? 'The latest changes didn’t load' : 'The week didn’t load'}
            busy={isFetching}
            onRetry={() => void refetch()}
          >
            {data ? 'The days as they were before are shown.' : 'Nothing is lost.'}
          </ErrorPanel>
        )}
        {!data && !isFailed && <WeekSkeleton />}
        {data && <Weeks today={today} entries={data.entries} />}
      </div>
    </div>
  )
}

/** Whose clock the times are by. */
function ClockSentence({ today }: { today: string }) {
  const [reader] = useState(localZone)
  const city = zoneCity(pageDays().zoneOf(today))
  return (
    <p className="mt-0.5 text-ink-2">
      {reader === null ? `Times in ${city}.` : 'The next 14 days, by your clock.'}
    </p>
  )
}

function WeekSkeleton() {
  return (
    <div className="grid gap-5">
      <p role="status" className="sr-only">
        Loading the week
      </p>
      <Skeleton className="h-7 w-40" />
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-20.5" />
      ))}
    </div>
  )
}

function Weeks({ today, entries }: { today: string; entries: readonly WeekEntry[] }) {
  if (entries.length === 0)
    return (
      <EmptyState title="Nothing is scheduled yet.">
        As soon as a meditation is scheduled for the next 14 days, it appears here.
      </EmptyState>
    )
  return weeksAhead(today, entries).map((week) => <WeekOfDays key={week.title} {...{ today, week }} />)
}

interface WeekOfDaysProps {
  today: string
  week: ReturnType<typeof weeksAhead>[number]
}

function WeekOfDays({ today, week: { title, days } }: WeekOfDaysProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="serif text-section">
        {title}
      </h2>
      <ul className="mt-4 border-t border-line">
        {days.map(({ day, entries }) => (
          <li
            key={day}
            className="grid gap-x-6 gap-y-3 border-b border-line py-4 md:grid-cols-[15rem_minmax(0,1fr)]"
          >
            <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-small text-ink-2">
              <span>{formatDay(day)}</span>
              {day === today && (
                <span className="rounded-pill bg-ink px-2 text-meta font-bold text-bg">Today</span>
              )}
            </p>
            {entries.length === 0 ? (
              <p className="text-small text-ink-3">No meditation</p>
            ) : (
              <ul className="grid min-w-0 gap-5">
                {entries.map((entry, index) => (
                  <li key={entry.event ?? index}>
                    <Entry entry={entry} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Entry({ entry }: { entry: WeekEntry }) {
  const { day, title, instructor, minutes, event, startsAt, together, cancelled } = entry
  const isAhead = startsAt !== null && !cancelled && !hasRung({ startsAt }, serverNow())
  const facts = [`With ${instructor}`, `${minutes} min`, ...(together ? ['starts together'] : [])]
  return (
    <article className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className={clsx('min-w-0', cancelled && 'text-ink-3')}>
        <p className="text-small tabular-nums">
          <EntryTime {...{ day, startsAt }} />
          {cancelled && <span className="font-strong">{' · Cancelled'}</span>}
        </p>
        <h3 dir="auto" className="font-strong wrap-anywhere">
          {title}
        </h3>
        <p dir="auto" className={clsx('text-small wrap-anywhere', cancelled ? 'text-ink-3' : 'text-ink-2')}>
          {facts.join(' · ')}
        </p>
      </div>
      {event !== null && isAhead && (
        <div className="grid gap-2">
          <AddToCalendar event={event} title={`${title}, ${formatDay(day)}`} />
        </div>
      )}
    </article>
  )
}

function EntryTime({ day, startsAt }: Pick<WeekEntry, 'day' | 'startsAt'>) {
  const [reader] = useState(localZone)
  if (startsAt === null) return 'Open all day'
  const { own, community } = startTexts({ day, startsAt }, { community: pageDays().zoneOf(day), reader })
  return (
    <>
      <span className="font-strong">{own}</span>
      {community !== null && <span className="text-ink-3">{` · ${community}`}</span>}
    </>
  )
}
