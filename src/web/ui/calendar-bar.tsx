// What a calendar shows just now, and the buttons that turn to the time before and after it.
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useLayoutEffect, useRef, type MouseEvent } from 'react'
import { addMonths } from '#shared/calendar.ts'
import { formatDay } from '#shared/day.ts'
import { Button, IconButton } from './button.tsx'
import { Tooltip } from './tooltip.tsx'

interface CalendarBarProps {
  /** Of the heading, which names the grid. */
  id: string
  /** 'YYYY-MM'. */
  month: string
  onMonth: (month: string) => void
  currentMonth: string
  /** The last month that can be shown; null without an end. */
  limit: string | null
  /** The heading's level in its place on the screen. */
  as?: 'h2' | 'h3' | 'h4'
}

/** The bar of a calendar that shows months and nothing else. */
export function CalendarBar({ id, month, onMonth, currentMonth, limit, as = 'h3' }: CalendarBarProps) {
  return (
    <PeriodBar
      id={id}
      as={as}
      heading={formatDay(`${month}-01`, 'month')}
      unit="month"
      isLast={limit !== null && month >= limit}
      onTurn={(by) => onMonth(addMonths(month, by))}
      current="Current Month"
      isCurrent={month === currentMonth}
      onCurrent={() => onMonth(currentMonth)}
    />
  )
}

interface PeriodBarProps {
  id: string
  heading: string
  as: 'h2' | 'h3' | 'h4'
  /** By which the arrows turn. */
  unit: 'week' | 'month' | 'year'
  onTurn: (by: -1 | 1) => void
  /** There is nothing to turn to after it. */
  isLast?: boolean
  /** What the button says that leads to now. */
  current: string
  isCurrent: boolean
  onCurrent: () => void
}

/** What is shown is told politely when it changes. */
export function PeriodBar(props: PeriodBarProps) {
  const { id, heading, as: Heading, unit, onTurn, isLast = false, current, isCurrent, onCurrent } = props
  const previous = useRef<HTMLButtonElement>(null)
  const pressed = useRef<HTMLButtonElement | null>(null)
  // What was pressed and can't be pressed again there: the keyboard goes on beside it.
  useLayoutEffect(() => {
    if (pressed.current?.disabled) previous.current?.focus()
    pressed.current = null
  })
  const pressing = (turn: () => void) => (event: MouseEvent<HTMLButtonElement>) => {
    pressed.current = event.currentTarget
    turn()
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <Heading id={id} aria-live="polite" className="serif w-full text-section sm:w-auto">
        {heading}
      </Heading>
      <div className="-ml-3 flex items-center gap-1 sm:ml-0">
        <Tooltip text={`Previous ${unit}`}>
          <IconButton
            ref={previous}
            label={`Previous ${unit}`}
            variant="quiet"
            onClick={pressing(() => onTurn(-1))}
          >
            <ChevronLeft aria-hidden className="size-5" strokeWidth={1.8} />
          </IconButton>
        </Tooltip>
        <Tooltip text={`Next ${unit}`}>
          <IconButton
            label={`Next ${unit}`}
            variant="quiet"
            disabled={isLast}
            onClick={pressing(() => onTurn(1))}
          >
            <ChevronRight aria-hidden className="size-5" strokeWidth={1.8} />
          </IconButton>
        </Tooltip>
        <Button variant="quiet" disabled={isCurrent} onClick={pressing(onCurrent)}>
          {current}
        </Button>
      </div>
    </div>
  )
}
