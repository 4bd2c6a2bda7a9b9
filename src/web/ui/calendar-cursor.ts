// The calendar cursor: the month shown, and the day in it that the arrow keys move.
import { useState } from 'react'
import { dayInMonth } from '#shared/calendar.ts'
import { monthOf } from '#shared/day.ts'

export interface CalendarCursor {
  /** 'YYYY-MM'. */
  month: string
  /** One of the month's cells: the one in the tab order. */
  day: string
  /** Shows a month, within the limit. */
  showMonth: (month: string) => void
  /** Moves to another day of the shown cells, without changing the month. */
  focusDay: (day: string) => void
  /** Moves to any day and shows its month. */
  goTo: (day: string) => void
}

/**
 * Follows `start`, a day, until the cursor first moves, and again when `subject` changes. `limit` is the
 * last month that can be shown; null without a limit.
 */
export function useCalendarCursor(options: {
  start: string
  subject: string
  limit: string | null
}): CalendarCursor {
  const { start, subject, limit } = options
  const [moved, setMoved] = useState<{ subject: string; month: string; day: string } | null>(null)
  const clampMonth = (month: string) => (limit !== null && month > limit ? limit : month)
  const positionAt = (day: string) => ({ subject, month: clampMonth(monthOf(day)), day })
  const { month, day } = moved?.subject === subject ? moved : positionAt(start)
  return {
    month,
    day,
    showMonth: (requested) => {
      const shown = clampMonth(requested)
      setMoved({ subject, month: shown, day: dayInMonth(day, shown) })
    },
    focusDay: (other) => setMoved({ subject, month, day: other }),
    goTo: (other) => setMoved(positionAt(other)),
  }
}
