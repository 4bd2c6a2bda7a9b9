// Calendar grids on plain days: complete weeks or a fixed 42 cells, from Sunday (TIME-05).
import { calendarCells } from './constants.ts'
import { addDays, monthOf } from './day.ts'

export interface CalendarCell {
  day: string
  inMonth: boolean
}

/**
 * The cells of a month ('YYYY-MM') in rows of seven from Sunday: always 42, or only the weeks that the month
 * touches when `complete`.
 */
export function monthGrid(month: string, rows: 'fixed' | 'complete'): CalendarCell[] {
  const first = `${month}-01`
  const leading = Temporal.PlainDate.from(first).dayOfWeek % 7
  const length = Temporal.PlainYearMonth.from(month).daysInMonth
  const cells = rows === 'fixed' ? calendarCells : Math.ceil((leading + length) / 7) * 7
  return Array.from({ length: cells }, (_, index) => {
    const day = addDays(first, index - leading)
    return { day, inMonth: monthOf(day) === month }
  })
}
