// The month of a calendar, and the buttons that turn to another one.
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef } from 'react'
import { addMonths } from '#shared/calendar.ts'
import { dayInWords } from '#shared/day.ts'
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

/** The month is told politely when it changes. */
export function CalendarBar(props: CalendarBarProps) {
  const { id, month, onMonth, currentMonth, limit, as: Heading = 'h3' } = props
  const previous = useRef<HTMLButtonElement>(null)
  const isLast = limit !== null && month >= limit
  // What was pressed can't be pressed again there: the keyboard goes on beside it.
  const goTo = (next: string) => {
    if (next === limit || next === currentMonth) previous.current?.focus()
    onMonth(next)
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <Heading id={id} aria-live="polite" className="serif w-full text-section sm:w-auto">
        {dayInWords(`${month}-01`, 'month')}
      </Heading>
      <div className="-ml-3 flex items-center gap-1 sm:ml-0">
        <Tooltip text="Previous month">
          <IconButton
            ref={previous}
            label="Previous month"
            variant="quiet"
            onClick={() => onMonth(addMonths(month, -1))}
          >
            <ChevronLeft aria-hidden className="size-5" strokeWidth={1.8} />
          </IconButton>
        </Tooltip>
        <Tooltip text="Next month">
          <IconButton
            label="Next month"
            variant="quiet"
            disabled={isLast}
            onClick={() => goTo(addMonths(month, 1))}
          >
            <ChevronRight aria-hidden className="size-5" strokeWidth={1.8} />
          </IconButton>
        </Tooltip>
        <Button variant="quiet" disabled={month === currentMonth} onClick={() => goTo(currentMonth)}>
          Current Month
        </Button>
      </div>
    </div>
  )
}
