// The coming days: the next 14 by the member's clock, with their line (PLAN-03).
import { clsx } from 'clsx'
import { useCallback, useEffect, useId, useMemo, useState, type ReactNode } from 'react'
import { namedHost } from '#features/sittings/named-host.ts'
import { hasRung } from '#features/sittings/phases.ts'
import { zoneCity } from '#shared/city-names.ts'
import { capitalize, dayInZone, formatDay, formatDayRange } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { type ShownZones } from '#shared/local-time.ts'
import { pageDays } from '#web/community-days.ts'
import { contentLang } from '#web/i18n/content-language.ts'
import { serverNow } from '#web/server-clock.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { daysOfWeekLine, WeekLine } from '#web/ui/week-line.tsx'
import { useCall, useReadFailure } from '#web/use-call.ts'
import { useCommunityDays } from '#web/use-community-days.ts'
import { prefersReducedMotion } from '#web/use-media-query.ts'
import { useServerNow } from '#web/use-server-now.ts'
import { useToday } from '#web/use-today.ts'
import { localZoneToSave } from '#web/zone-names.ts'
import { weekCalls, type WeekEntry } from '../contract.ts'
import {
  dayOfEntry,
  isDayOfRest,
  msToNextSun,
  startsByClock,
  weekSuns,
  weeksAhead,
  type DayOfEntries,
} from '../week.ts'
import { AddToCalendar } from './add-to-calendar.tsx'

interface WeekAheadProps {
  title: string
  /** The zone in the member's settings; null for the browser's, undefined until it is loaded. */
  chosenZone: string | null | undefined
  /** Above the list, once there are days. */
  offer: ReactNode
  /** Whether the member sat in a sitting of today. */
  hasSat: (entry: WeekEntry) => boolean
}

export function WeekAhead({ title, chosenZone, offer, hasSat }: WeekAheadProps) {
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
            {data ? t('The previous days are shown.') : t('Please try again in a moment.')}
          </ErrorPanel>
        )}
        {!isLoaded && !isFailed && <WeekSkeleton />}
        {isLoaded && <Weeks {...{ today, local, offer, hasSat }} entries={data.entries} />}
      </div>
    </div>
  )
}

/** Whose clock the times are by. */
function clockSentence({ community, local }: ShownZones, browserZone: string | null): string {
  if (local === null) return t('Times in {city}.', { city: zoneCity(community) })
  if (local === browserZone) return t('By your clock.')
  return t('By the clock in {city}, as in your settings.', { city: zoneCity(local) })
}

function WeekSkeleton() {
  return (
    <div className="grid gap-5">
      <p role="status" className="sr-only">
        {t('Loading the week')}
      </p>
      <Skeleton className="h-27" />
      <Skeleton className="h-7 w-40" />
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-20.5" />
      ))}
    </div>
  )
}

interface WeeksProps {
  /** The community's. */
  today: string
  entries: readonly WeekEntry[]
  /** The zone of the member's clock; null if it is unknown. */
  local: string | null
  offer: ReactNode
  hasSat: (entry: WeekEntry) => boolean
}

function Weeks({ today: communityToday, entries, local, offer, hasSat }: WeeksProps) {
  const days = useCommunityDays()
  const zone = local ?? days.zoneOf(communityToday)
  const msToNext = useCallback(
    (nowMs: number) => Math.min(msToNextSun(entries, nowMs) ?? recheckMs, recheckMs),
    [entries],
  )
  const nowMs = useServerNow(msToNext)
  const today = dayInZone(nowMs, zone)
  const clock = useMemo(() => ({ days, zone }), [days, zone])
  const weeks = useMemo(
    () => weeksAhead(entries, { today, roomDay: communityToday, ...clock }),
    [today, entries, communityToday, clock],
  )
  const id = useId()
  if (entries.length === 0)
    return (
      <EmptyState title={t('Nothing is scheduled yet')}>
        {t('As soon as a meditation is scheduled for the next 14 days, it appears here.')}
      </EmptyState>
    )
  const suns = weekSuns(entries, { nowMs, hasSat })
  const idOf = (day: string) => `${id}${day}`
  const rows = weeks.flatMap((week) => week.days)
  /** Days of rest are listed with the first of them. */
  const rowOf = (day: string) => rows.find((row) => row.day <= day && day <= row.lastDay)?.day ?? day
  return (
    <>
      <WeekLine
        label={t('Coming days')}
        days={daysOfWeekLine(today).map((day) => ({
          day,
          zone,
          suns: suns.filter((sun) => dayOfEntry(sun, clock) === day),
          isOpen: entries.some((entry) => entry.startsAt === null && entry.day === day),
          isRest: isDayOfRest(day, { entries, roomDay: communityToday }),
        }))}
        onPress={(day) => goToDay(idOf(rowOf(day)))}
      />
      {offer}
      {weeks.map((week) => (
        <WeekOfDays key={week.title} {...{ today, local, week, hasSat, idOf }} />
      ))}
    </>
  )
}

/** The member's midnight is found at the latest after this. */
const recheckMs = 60_000

/** The focus follows, so that reading goes on there. */
function goToDay(id: string): void {
  const heading = document.getElementById(id)
  heading?.scrollIntoView({ block: 'start', behavior: prefersReducedMotion() ? 'auto' : 'smooth' })
  heading?.focus({ preventScroll: true })
}

interface WeekOfDaysProps extends Pick<WeeksProps, 'today' | 'local' | 'hasSat'> {
  week: ReturnType<typeof weeksAhead>[number]
  /** The id of a day's heading. */
  idOf: (day: string) => string
}

function WeekOfDays({ today, local, hasSat, idOf, week: { title, days } }: WeekOfDaysProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="serif text-section">
        {title}
      </h2>
      <ul className="@container mt-4 border-t border-line">
        {days.map((day) => (
          <li
            key={day.day}
            className="grid gap-x-6 gap-y-3 border-b border-line py-4 @min-[44rem]:grid-cols-[15rem_minmax(0,1fr)]"
          >
            <h3
              id={idOf(day.day)}
              tabIndex={-1}
              className="flex scroll-mt-[calc(var(--bar)+1rem)] flex-wrap items-baseline gap-x-3 gap-y-1 self-start text-small font-normal text-ink-2 outline-none"
            >
              <span>{formatDays(day)}</span>
              {day.day === today && (
                <span className="rounded-pill bg-ink px-2 text-meta font-bold text-bg">{t('Today')}</span>
              )}
            </h3>
            <EntriesOfDay {...{ day, local, hasSat }} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function formatDays({ day, lastDay }: DayOfEntries): string {
  return capitalize(day === lastDay ? formatDay(day) : formatDayRange(day, lastDay, 'shortDay'))
}

interface EntriesOfDayProps extends Pick<WeeksProps, 'local' | 'hasSat'> {
  day: DayOfEntries
}

/** Of a day without an entry. */
function emptyDaySentence({ day, lastDay, isRest, elsewhere }: DayOfEntries): string {
  if (elsewhere !== null)
    return t('By your clock, this day’s meditation is on {day}.', { day: formatDay(elsewhere, 'dayOfWeek') })
  if (!isRest) return t('No more sittings today.')
  return day === lastDay ? t('A day of rest. The chat is open.') : t('Days of rest. The chat is open.')
}

function EntriesOfDay({ day: ofDay, local, hasSat }: EntriesOfDayProps) {
  const { day, entries } = ofDay
  if (entries.length === 0) return <p className="text-small text-ink-3">{emptyDaySentence(ofDay)}</p>
  return (
    <ul className="grid min-w-0 gap-5">
      {entries.map((entry, index) => (
        <li key={entry.event ?? index}>
          <Entry {...{ entry, day, local }} hasSat={hasSat(entry)} />
        </li>
      ))}
    </ul>
  )
}

interface EntryProps {
  entry: WeekEntry
  /** By the member's clock. */
  day: string
  local: string | null
  hasSat: boolean
}

function Entry({ entry, day, local, hasSat }: EntryProps) {
  const { title, language, instructor, host, minutes, event, startsAt, cancelled, cancelNote } = entry
  const name = namedHost(instructor, host)
  const isAhead = startsAt !== null && !cancelled && !hasRung({ startsAt }, serverNow())
  const clocks =
    startsAt === null
      ? null
      : startsByClock({ day, startsAt }, { community: pageDays().zoneOf(entry.day), local })
  const facts = [
    ...(clocks?.community ? [clocks.community] : []),
    name === null
      ? t('With {instructor}', { instructor })
      : t('With {instructor} and {host}', { instructor, host: name }),
    t('{minutes} min', { minutes }),
    ...(entry.isLive ? [t('Live')] : []),
    ...(entry.startedByHost ? [t('started by a host')] : []),
  ]
  return (
    <article className="grid items-center gap-x-6 gap-y-3 @min-[38rem]:grid-cols-[minmax(0,1fr)_auto]">
      <div className={clsx('min-w-0', cancelled && 'text-ink-3')}>
        <p className="text-small tabular-nums">
          <span className="font-strong">{clocks === null ? t('Open all day') : capitalize(clocks.own)}</span>
          {cancelled && <span className="font-strong">{` · ${t('Canceled')}`}</span>}
          {hasSat && <span className="text-ink-2">{` · ${t('You sat')}`}</span>}
        </p>
        <h4 dir="auto" lang={contentLang(language)} className="font-strong wrap-anywhere">
          {title}
        </h4>
        <p dir="auto" className={clsx('text-small wrap-anywhere', cancelled ? 'text-ink-3' : 'text-ink-2')}>
          {capitalize(facts.join(' · '))}
        </p>
        {cancelNote !== null && (
          <p dir="auto" className="mt-1 text-small text-ink-2 wrap-anywhere">
            {t('“{note}”', { note: cancelNote })}
          </p>
        )}
      </div>
      {event !== null && isAhead && clocks !== null && (
        <div className="grid justify-items-start gap-2">
          <AddToCalendar event={event} title={`${title}, ${clocks.own}, ${formatDay(day)}`} />
        </div>
      )}
    </article>
  )
}
