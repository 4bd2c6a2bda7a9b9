// Calendar view of the history with its day detail; loaded on first use.
import { useState, type ComponentProps } from 'react'
import { DayDetail } from './day-detail.tsx'
import { HistoryCalendar } from './history-calendar.tsx'

type CalendarViewProps = Omit<ComponentProps<typeof HistoryCalendar>, 'onOpen'>

/** The open day is looked up on every render, so that it shows newly saved entries. */
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
