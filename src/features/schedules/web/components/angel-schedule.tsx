// The garden angel's schedule, which others write, as a list or a calendar of upcoming sessions.
import { clsx } from 'clsx'
import { useState, useId, useMemo } from 'react'
import { capitalize, formatDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { groupByWeek } from '#shared/weeks.ts'
import { contentLang } from '#web/i18n/content-language.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryContent } from '#web/ui/query-content.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { WeekOfRows } from '#web/ui/week-of-rows.tsx'
import { useCall } from '#web/use-call.ts'
import { useToday } from '#web/use-today.ts'
import { splitUpcomingAndPast, formatLength } from '../../calendar-days.ts'
import { schedulesCalls, type Schedule } from '../../contract.ts'
import { hasHosts, HostLine } from './host-line.tsx'
import type { RenderMenu, RenderTurnout } from './schedule-list.tsx'
import { ScheduleClocks, ScheduleTime } from './start-time.tsx'

const ScheduleCalendar = lazyPart(
  async () => (await import('./schedule-calendar.tsx')).ScheduleCalendar,
  () => <Skeleton className="min-h-84" />,
)

type View = 'list' | 'calendar'

const views: readonly { value: View; label: string }[] = [
  { value: 'list', label: t('List') },
  { value: 'calendar', label: t('Calendar') },
]

interface AngelScheduleProps {
  renderTurnout?: RenderTurnout
  renderMenu?: RenderMenu
}

/** Reloads the schedules whenever it opens. */
export function AngelSchedule({ renderTurnout, renderMenu }: AngelScheduleProps) {
  const query = useCall(schedulesCalls.schedules, {}, { uncached: true })
  const [view, setView] = useState<View>('list')
  const [toolbar, setToolbar] = useState<HTMLElement | null>(null)
  const today = useToday()
  return (
    <div className="mt-6 grid gap-6">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-3 sm:gap-x-3">
        <div className="flex" onPointerEnter={ScheduleCalendar.preload} onFocus={ScheduleCalendar.preload}>
          <Segmented legend={t('View')} options={views} value={view} onChange={setView} />
        </div>
        <div ref={setToolbar} className="contents" />
      </div>
      <QueryContent
        query={query}
        failed={t('The schedule didn’t load')}
        failedText={t('Nothing is lost.')}
        stale={t('The latest schedule didn’t load')}
        staleText={t('The previous schedule is shown.')}
        loading={t('Loading schedule')}
        skeleton={<ListSkeleton />}
      >
        {(schedules) =>
          view === 'list' ? (
            <List {...{ schedules, today, renderTurnout, renderMenu }} />
          ) : (
            <ScheduleCalendar schedules={schedules} today={today} variant="angel" toolbar={toolbar} />
          )
        }
      </QueryContent>
    </div>
  )
}

function List(props: AngelListProps) {
  if (props.schedules.length > 0)
    return (
      <div className="grid gap-6">
        <ScheduleClocks schedules={props.schedules} />
        <AngelList {...props} />
      </div>
    )
  return (
    <EmptyState title={t('Nothing is scheduled yet')}>
      {t('As soon as an administrator schedules a meditation, it appears here.')}
    </EmptyState>
  )
}

function ListSkeleton() {
  return (
    <div className="grid gap-5">
      <Skeleton className="h-7 w-40" />
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-20.5" />
      ))}
    </div>
  )
}

// About two months at once; more rows would slow down the page on a phone.
const pageSize = 62

interface AngelListProps {
  schedules: readonly Schedule[]
  today: string
  renderTurnout: RenderTurnout | undefined
  renderMenu: RenderMenu | undefined
}

function AngelList({ schedules, ...shown }: AngelListProps) {
  const { today } = shown
  const { upcoming, past } = useMemo(() => splitUpcomingAndPast(schedules, today), [schedules, today])
  const asksForHosts = useMemo(() => hasHosts(schedules), [schedules])
  const [isPastShown, setPastShown] = useState(false)
  const id = useId()
  return (
    <div className="grid gap-8">
      <section aria-labelledby={`${id}-upcoming`}>
        <h2 id={`${id}-upcoming`} className="serif text-section">
          {t('Upcoming meditations')}
        </h2>
        {upcoming.length === 0 ? (
          <p className="mt-3 text-ink-2">{t('Nothing is scheduled for today or later.')}</p>
        ) : (
          <Rows schedules={upcoming} {...shown} asksForHosts={asksForHosts} isByWeek />
        )}
      </section>
      {past.length > 0 && (
        <section aria-labelledby={`${id}-past`}>
          <h2 id={`${id}-past`} className="sr-only">
            {t('Past meditations')}
          </h2>
          <Button aria-expanded={isPastShown} onClick={() => setPastShown(!isPastShown)}>
            {isPastShown
              ? t('Hide past meditations')
              : t('Show past meditations ({count})', { count: past.length })}
          </Button>
          {isPastShown && <Rows schedules={past} {...shown} asksForHosts={asksForHosts} isByWeek={false} />}
        </section>
      )}
    </div>
  )
}

interface RowsProps extends AngelListProps {
  asksForHosts: boolean
  /** Past ones aren't. */
  isByWeek: boolean
}

function Rows({ schedules, isByWeek, ...row }: RowsProps) {
  const [count, setCount] = useState(pageSize)
  const remaining = schedules.length - count
  // The pressed button may disappear, so the focus moves to the first row it loaded.
  const firstNew = count > pageSize ? schedules[count - pageSize] : undefined
  const renderRow = (schedule: Schedule) => (
    <li
      key={schedule.id}
      {...(schedule === firstNew ? { ref: focusOnMount, tabIndex: -1 } : {})}
      className="border-b border-line focus:outline-none"
    >
      <Row {...row} schedule={schedule} title={isByWeek ? 'h4' : 'h3'} />
    </li>
  )
  const shown = schedules.slice(0, count)
  return (
    <>
      {isByWeek ? (
        groupByWeek(shown, row.today).map(({ title, rows }) => (
          <WeekOfRows key={title} title={title}>
            {rows.map(renderRow)}
          </WeekOfRows>
        ))
      ) : (
        <ul>{shown.map(renderRow)}</ul>
      )}
      {remaining > 0 && (
        <Button className="mt-4" onClick={() => setCount(count + pageSize)}>
          {t('Show {count} more', { count: Math.min(remaining, pageSize) })}
        </Button>
      )}
    </>
  )
}

function focusOnMount(row: HTMLElement | null): void {
  row?.focus({ preventScroll: true })
}

interface RowProps extends Omit<AngelListProps, 'schedules'> {
  schedule: Schedule
  asksForHosts: boolean
  title: 'h3' | 'h4'
}

/** Stacked on a phone, with its menu at the end; otherwise in columns. */
function Row({ schedule, today, asksForHosts, title: Title, renderTurnout, renderMenu }: RowProps) {
  const { date, isActive, template } = schedule
  const menu = isActive && date >= today && renderMenu?.(schedule)
  return (
    <article
      className={clsx(
        'grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 py-4',
        'sm:grid-cols-[clamp(10rem,29vw,18rem)_minmax(0,1fr)_auto] sm:gap-x-6',
        'lg:grid-cols-[clamp(10rem,29vw,18rem)_minmax(0,1fr)_auto_auto]',
        !isActive && 'text-ink-3',
      )}
    >
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-small text-ink-2">
        <span>{capitalize(formatDay(date, 'full'))}</span>
        {date === today && (
          <span className="rounded-pill bg-ink px-2 text-meta font-bold text-bg">{t('Today')}</span>
        )}
      </p>
      <div className="min-w-0">
        <Title dir="auto" lang={contentLang(template.language)} className="font-strong wrap-anywhere">
          {template.title}
        </Title>
        <p className="text-small wrap-anywhere text-ink-2">{template.instructor}</p>
        <HostLine {...{ schedule, today, asksForHosts }} />
        {schedule.sitting !== null && renderTurnout?.(schedule)}
      </div>
      <div className="col-span-2 text-small text-ink-2 tabular-nums sm:col-span-1 sm:col-start-2 lg:col-start-3 lg:text-end">
        <p>
          <ScheduleTime schedule={schedule} />
          <span>{` · ${formatLength(template)}`}</span>
        </p>
        {!isActive && <p className="text-ink-3">{t('Inactive')}</p>}
      </div>
      {menu && (
        <div className="col-start-2 row-span-2 row-start-1 self-center sm:col-start-3 lg:col-start-4">
          {menu}
        </div>
      )}
    </article>
  )
}
