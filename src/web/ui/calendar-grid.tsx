// A calendar grid: one cell a day, the viewer's weeks as rows, one tab stop, arrow keys between days (APG grid pattern).
import { clsx } from 'clsx'
import { useLayoutEffect, useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { dayForKey, formatSpokenDay, weekdayName, weekRows, type CalendarCell } from '#shared/calendar.ts'
import { capitalize, formatDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { gridKey } from '../i18n/page-direction.ts'
import { isComposing } from '../is-composing.ts'
import type { CalendarCursor } from './calendar-cursor.ts'

interface CalendarGridProps {
  /** Complete weeks, from `monthGrid` or `weekGrid`. */
  cells: readonly CalendarCell[]
  cursor: CalendarCursor
  /** The id of the element that names the grid: the heading of its bar. */
  labelledBy: string
  today: string
  /** The last month that the keys may reach; null without a limit. */
  limit: string | null
  /** A day's content for screen readers: 'Root to Throat, 24 minutes', 'no entries'. */
  describe: (day: string) => string
  /** Whether a press, Enter or Space opens the day. */
  isOpenable: (day: string) => boolean
  onOpen: (day: string) => void
  /** Whether a day is highlighted; by default the days that can be opened. */
  isHighlighted?: (day: string) => boolean
  /** A day's content under its number. Hidden from screen readers, which read `describe`, unless it has buttons. */
  renderDay: (day: string, isCurrent: boolean) => ReactNode
  /**
   * Days contain buttons: Tab reaches those of the current day, and so does Enter where the day itself doesn't
   * open.
   */
  hasButtons?: boolean
  /** `even`: every week is as high as the highest. `own`: as high as its days need. */
  weeks?: 'even' | 'own'
  /** Too narrow for seven columns: the days are stacked, under their whole dates. */
  isStacked?: boolean
  /** The current day takes the focus when it's mounted, because the keyboard focus came from elsewhere. */
  takesFocus?: boolean
}

const gaps = 'grid gap-0.5 sm:gap-1.5'
const sevenColumns = `grid-cols-7 ${gaps}`
const evenRows = 'auto-rows-fr grid-rows-[auto]'

/** The focus stays on the current day, also when another month is rendered. */
export function CalendarGrid(props: CalendarGridProps) {
  const { cells, cursor, labelledBy, today, limit, isStacked = false, weeks = 'even' } = props
  const { grid, currentCell, moveFocus } = useRovingFocus(cursor.day, props.takesFocus === true)
  const open = () => {
    if (props.isOpenable(cursor.day)) props.onOpen(cursor.day)
    else currentCell()?.querySelector('button')?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || isComposing(event)) return
    const isOnDay = event.target === event.currentTarget
    const opens = isOnDay && (event.key === 'Enter' || event.key === ' ')
    const leaves = !isOnDay && event.key === 'Escape'
    const key = gridKey(event.key, isStacked)
    const target = dayForKey(cursor.day, { key, shiftKey: event.shiftKey }, limit)
    if (!opens && !leaves && target === null) return
    event.preventDefault()
    if (leaves) currentCell()?.focus()
    if (opens && !event.repeat) open()
    if (target === null || target === cursor.day) return
    moveFocus()
    cursor.goTo(target)
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
            <DayCell key={cell.day} cell={cell} year={year} onKeyDown={onKeyDown} {...props} />
          ))}
        </div>
      ))}
    </div>
  )
}

/** After `moveFocus` the focus goes to the next current day; with `takesFocus` to the first one too. */
function useRovingFocus(day: string, takesFocus: boolean) {
  const grid = useRef<HTMLDivElement>(null)
  const isMoving = useRef(takesFocus)
  const cellOf = (cellDay: string) => grid.current?.querySelector<HTMLElement>(`[data-day='${cellDay}']`)
  useLayoutEffect(() => {
    if (!isMoving.current) return
    isMoving.current = false
    cellOf(day)?.focus()
  }, [day])
  const moveFocus = () => {
    isMoving.current = true
  }
  return { grid, currentCell: () => cellOf(day), moveFocus }
}

/** `isHidden` hides the row visually only. */
function WeekdayRow({ days, isHidden }: { days: readonly string[]; isHidden: boolean }) {
  return (
    <div role="row" className={isHidden ? 'sr-only' : sevenColumns}>
      {days.map((day) => (
        <div
          key={day}
          role="columnheader"
          className="py-1 text-center text-meta font-medium text-ink-3 @min-[40rem]:px-2.5 @min-[40rem]:text-start"
        >
          <span className="sr-only">{weekdayName(day)}</span>
          <span aria-hidden>{capitalize(formatDay(day, 'shortWeekday'))}</span>
        </div>
      ))}
    </div>
  )
}

interface DayCellProps extends CalendarGridProps {
  cell: CalendarCell
  /** The shown year; days of other years name theirs. */
  year: string
  onKeyDown: (event: KeyboardEvent) => void
}

function DayCell({ cell: { day, inMonth }, year, onKeyDown, ...grid }: DayCellProps) {
  const { cursor, today, describe, isOpenable, isHighlighted = isOpenable, isStacked = false } = grid
  const isToday = day === today
  const isCurrent = day === cursor.day
  const opens = isOpenable(day)
  const highlighted = isHighlighted(day)
  const press = (event: MouseEvent) => {
    const isInButton = event.target instanceof Element && event.target.closest('button') !== null
    if (opens && !isInButton) grid.onOpen(day)
  }
  const Date = isStacked ? StackedDate : DayNumber
  const name = [...(isToday ? [t('Today')] : []), formatSpokenDay(day, year), describe(day)].join(', ')
  return (
    <div
      role="gridcell"
      data-day={day}
      tabIndex={isCurrent ? 0 : -1}
      aria-label={grid.hasButtons ? name : undefined}
      aria-current={isToday ? 'date' : undefined}
      aria-haspopup={opens ? 'dialog' : undefined}
      onFocus={() => !isCurrent && cursor.focusDay(day)}
      onKeyDown={onKeyDown}
      onClick={press}
      className={clsx(
        'relative grid min-w-0 rounded-field border transition-colors focus-visible:z-1',
        isStacked ? 'min-h-11' : 'min-h-20',
        opens && 'cursor-pointer hover:border-line-strong',
        inMonth || highlighted ? 'border-line' : 'border-transparent',
        highlighted && inMonth && 'bg-surface',
      )}
    >
      {/* As text: a label would have to repeat the abbreviations that are seen. */}
      {!grid.hasButtons && <span className="sr-only">{name}</span>}
      <div aria-hidden={!grid.hasButtons} className="grid">
        <Date day={day} isToday={isToday} inMonth={inMonth} />
        {grid.renderDay(day, isCurrent)}
      </div>
    </div>
  )
}

interface DateProps {
  day: string
  isToday: boolean
  /** Days of other months are dimmed. */
  inMonth: boolean
}

/** Absolutely positioned, so that every day has the same space below it. */
function DayNumber({ day, isToday, inMonth }: DateProps) {
  return (
    <span
      aria-hidden
      className={clsx(
        'pointer-events-none absolute top-1 left-1/2 grid h-5.5 min-w-5.5 -translate-x-1/2 place-items-center rounded-pill px-1 text-meta tabular-nums @min-[40rem]:start-1.5 @min-[40rem]:translate-x-0',
        isToday ? 'bg-ink font-bold text-bg' : inMonth ? 'text-ink-2' : 'text-ink-3',
      )}
    >
      {Number(day.slice(8))}
    </span>
  )
}

/** 'Today, Saturday, November 21'. */
function StackedDate({ day, isToday }: DateProps) {
  return (
    <span aria-hidden className={clsx('px-3 py-2 text-small', isToday ? 'font-bold text-ink' : 'text-ink-2')}>
      {isToday ? t('Today, {day}', { day: formatDay(day) }) : capitalize(formatDay(day))}
    </span>
  )
}
