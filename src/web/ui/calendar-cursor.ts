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
 * Follows `start`, a day, until the cursor first moves, and again when `of` names another subject. `limit` is the
 * last month that can be shown; null without a limit.
 */
export function useCalendarCursor(from: { start: string; of: string; limit: string | null }): CalendarCursor {
  const { start, of, limit } = from
  const [moved, setMoved] = useState<{ of: string; month: string; day: string } | null>(null)
  const within = (month: string) => (limit !== null && month > limit ? limit : month)
  const placeOf = (day: string) => ({ of, month: within(monthOf(day)), day })
  const { month, day } = moved?.of === of ? moved : placeOf(start)
  return {
    month,
    day,
    showMonth: (wanted) => {
      const shown = within(wanted)
      setMoved({ of, month: shown, day: dayInMonth(day, shown) })
    },
    focusDay: (other) => setMoved({ of, month, day: other }),
    goTo: (other) => setMoved(placeOf(other)),
  }
}
