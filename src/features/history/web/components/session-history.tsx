// 'Session History': the period's days as a list, or the whole history as a calendar, both searchable.
import { useDeferredValue, useId, useMemo, useRef, useState, type ReactNode } from 'react'
import { t } from '#shared/i18n/t.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { searchDays, type DayRange, type HistoryDay } from '../../history.ts'
import { HistoryRow } from './history-row.tsx'

const CalendarView = lazyPart(
  async () => (await import('./history-calendar.tsx')).CalendarView,
  () => <Skeleton className="min-h-84" />,
)

type View = 'list' | 'calendar'

const views: readonly { value: View; label: string }[] = [
  { value: 'list', label: t('List') },
  { value: 'calendar', label: t('Calendar') },
]

export const noDaysText = t('No mood tracking data found for the selected time period.')

interface SessionHistoryProps {
  /** The days of the period, oldest first. */
  days: readonly HistoryDay[]
  /** The days of the whole history. */
  allDays: readonly HistoryDay[]
  range: DayRange
  today: string
  /** Shows the whole history. */
  onShowAll: () => void
}

export function SessionHistory(props: SessionHistoryProps) {
  const { days, allDays, range, today, onShowAll } = props
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [view, setView] = useState<View>('list')
  const [text, setText] = useState('')
  // A keystroke shows in the field before thousands of days are filtered.
  const searched = useDeferredValue(text)
  // The calendar navigates by month and isn't limited to the period (HIST-23).
  const searchable = view === 'calendar' ? allDays : days
  const matching = useMemo(() => searchDays(searchable, searched, today), [searchable, searched, today])
  const isCalendar = view === 'calendar' && matching.length > 0
  // The buttons of the empty states disappear when pressed; the focus moves to the start of the new content.
  const clear = () => {
    field.current?.focus()
    setText('')
  }
  const showAll = () => {
    heading.current?.focus({ preventScroll: true })
    onShowAll()
  }
  return (
    <section aria-labelledby={id}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id={id} ref={heading} tabIndex={-1} className="serif text-section focus:outline-none">
          {t('Session History')}
        </h2>
        <div onPointerEnter={CalendarView.preload} onFocus={CalendarView.preload}>
          <Segmented legend={t('View')} options={views} value={view} onChange={setView} />
        </div>
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchField field={field} label={t('Search by date or comment')} text={text} onChange={setText} />
        {searchable.length > 0 && (
          <SearchResultCount count={matching.length} of={searchable.length} text={searched} />
        )}
      </div>
      <div className="mt-4">
        {searchable.length === 0 && (
          <EmptyHistory title={noDaysText}>
            <Button onClick={showAll}>{t('Show all time')}</Button>
          </EmptyHistory>
        )}
        {searchable.length > 0 && matching.length === 0 && (
          <EmptyHistory title={t('No sessions match your search criteria.')}>
            <Button onClick={clear}>{t('Clear search')}</Button>
          </EmptyHistory>
        )}
        {matching.length > 0 && view === 'list' && <HistoryList days={matching} today={today} />}
        {isCalendar && days.length === 0 && <p className="mb-3 text-small text-ink-2">{noDaysText}</p>}
        {isCalendar && (
          <CalendarView days={matching} isSearched={searched.trim() !== ''} range={range} today={today} />
        )}
      </div>
    </section>
  )
}

function EmptyHistory({ title, children }: { title: string; children: ReactNode }) {
  return <EmptyState as="h3" title={title} action={children} />
}

/** The number of search results, announced when it changes. */
function SearchResultCount({ count, of, text }: { count: number; of: number; text: string }) {
  const countText =
    text.trim() === ''
      ? ''
      : t('{total, plural, one {{count, number} of # days} other {{count, number} of # days}}', {
          count,
          total: of,
        })
  return (
    <>
      <p role="status" className="sr-only">
        {countText}
      </p>
      {countText !== '' && (
        <p aria-hidden className="text-small text-ink-3 tabular-nums">
          {countText}
        </p>
      )}
    </>
  )
}

// Up to two months are rendered completely, so that the browser's find, print and scrolling work on every day.
// Beyond that, rendering all rows would delay each keystroke of the search.
const maxUnvirtualizedRows = 62

const VirtualizedRows = lazyPart(
  async () => (await import('./virtualized-rows.tsx')).VirtualizedRows,
  (props) => (
    <>
      <FirstRows {...props} />
      <Button className="mt-4" onClick={() => VirtualizedRows.preload()}>
        {t('Show older days')}
      </Button>
    </>
  ),
)

/** `days` is oldest first. */
function HistoryList({ days, today }: { days: readonly HistoryDay[]; today: string }) {
  const newestFirst = useMemo(() => [...days].reverse(), [days])
  const Rows = days.length > maxUnvirtualizedRows ? VirtualizedRows : FirstRows
  return <Rows days={newestFirst} today={today} />
}

function FirstRows({ days, today }: { days: readonly HistoryDay[]; today: string }) {
  return (
    <ul>
      {days.slice(0, maxUnvirtualizedRows).map((day) => (
        <li key={day.sessionDate} className="@container border-b border-line">
          <HistoryRow day={day} today={today} />
        </li>
      ))}
    </ul>
  )
}
