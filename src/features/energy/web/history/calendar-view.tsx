// The calendar of the history with the day that is opened from it; loaded when it is first wanted.
import { useState, type ComponentProps } from 'react'
import { DayDetail } from './day-detail.tsx'
import { HistoryCalendar } from './history-calendar.tsx'

type CalendarViewProps = Omit<ComponentProps<typeof HistoryCalendar>, 'onOpen'>

/** What is open is read from the days anew: an entry that is saved meanwhile shows in it. */
export function CalendarView(props: CalendarViewProps) {
  const { days, today } = props
  const [openDate, setOpenDate] = useState<string | null>(null)
  const open = days.find(({ sessionDate }) => sessionDate === openDate)
  return (
    <>
      <HistoryCalendar {...props} onOpen={({ sessionDate }) => setOpenDate(sessionDate)} />
      {open && <DayDetail day={open} today={today} onClose={() => setOpenDate(null)} />}
    </>
  )
}
