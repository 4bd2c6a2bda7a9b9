// Day cells of the week and month calendars with their schedules; on a phone with an agenda below.
import type { CalendarCell } from '#shared/calendar.ts'
import { CalendarGrid } from '#web/ui/calendar-grid.tsx'
import type { CalendarCursor } from '#web/ui/calendar-cursor.ts'
import { describeDay } from '../calendar-days.ts'
import type { Schedule } from '../contract.ts'
import { DayAgenda } from './schedule-calendar-agenda.tsx'
import { DayEntries, DayMarks } from './schedule-calendar-entries.tsx'

interface ScheduleDaysProps {
  byDay: ReadonlyMap<string, readonly Schedule[]>
  cells: readonly CalendarCell[]
  mode: 'week' | 'month'
  cursor: CalendarCursor
  labelledBy: string
  today: string
  isNarrow: boolean
  takesFocus: boolean
  onOpen?: (schedule: Schedule) => void
  onAdd?: (day: string) => void
}

/**
 * A press on a day with one schedule opens it. With several, each has its own button. An empty upcoming day adds a
 * schedule.
 */
export function ScheduleDays(props: ScheduleDaysProps) {
  const { byDay, mode, cursor, today, isNarrow, onOpen, onAdd } = props
  // Where seven month columns are too narrow for text, the agenda below shows it.
  const isMarksOnly = isNarrow && mode === 'month'
  const listOf = (day: string) => byDay.get(day) ?? []
  const canAdd = (day: string) => onAdd !== undefined && day >= today && !byDay.has(day)
  const canOpen = (day: string) => onOpen !== undefined && listOf(day).length === 1
  const open = (day: string) => {
    const [only] = listOf(day)
    if (only) onOpen?.(only)
    else onAdd?.(day)
  }
  const describe = (day: string) => `${describeDay(listOf(day))}${canAdd(day) ? ', add a schedule' : ''}`
  return (
    <>
      <CalendarGrid
        cells={props.cells}
        cursor={cursor}
        labelledBy={props.labelledBy}
        today={today}
        limit={null}
        describe={isMarksOnly ? (day) => describeDay(listOf(day)) : describe}
        isOpenable={(day) => !isMarksOnly && (canAdd(day) || canOpen(day))}
        onOpen={open}
        isHighlighted={(day) => byDay.has(day)}
        hasButtons={onOpen !== undefined && !isMarksOnly}
        weeks={isMarksOnly ? 'even' : 'own'}
        isStacked={isNarrow && mode === 'week'}
        takesFocus={props.takesFocus}
        renderDay={(day, isCurrent) =>
          isMarksOnly ? (
            <DayMarks schedules={listOf(day)} isCurrent={isCurrent} />
          ) : (
            <DayEntries
              schedules={listOf(day)}
              layout={isNarrow ? 'stacked' : mode}
              isReachable={isCurrent}
              canAdd={canAdd(day)}
              {...(onOpen ? { onOpen } : {})}
            />
          )
        }
      />
      {isMarksOnly && (
        <DayAgenda
          day={cursor.day}
          schedules={listOf(cursor.day)}
          today={today}
          {...(onOpen ? { onOpen } : {})}
          {...(onAdd && canAdd(cursor.day) ? { onAdd } : {})}
        />
      )}
    </>
  )
}
