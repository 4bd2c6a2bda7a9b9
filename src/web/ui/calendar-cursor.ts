// Where a calendar stands: the month that it shows, and in it the day that the keys move.
import { useState } from 'react'
import { dayInMonth } from '#shared/calendar.ts'
import { monthOf } from '#shared/day.ts'

export interface CalendarCursor {
  /** 'YYYY-MM'. */
  month: string
  /** Among the cells of the month; the one that Tab reaches. */
  day: string
  /** Turns to a month, as far as the limit allows. */
  showMonth: (month: string) => void
  /** Stands on another day of the cells, without turning. */
  standOn: (day: string) => void
  /** Goes to any day, turning to its month. */
  goTo: (day: string) => void
}

/**
 * Follows `start`, a day, until it is moved for the first time, and again when it is a calendar `of` something else.
 * `limit` is the last month that can be shown; null for a calendar without an end.
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
    standOn: (other) => setMoved({ of, month, day: other }),
    goTo: (other) => setMoved(placeOf(other)),
  }
}
