// A calendar as a grid: one cell a day in rows from Sunday, one stop for Tab, and arrows from day to day (APG grid).
import { clsx } from 'clsx'
import { useLayoutEffect, useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { dayForKey, formatSpokenDay, weekdayName, weekRows, type CalendarCell } from '#shared/calendar.ts'
import { formatDay } from '#shared/day.ts'
import type { CalendarCursor } from './calendar-cursor.ts'
import { DayNumber, StackedDate } from './calendar-date.tsx'

interface CalendarGridProps {
  /** Complete weeks, as of `monthGrid` or `weekGrid`. */
  cells: readonly CalendarCell[]
  place: CalendarCursor
  /** The id of what names the grid: the heading of its bar. */
  labelledBy: string
  today: string
  /** The last month that the keys may reach; null without an end. */
  limit: string | null
  /** What a day holds, for the ear: 'Root to Throat, 24 minutes', 'no entries'. */
  describe: (day: string) => string
  /** Whether there is something to open by a press, Enter or Space. */
  isOpenable: (day: string) => boolean
  onOpen: (day: string) => void
  /** Whether a day stands out; those that open, unless told otherwise. */
  isRaised?: (day: string) => boolean
  /** What a day shows under its number; its name says it too, so this is hidden from the ear, unless it has parts. */
  renderDay: (day: string, isStoodOn: boolean) => ReactNode
  /** Days show buttons: Tab reaches those of the day that is stood on, and Enter where the day itself doesn't open. */
  hasParts?: boolean
  /** Every week is as high as the highest, or as its own days need. */
  weeks?: 'even' | 'own'
  /** Seven columns have no room: the days stand below each other, under their whole dates. */
  isStacked?: boolean
  /** The keyboard comes from elsewhere: the day takes the focus as soon as it is there. */
  takesFocus?: boolean
}

const gaps = 'grid gap-0.5 sm:gap-1.5'
const sevenColumns = `grid-cols-7 ${gaps}`
const evenRows = 'auto-rows-fr grid-rows-[auto]'
const stackedKeyMap: ReadonlyMap<string, string> = new Map([
  ['ArrowUp', 'ArrowLeft'],
  ['ArrowDown', 'ArrowRight'],
])

/** The focus stays on the day that was moved to, also when the month turns under it. */
export function CalendarGrid(props: CalendarGridProps) {
  const { cells, place, labelledBy, today, limit, isStacked = false, weeks = 'even' } = props
  const { grid, standing, follow } = useRovingFocus(place.day, props.takesFocus === true)
  const open = () => {
    if (props.isOpenable(place.day)) props.onOpen(place.day)
    else standing()?.querySelector('button')?.focus()
  }
  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const isOnDay = event.target === event.currentTarget
    const opens = isOnDay && (event.key === 'Enter' || event.key === ' ')
    const leaves = !isOnDay && event.key === 'Escape'
    const key = (isStacked ? stackedKeyMap.get(event.key) : undefined) ?? event.key
    const led = dayForKey(place.day, { key, shiftKey: event.shiftKey }, limit)
    if (!opens && !leaves && led === null) return
    event.preventDefault()
    if (leaves) standing()?.focus()
    if (opens && !event.repeat) open()
    if (led === null || led === place.day) return
    follow()
    place.goTo(led)
  }
  const year = (cells.find(({ inMonth }) => inMonth)?.day ?? today).slice(0, 4)

  return (
    <div
      ref={grid}
      role="grid"
      aria-labelledby={labelledBy}
      className={clsx('@container', gaps, weeks === 'even' && evenRows)}
    >
      <WeekdayRow days={cells.slice(0, 7).map(({ day }) => day)} isHidden={isStacked} />
      {weekRows(cells).map((row) => (
        <div key={row[0]?.day} role="row" className={isStacked ? gaps : sevenColumns}>
          {row.map((cell) => (
            <DayCell key={cell.day} cell={cell} year={year} onKeyDown={press} {...props} />
          ))}
        </div>
      ))}
    </div>
  )
}

/** After `follow` the focus goes to the day that is stood on next; with `takesFocus` to the first one too. */
function useRovingFocus(day: string, takesFocus: boolean) {
  const grid = useRef<HTMLDivElement>(null)
  const isMoving = useRef(takesFocus)
  const cellOf = (one: string) => grid.current?.querySelector<HTMLElement>(`[data-day='${one}']`)
  useLayoutEffect(() => {
    if (!isMoving.current) return
    isMoving.current = false
    cellOf(day)?.focus()
  }, [day])
  const follow = () => {
    isMoving.current = true
  }
  return { grid, standing: () => cellOf(day), follow }
}

/** `isHidden` to the eye alone. */
function WeekdayRow({ days, isHidden }: { days: readonly string[]; isHidden: boolean }) {
  return (
    <div role="row" className={isHidden ? 'sr-only' : sevenColumns}>
      {days.map((day) => (
        <div
          key={day}
          role="columnheader"
          className="py-1 text-center text-meta font-medium text-ink-3 @min-[40rem]:px-2.5 @min-[40rem]:text-left"
        >
          <span className="sr-only">{weekdayName(day)}</span>
          <span aria-hidden>{formatDay(day, 'shortWeekday')}</span>
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
  const { place, today, describe, isOpenable, isRaised = isOpenable, isStacked = false } = grid
  const isToday = day === today
  const isStoodOn = day === place.day
  const opens = isOpenable(day)
  const raised = isRaised(day)
  const press = (event: MouseEvent) => {
    const isPart = event.target instanceof Element && event.target.closest('button') !== null
    if (opens && !isPart) grid.onOpen(day)
  }
  const Date = isStacked ? StackedDate : DayNumber
  return (
    <div
      role="gridcell"
      data-day={day}
      tabIndex={isStoodOn ? 0 : -1}
      aria-label={[...(isToday ? ['Today'] : []), formatSpokenDay(day, year), describe(day)].join(', ')}
      aria-current={isToday ? 'date' : undefined}
      aria-haspopup={opens ? 'dialog' : undefined}
      onFocus={() => !isStoodOn && place.standOn(day)}
      onKeyDown={onKeyDown}
      onClick={press}
      className={clsx(
        'relative grid min-w-0 rounded-field border transition-colors focus-visible:z-1',
        isStacked ? 'min-h-11' : 'min-h-20',
        opens && 'cursor-pointer hover:border-line-strong',
        raised ? 'border-line' : 'border-transparent',
        raised && inMonth && 'bg-surface',
      )}
    >
      {/* The name says it all. */}
      <div aria-hidden={!grid.hasParts} className="grid">
        <Date day={day} isToday={isToday} inMonth={inMonth} />
        {grid.renderDay(day, isStoodOn)}
      </div>
    </div>
  )
}
