// The calendar of the history with the day that is opened from it; loaded when it is first wanted.
import { useState } from 'react'
import type { DayRange, HistoryDay } from '../../history.ts'
import { DayDetail } from './day-detail.tsx'
import { HistoryCalendar } from './history-calendar.tsx'

interface CalendarViewProps {
  days: readonly HistoryDay[]
  range: DayRange
  today: string
}

/** What is open is read from the days anew: an entry that is saved meanwhile shows in it. */
export function CalendarView({ days, range, today }: CalendarViewProps) {
  const [openDate, setOpenDate] = useState<string | null>(null)
  const open = days.find(({ sessionDate }) => sessionDate === openDate)
  return (
    <>
      <HistoryCalendar
        days={days}
        range={range}
        today={today}
        onOpen={({ sessionDate }) => setOpenDate(sessionDate)}
      />
      {open && <DayDetail day={open} today={today} onClose={() => setOpenDate(null)} />}
    </>
  )
}
