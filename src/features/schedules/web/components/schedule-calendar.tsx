// Schedule calendar: week, month and year modes, for administrators and garden angels.
import { clsx } from 'clsx'
import './schedule-calendar.css'
import { useId, useMemo, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { addMonths, addWeeks, monthGrid, weekGrid, formatYear } from '#shared/calendar.ts'
import { addDays, capitalize, formatDay, formatDayRange, monthOf } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { gardianAngelDashboard } from '#web/i18n/admin-messages.ts'
import { PeriodBar } from '#web/ui/calendar-bar.tsx'
import { useCalendarCursor, type CalendarCursor } from '#web/ui/calendar-cursor.ts'
import { MonthsGrid } from '#web/ui/calendar-months.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Select } from '#web/ui/select.tsx'
import { useWidth } from '#web/use-width.ts'
import { schedulesByDay, describeCount, monthPreview, schedulesByMonth } from '../../calendar-groups.ts'
import type { Schedule } from '../../contract.ts'
import { ScheduleDays } from './schedule-calendar-days.tsx'

type Mode = 'week' | 'month' | 'year'

const modes: readonly { value: Mode; label: string }[] = [
  { value: 'week', label: t('Week') },
  { value: 'month', label: t('Month') },
  { value: 'year', label: t('Year') },
]
const narrowBelowPx = 640

interface ScheduleCalendarProps {
  schedules: readonly Schedule[]
  today: string
  /** Opens a schedule for editing; without it the calendar is read-only. */
  onOpen?: (schedule: Schedule) => void
  /** Adds a schedule on a day from today on. */
  onAdd?: (day: string) => void
  /** How many active schedules a day takes. */
  perDayMax?: number
  /**
   * The angel's month has 42 cells, and the year only says which months have schedules; the administrator's year
   * lists them.
   */
  variant: 'admin' | 'angel'
  /** The toolbar's element for the calendar's controls; without it they are above the calendar. */
  toolbar?: HTMLElement | null
  /** Thumbnails by template id. */
  thumbnails?: ReadonlyMap<number, string>
  /** The content above the days, given the last day of the visible period. */
  renderGaps?: (until: string) => ReactNode
}

/** Starts at the current month and follows midnight until the user navigates. */
export function ScheduleCalendar(props: ScheduleCalendarProps) {
  const { schedules, today, onOpen, onAdd, perDayMax = 1, variant, toolbar, thumbnails, renderGaps } = props
  const id = useId()
  const [ref, widthPx] = useWidth<HTMLDivElement>()
  const [mode, setMode] = useState<Mode>('month')
  const [cameFromYear, setCameFromYear] = useState(false)
  const cursor = useCalendarCursor({ start: today, subject: variant, limit: null })
  const byDay = useMemo(() => schedulesByDay(schedules), [schedules])
  const cells = useMemo(
    () => (mode === 'week' ? weekGrid(cursor.day) : monthGrid(cursor.month, rowsOf[variant])),
    [mode, cursor.day, cursor.month, variant],
  )
  // A width of 0 means that there is no layout (yet).
  const isNarrow = widthPx !== null && widthPx > 0 && widthPx < narrowBelowPx
  const show = (next: Mode) => {
    setCameFromYear(false)
    setMode(next)
  }
  const openMonth = (month: string) => {
    cursor.goTo(firstDayWithin(month, { byDay, today }))
    setCameFromYear(true)
    setMode('month')
  }
  const controls = (
    <>
      <ModeControl mode={mode} isNarrow={isNarrow} onChange={show} />
      <div className="schedule-period">
        <PeriodBar
          id={id}
          as="h2"
          unit={mode}
          heading={headingOf[mode](cursor)}
          onStep={(by) => stepPeriod[mode](cursor, by)}
          current={t('Today')}
          isCurrent={isCurrentPeriod[mode](cursor, today)}
          onCurrent={() => cursor.goTo(today)}
        />
      </div>
    </>
  )
  return (
    <div ref={ref} className="grid gap-3">
      {toolbar ? (
        createPortal(controls, toolbar)
      ) : (
        <div className="flex flex-wrap items-center gap-3">{controls}</div>
      )}
      {renderGaps?.(lastDayOf[mode](cursor))}
      {mode === 'year' ? (
        <YearView
          {...{ schedules, cursor, today, variant }}
          labelledBy={id}
          isNarrow={isNarrow}
          onOpen={openMonth}
        />
      ) : (
        <ScheduleDays
          // The focused cell of one mode doesn't exist in another.
          key={mode}
          {...{ byDay, cells, mode, cursor, today, isNarrow, perDayMax }}
          labelledBy={id}
          takesFocus={cameFromYear}
          {...(thumbnails ? { thumbnails } : {})}
          {...(onOpen ? { onOpen } : {})}
          {...(onAdd ? { onAdd } : {})}
        />
      )}
    </div>
  )
}

const rowsOf = { admin: 'complete', angel: 'fixed' } as const

interface ModeControlProps {
  mode: Mode
  isNarrow: boolean
  onChange: (mode: Mode) => void
}

/** A select where three buttons don't fit beside the other controls. */
function ModeControl({ mode, isNarrow, onChange }: ModeControlProps) {
  if (!isNarrow)
    return <Segmented legend={t('Calendar view')} options={modes} value={mode} onChange={onChange} />
  return (
    <Select
      aria-label={t('Calendar view')}
      className="w-fit min-w-26"
      value={mode}
      onChange={({ target }) => {
        const chosen = modes.find(({ value }) => value === target.value)
        if (chosen) onChange(chosen.value)
      }}
    >
      {modes.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  )
}

const lastDayOf: Record<Mode, (cursor: CalendarCursor) => string> = {
  week: ({ day }) => weekGrid(day).at(-1)?.day ?? day,
  month: ({ month }) => addDays(`${addMonths(month, 1)}-01`, -1),
  year: ({ month }) => `${month.slice(0, 4)}-12-31`,
}

const headingOf: Record<Mode, (cursor: CalendarCursor) => string> = {
  week: ({ day }) => {
    const week = weekGrid(day)
    return formatDayRange(week[0]?.day ?? day, week.at(-1)?.day ?? day)
  },
  month: ({ month }) => capitalize(formatDay(`${month}-01`, 'month')),
  year: ({ month }) => formatYear(month),
}

const stepPeriod: Record<Mode, (cursor: CalendarCursor, by: -1 | 1) => void> = {
  week: (cursor, by) => cursor.goTo(addWeeks(cursor.day, by)),
  month: (cursor, by) => cursor.showMonth(addMonths(cursor.month, by)),
  year: (cursor, by) => cursor.showMonth(addMonths(cursor.month, by * 12)),
}

const isCurrentPeriod: Record<Mode, (cursor: CalendarCursor, today: string) => boolean> = {
  week: ({ day }, today) => weekGrid(day).some((cell) => cell.day === today),
  month: ({ month }, today) => month === monthOf(today),
  year: ({ month }, today) => formatYear(month) === formatYear(today),
}

/** The initial focus of a month: today, else the first day with a schedule. */
function firstDayWithin(
  month: string,
  options: { byDay: ReadonlyMap<string, unknown>; today: string },
): string {
  if (monthOf(options.today) === month) return options.today
  const days = monthGrid(month, 'complete').filter(({ inMonth }) => inMonth)
  return days.find(({ day }) => options.byDay.has(day))?.day ?? `${month}-01`
}

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
        if (count === 0) return t('nothing scheduled')
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
          <span dir="auto" className="truncate">
            {template.title}
          </span>
          {!isActive && <span className="flex-none text-meta">{t('Inactive')}</span>}
        </span>
      ))}
      {more > 0 && <span className="text-small text-ink-2">{t('+{more} more', { more })}</span>}
    </>
  )
}
