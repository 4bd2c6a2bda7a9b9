// Period filter: a week with previous and next buttons, the last month, or all time.
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef } from 'react'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { periodRange, type Period } from '../../history.ts'
import { formatWeekRange, type PeriodChoice } from '../../period-choice.ts'

interface PeriodFilterProps {
  choice: PeriodChoice
  today: string
  onChange: (choice: PeriodChoice) => void
}

const options: readonly { value: Period; label: string }[] = [
  { value: 'week', label: 'Current week' },
  { value: 'month', label: 'Last month' },
  { value: 'all', label: 'All Time' },
]

/** The future is out of range: the buttons end at the current week (HIST-03). */
export function PeriodFilter({ choice, today, onChange }: PeriodFilterProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <Segmented
        legend="Period"
        options={options}
        value={choice.period}
        onChange={(period) => onChange({ period, weekOffset: 0 })}
      />
      {choice.period === 'week' && (
        <WeekSteps
          offset={choice.weekOffset}
          label={formatWeekRange(periodRange('week', choice.weekOffset, today))}
          onChange={(weekOffset) => onChange({ period: 'week', weekOffset })}
        />
      )}
    </div>
  )
}

interface WeekStepsProps {
  offset: number
  label: string
  onChange: (offset: number) => void
}

function WeekSteps({ offset, label, onChange }: WeekStepsProps) {
  const previous = useRef<HTMLButtonElement>(null)
  const isCurrent = offset >= 0
  // In the current week the pressed button becomes disabled, so the focus moves to its neighbor.
  const goTo = (next: number) => {
    if (next >= 0) previous.current?.focus()
    onChange(next)
  }
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3">
      <p aria-live="polite" className="min-w-0 text-[0.94rem] text-ink-2">
        {label}
      </p>
      <div className="flex items-center gap-1">
        <Tooltip text="Previous week">
          <IconButton ref={previous} label="Previous week" variant="quiet" onClick={() => goTo(offset - 1)}>
            <ChevronLeft aria-hidden className="size-5" strokeWidth={1.8} />
          </IconButton>
        </Tooltip>
        <Tooltip text="Next week">
          <IconButton label="Next week" variant="quiet" disabled={isCurrent} onClick={() => goTo(offset + 1)}>
            <ChevronRight aria-hidden className="size-5" strokeWidth={1.8} />
          </IconButton>
        </Tooltip>
        <Button variant="quiet" disabled={isCurrent} onClick={() => goTo(0)}>
          Current Week
        </Button>
      </div>
    </div>
  )
}
