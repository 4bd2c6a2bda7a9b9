// The calendar's heading, with buttons for the previous, the next and the current period.
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useLayoutEffect, useRef, type MouseEvent } from 'react'
import { addMonths } from '#shared/calendar.ts'
import { capitalize, formatDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { Button, IconButton } from './button.tsx'
import { Tooltip } from './tooltip.tsx'

interface CalendarBarProps {
  /** The id of the heading, which names the grid. */
  id: string
  /** 'YYYY-MM'. */
  month: string
  onMonth: (month: string) => void
  currentMonth: string
  /** The last month that can be shown; null without a limit. */
  limit: string | null
  /** The heading's level in the screen's outline. */
  as?: 'h2' | 'h3' | 'h4'
}

/** The bar of a calendar that shows months only. */
export function CalendarBar({ id, month, onMonth, currentMonth, limit, as = 'h3' }: CalendarBarProps) {
  return (
    <PeriodBar
      id={id}
      as={as}
      heading={capitalize(formatDay(`${month}-01`, 'month'))}
      unit="month"
      isLast={limit !== null && month >= limit}
      onStep={(by) => onMonth(addMonths(month, by))}
      current={t('Current Month')}
      isCurrent={month === currentMonth}
      onCurrent={() => onMonth(currentMonth)}
    />
  )
}

interface PeriodBarProps {
  id: string
  heading: string
  as: 'h2' | 'h3' | 'h4'
  /** The period by which the arrows move. */
  unit: 'week' | 'month' | 'year'
  onStep: (by: -1 | 1) => void
  /** No later period can be shown. */
  isLast?: boolean
  /** The text of the button that leads to the current period. */
  current: string
  isCurrent: boolean
  onCurrent: () => void
}

const previousLabels = { week: t('Previous week'), month: t('Previous month'), year: t('Previous year') }
const nextLabels = { week: t('Next week'), month: t('Next month'), year: t('Next year') }

/** Screen readers announce a changed period politely. */
export function PeriodBar(props: PeriodBarProps) {
  const { id, heading, as: Heading, unit, onStep, isLast = false, current, isCurrent, onCurrent } = props
  const previous = useRef<HTMLButtonElement>(null)
  const pressed = useRef<HTMLButtonElement | null>(null)
  // If the pressed button becomes disabled, the focus moves to its neighbour.
  useLayoutEffect(() => {
    if (pressed.current?.disabled) previous.current?.focus()
    pressed.current = null
  })
  const onPress = (action: () => void) => (event: MouseEvent<HTMLButtonElement>) => {
    pressed.current = event.currentTarget
    action()
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <Heading id={id} aria-live="polite" className="serif w-full text-section sm:w-auto">
        {heading}
      </Heading>
      <div className="-ms-3 flex items-center gap-1 sm:ms-0">
        <Tooltip text={previousLabels[unit]}>
          <IconButton
            ref={previous}
            label={previousLabels[unit]}
            variant="subtle"
            onClick={onPress(() => onStep(-1))}
          >
            <ChevronLeft aria-hidden className="size-5 rtl:-scale-x-100" strokeWidth={1.8} />
          </IconButton>
        </Tooltip>
        <Tooltip text={nextLabels[unit]}>
          <IconButton
            label={nextLabels[unit]}
            variant="subtle"
            disabled={isLast}
            onClick={onPress(() => onStep(1))}
          >
            <ChevronRight aria-hidden className="size-5 rtl:-scale-x-100" strokeWidth={1.8} />
          </IconButton>
        </Tooltip>
        <Button variant="subtle" disabled={isCurrent} onClick={onPress(onCurrent)}>
          {current}
        </Button>
      </div>
    </div>
  )
}
