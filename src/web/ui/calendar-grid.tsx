// A calendar as a grid: one cell a day in rows from Sunday, one stop for Tab, and arrows from day to day (APG grid).
import { clsx } from 'clsx'
import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { dayByKey, spokenDay, weekdayName, weekRows, type CalendarCell } from '#shared/calendar.ts'
import { dayInWords } from '#shared/day.ts'
import type { CalendarPlace } from './calendar-place.ts'

interface CalendarGridProps {
  /** Complete weeks, as of `monthGrid`. */
  cells: readonly CalendarCell[]
  place: CalendarPlace
  /** The id of what names the grid: the heading of its bar. */
  labelledBy: string
  today: string
  /** The last month that the keys may reach; null without an end. */
  limit: string | null
  /** What a day holds, for the ear: 'Root to Throat, 24 minutes', 'no entries'. */
  describe: (day: string) => string
  /** Whether there is something to open by a press, Enter or Space; such a day is raised. */
  isOpenable: (day: string) => boolean
  onOpen: (day: string) => void
  /** What a day shows under its number; its name says it too, so this is hidden from the ear. */
  renderDay: (day: string) => ReactNode
}

const gaps = 'grid gap-0.5 sm:gap-1.5'
const sevenColumns = `grid-cols-7 ${gaps}`
// Every week is as high as the highest.
const evenRows = `auto-rows-fr grid-rows-[auto] ${gaps}`

/** The focus stays on the day that was moved to, also when the month turns under it. */
export function CalendarGrid(props: CalendarGridProps) {
  const { cells, place, labelledBy, today } = props
  const grid = useRef<HTMLDivElement>(null)
  const isMoving = useRef(false)
  useLayoutEffect(() => {
    if (!isMoving.current) return
    isMoving.current = false
    grid.current?.querySelector<HTMLElement>(`[data-day='${place.day}']`)?.focus()
  }, [place.day])

  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const opens = event.key === 'Enter' || event.key === ' '
    const led = opens ? null : dayByKey(place.day, event, props.limit)
    if (!opens && led === null) return
    event.preventDefault()
    if (opens && props.isOpenable(place.day) && !event.repeat) props.onOpen(place.day)
    if (led === null || led === place.day) return
    isMoving.current = true
    place.goTo(led)
  }
  const year = (cells.find(({ inMonth }) => inMonth)?.day ?? today).slice(0, 4)

  return (
    <div ref={grid} role="grid" aria-labelledby={labelledBy} className={`@container ${evenRows}`}>
      <WeekdayRow days={cells.slice(0, 7).map(({ day }) => day)} />
      {weekRows(cells).map((row) => (
        <div key={row[0]?.day} role="row" className={sevenColumns}>
          {row.map((cell) => (
            <DayCell key={cell.day} cell={cell} year={year} onKeyDown={press} {...props} />
          ))}
        </div>
      ))}
    </div>
  )
}

function WeekdayRow({ days }: { days: readonly string[] }) {
  return (
    <div role="row" className={sevenColumns}>
      {days.map((day) => (
        <div
          key={day}
          role="columnheader"
          className="py-1 text-center text-meta font-medium text-ink-3 @min-[40rem]:px-2.5 @min-[40rem]:text-left"
        >
          <span className="sr-only">{weekdayName(day)}</span>
          <span aria-hidden>{dayInWords(day, 'shortWeekday')}</span>
        </div>
      ))}
    </div>
  )
}

interface DayCellProps extends CalendarGridProps {
  cell: CalendarCell
  /** Around which the other cells say theirs. */
  year: string
  onKeyDown: (event: KeyboardEvent) => void
}

function DayCell({ cell: { day, inMonth }, year, onKeyDown, ...grid }: DayCellProps) {
  const { place, today, describe, isOpenable, onOpen, renderDay } = grid
  const isToday = day === today
  const opens = isOpenable(day)
  return (
    <div
      role="gridcell"
      data-day={day}
      tabIndex={day === place.day ? 0 : -1}
      aria-label={[...(isToday ? ['Today'] : []), spokenDay(day, year), describe(day)].join(', ')}
      aria-current={isToday ? 'date' : undefined}
      aria-haspopup={opens ? 'dialog' : undefined}
      onFocus={() => day !== place.day && place.standOn(day)}
      onKeyDown={onKeyDown}
      onClick={() => opens && onOpen(day)}
      className={clsx(
        'relative grid min-h-20 min-w-0 rounded-field border transition-colors focus-visible:z-1',
        opens ? 'cursor-pointer border-line hover:border-line-strong' : 'border-transparent',
        opens && inMonth && 'bg-surface',
      )}
    >
      {/* The name says it all. */}
      <div aria-hidden className="grid">
        <span
          className={clsx(
            'pointer-events-none absolute top-1 left-1/2 grid h-5.5 min-w-5.5 -translate-x-1/2 place-items-center rounded-pill px-1 text-meta tabular-nums @min-[40rem]:left-1.5 @min-[40rem]:translate-x-0',
            isToday ? 'bg-ink font-bold text-bg' : inMonth ? 'text-ink-2' : 'text-ink-3',
          )}
        >
          {Number(day.slice(8))}
        </span>
        {renderDay(day)}
      </div>
    </div>
  )
}
