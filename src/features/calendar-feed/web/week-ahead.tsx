// The week ahead: the next 14 days, each start by the member's clock and the community's (PLAN-03).
import { clsx } from 'clsx'
import { useEffect, useId, useState, type ReactNode } from 'react'
import { hasRung } from '#features/sittings/phases.ts'
import { zoneCity } from '#shared/city-names.ts'
import { capitalize, formatDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { type ShownZones } from '#shared/local-time.ts'
import { pageDays } from '#web/community-days.ts'
import { contentLang } from '#web/i18n/content-language.ts'
import { serverNow } from '#web/server-clock.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCall, useReadFailure } from '#web/use-call.ts'
import { useToday } from '#web/use-today.ts'
import { localZoneToSave } from '#web/zone-names.ts'
import { weekCalls, type WeekEntry } from '../contract.ts'
import { startsByClock, weeksAhead } from '../week.ts'
import { AddToCalendar } from './add-to-calendar.tsx'

interface WeekAheadProps {
  title: string
  /** The zone in the member's settings; null for the browser's, undefined until it is loaded. */
  chosenZone: string | null | undefined
  /** Above the days, once there are some. */
  offer: ReactNode
}

export function WeekAhead({ title, chosenZone, offer }: WeekAheadProps) {
  const [browserZone] = useState(localZoneToSave)
  const local = chosenZone ?? browserZone
  const query = useCall(weekCalls.weekAhead, {}, { uncached: true, refetchOnFocus: true })
  const isFailed = useReadFailure(query)
  const { data, isFetching, refetch } = query
  const today = useToday()
  const isLoaded = data !== undefined && chosenZone !== undefined
  const isStale = data !== undefined && data.today < today
  useEffect(() => {
    if (isStale) void refetch()
  }, [isStale, refetch])
  return (
    <div className="mx-auto w-full max-w-240 px-4 py-8 md:px-8 md:py-12">
      <h1 className="serif text-page">{title}</h1>
      <p className="mt-0.5 text-ink-2">
        {clockSentence({ community: pageDays().zoneOf(today), local }, browserZone)}
      </p>
      <div className="mt-6 grid gap-8">
        {isFailed && (
          <ErrorPanel
            title={data ? t('The latest changes didn’t load') : t('The week didn’t load')}
            busy={isFetching}
            onRetry={() => void refetch()}
          >
            {data ? t('The days as they were before are shown.') : t('Please try again in a moment.')}
          </ErrorPanel>
        )}
        {!isLoaded && !isFailed && <WeekSkeleton />}
        {isLoaded && <Weeks {...{ today, local, offer }} entries={data.entries} />}
      </div>
    </div>
  )
}

/** Whose clock the times are by. */
function clockSentence({ community, local }: ShownZones, browserZone: string | null): string {
  if (local === null) return t('Times in {city}.', { city: zoneCity(community) })
  if (local === browserZone) return t('The next 14 days, by your clock.')
  return t('The next 14 days, by the clock in {city}, as in your settings.', { city: zoneCity(local) })
}

function WeekSkeleton() {
  return (
    <div className="grid gap-5">
      <p role="status" className="sr-only">
        {t('Loading the week')}
      </p>
      <Skeleton className="h-7 w-40" />
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-20.5" />
      ))}
    </div>
  )
}

interface WeeksProps {
  today: string
  entries: readonly WeekEntry[]
  /** The zone of the member's clock; null if it is unknown. */
  local: string | null
  offer: ReactNode
}

function Weeks({ today, entries, local, offer }: WeeksProps) {
  if (entries.length === 0)
    return (
      <EmptyState title={t('Nothing is scheduled yet.')}>
        {t('As soon as a meditation is scheduled for the next 14 days, it appears here.')}
      </EmptyState>
    )
  return (
    <>
      {offer}
      {weeksAhead(today, entries).map((week) => (
        <WeekOfDays key={week.title} {...{ today, local, week }} />
      ))}
    </>
  )
}

interface WeekOfDaysProps extends Pick<WeeksProps, 'today' | 'local'> {
  week: ReturnType<typeof weeksAhead>[number]
}

function WeekOfDays({ today, local, week: { title, days } }: WeekOfDaysProps) {
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
              <span>{capitalize(formatDay(day))}</span>
              {day === today && (
                <span className="rounded-pill bg-ink px-2 text-meta font-bold text-bg">{t('Today')}</span>
              )}
            </p>
            {entries.length === 0 ? (
              <p className="text-small text-ink-3">{t('No meditation')}</p>
            ) : (
              <ul className="grid min-w-0 gap-5">
                {entries.map((entry, index) => (
                  <li key={entry.event ?? index}>
                    <Entry {...{ entry, local }} />
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

function Entry({ entry, local }: { entry: WeekEntry; local: string | null }) {
  const { day, title, language, instructor, minutes, event, startsAt, together, cancelled, cancelNote } =
    entry
  const isAhead = startsAt !== null && !cancelled && !hasRung({ startsAt }, serverNow())
  const ownTime = startsAt === null ? '' : clocksOf({ day, startsAt, local }).own
  const facts = [
    t('With {instructor}', { instructor }),
    t('{minutes} min', { minutes }),
    ...(together && !cancelled ? [t('starts together')] : []),
    ...(entry.startedByHost ? [t('started by a host')] : []),
  ]
  return (
    <article className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className={clsx('min-w-0', cancelled && 'text-ink-3')}>
        <p className="text-small tabular-nums">
          <EntryTime {...{ day, startsAt, local }} />
          {cancelled && <span className="font-strong">{` · ${t('Canceled')}`}</span>}
        </p>
        <h3 dir="auto" lang={contentLang(language)} className="font-strong wrap-anywhere">
          {title}
        </h3>
        <p dir="auto" className={clsx('text-small wrap-anywhere', cancelled ? 'text-ink-3' : 'text-ink-2')}>
          {facts.join(' · ')}
        </p>
        {cancelNote !== null && (
          <p dir="auto" className="mt-1 text-small text-ink-2 wrap-anywhere">
            {t('“{note}”', { note: cancelNote })}
          </p>
        )}
      </div>
      {event !== null && isAhead && (
        <div className="grid gap-2">
          <AddToCalendar event={event} title={`${title}, ${ownTime}, ${formatDay(day)}`} />
        </div>
      )}
    </article>
  )
}

interface EntryTimeProps extends Pick<WeekEntry, 'day' | 'startsAt'> {
  local: string | null
}

const clocksOf = ({ day, startsAt, local }: { day: string; startsAt: number; local: string | null }) =>
  startsByClock({ day, startsAt }, { community: pageDays().zoneOf(day), local })

function EntryTime({ day, startsAt, local }: EntryTimeProps) {
  if (startsAt === null) return t('Open all day')
  const { own, community } = clocksOf({ day, startsAt, local })
  return (
    <>
      <span className="font-strong">{capitalize(own)}</span>
      {community !== null && <span className="text-ink-3">{` · ${community}`}</span>}
    </>
  )
}
