// Year view: administrators see each month's first schedules, garden angels only whether there are any.
import { clsx } from 'clsx'
import { useMemo } from 'react'
import { formatDay, monthOf } from '#shared/day.ts'
import { gardianAngelDashboard } from '#shared/admin-messages.ts'
import { MonthsGrid } from '#web/ui/calendar-months.tsx'
import type { CalendarCursor } from '#web/ui/calendar-cursor.ts'
import { describeCount, monthPreview, schedulesByMonth } from '../calendar-days.ts'
import type { Schedule } from '../contract.ts'

interface YearViewProps {
  schedules: readonly Schedule[]
  cursor: CalendarCursor
  labelledBy: string
  today: string
  variant: 'admin' | 'angel'
  isNarrow: boolean
  /** A month was pressed; `month` is 'YYYY-MM'. */
  onOpen: (month: string) => void
}

export function YearView({ schedules, cursor, labelledBy, today, variant, isNarrow, onOpen }: YearViewProps) {
  const byMonth = useMemo(() => schedulesByMonth(schedules), [schedules])
  return (
    <MonthsGrid
      cursor={cursor}
      labelledBy={labelledBy}
      currentMonth={monthOf(today)}
      isStacked={isNarrow}
      isHighlighted={(month) => byMonth.has(month)}
      describe={(month) => {
        const count = byMonth.get(month)?.length ?? 0
        if (count === 0) return 'nothing scheduled'
        return variant === 'angel' ? gardianAngelDashboard.hasSchedules : describeCount(count)
      }}
      onOpen={onOpen}
      renderMonth={(month) => {
        const monthSchedules = byMonth.get(month)
        if (!monthSchedules) return null
        return variant === 'angel' ? <HasSchedules /> : <MonthPreview schedules={monthSchedules} />
      }}
    />
  )
}

function HasSchedules() {
  return (
    <span className="justify-self-start rounded-pill bg-primary-soft px-2.5 py-0.5 text-meta">
      {gardianAngelDashboard.hasSchedules}
    </span>
  )
}

function MonthPreview({ schedules }: { schedules: readonly Schedule[] }) {
  const { shown, more } = monthPreview(schedules)
  return (
    <>
      {shown.map(({ id, date, isActive, template }) => (
        <span
          key={id}
          className={clsx('flex min-w-0 gap-2 text-small', isActive ? 'text-ink' : 'text-ink-3')}
        >
          <span className="flex-none text-ink-3 tabular-nums">{formatDay(date, 'short')}</span>
          <span className="truncate">{template.title}</span>
          {!isActive && <span className="flex-none text-meta">Inactive</span>}
        </span>
      ))}
      {more > 0 && <span className="text-small text-ink-2">+{more} more</span>}
    </>
  )
}
