// A year grid: months in rows of three, one tab stop, arrow keys between months (APG grid pattern).
import { clsx } from 'clsx'
import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { monthForKey, monthName, yearRows } from '#shared/calendar.ts'
import { t } from '#shared/i18n/t.ts'
import { gridKey } from '../i18n/page-direction.ts'
import { isComposing } from '../is-composing.ts'
import type { CalendarCursor } from './calendar-cursor.ts'

interface MonthsGridProps {
  cursor: CalendarCursor
  /** The id of the element that names the grid: the heading of its bar. */
  labelledBy: string
  currentMonth: string
  /** A month's content for screen readers: '3 meditations', 'nothing scheduled'. */
  describe: (month: string) => string
  /** Whether a month is highlighted. */
  isHighlighted: (month: string) => boolean
  /** Called by a press, Enter or Space. */
  onOpen: (month: string) => void
  /** A month's content under its name; hidden from screen readers. */
  renderMonth: (month: string) => ReactNode
  /** Too narrow for three columns: the months are stacked. */
  isStacked: boolean
}

const gaps = 'grid gap-2'

/** Shows the cursor's year; the focus stays on the current month, also when another year is rendered. */
export function MonthsGrid(props: MonthsGridProps) {
  const { cursor, labelledBy, isStacked } = props
  const grid = useRef<HTMLDivElement>(null)
  const isMoving = useRef(false)
  useLayoutEffect(() => {
    if (!isMoving.current) return
    isMoving.current = false
    grid.current?.querySelector<HTMLElement>(`[data-month='${cursor.month}']`)?.focus()
  }, [cursor.month])

  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || isComposing(event)) return
    const opens = event.key === 'Enter' || event.key === ' '
    const target = monthForKey(cursor.month, gridKey(event.key, isStacked))
    if (!opens && target === null) return
    event.preventDefault()
    if (opens && !event.repeat) props.onOpen(cursor.month)
    if (target === null || target === cursor.month) return
    isMoving.current = true
    cursor.showMonth(target)
  }
  return (
    <div ref={grid} role="grid" aria-labelledby={labelledBy} className={gaps}>
      {yearRows(cursor.month).map((row) => (
        <div key={row[0]} role="row" className={clsx(gaps, !isStacked && 'grid-cols-3')}>
          {row.map((month) => (
            <MonthCell key={month} month={month} onKeyDown={press} {...props} />
          ))}
        </div>
      ))}
    </div>
  )
}

interface MonthCellProps extends MonthsGridProps {
  month: string
  onKeyDown: (event: KeyboardEvent) => void
}

function MonthCell({ month, onKeyDown, ...grid }: MonthCellProps) {
  const { cursor, currentMonth, describe, isHighlighted, onOpen, renderMonth } = grid
  const isCurrent = month === currentMonth
  return (
    <div
      role="gridcell"
      data-month={month}
      tabIndex={month === cursor.month ? 0 : -1}
      aria-current={isCurrent ? 'date' : undefined}
      onFocus={() => month !== cursor.month && cursor.showMonth(month)}
      onKeyDown={onKeyDown}
      onClick={() => onOpen(month)}
      className={clsx(
        'min-w-0 cursor-pointer rounded-field border border-line p-4 transition-colors hover:border-line-strong focus-visible:z-1',
        isHighlighted(month) && 'bg-surface',
      )}
    >
      <span className="sr-only">
        {[...(isCurrent ? [t('This month')] : []), monthName(month), describe(month)].join(', ')}
      </span>
      <div aria-hidden className="grid content-start gap-2">
        <span
          className={clsx(
            'justify-self-start text-small',
            isCurrent ? '-ms-2 rounded-pill bg-ink px-2 font-bold text-bg' : 'font-medium text-ink-2',
          )}
        >
          {monthName(month)}
        </span>
        {renderMonth(month)}
      </div>
    </div>
  )
}
