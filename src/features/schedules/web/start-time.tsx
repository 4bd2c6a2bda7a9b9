// The start of a schedule, with a bell where everyone starts together.
import { Bell } from 'lucide-react'
import { formatChicagoStart } from '../calendar-days.ts'
import type { PlannedDay } from '../rules.ts'

/** By Chicago's clock. */
export function ScheduleTime({ schedule }: { schedule: Omit<PlannedDay, 'templateId'> }) {
  const time = formatChicagoStart(schedule)
  if (!schedule.together) return <span translate="no">{time}</span>
  return (
    <span className="whitespace-nowrap">
      <span translate="no">{time}</span>
      <Bell aria-hidden className="ml-1 inline size-3.5 align-[-0.1em]" strokeWidth={1.8} />
      <span className="sr-only">, starts together</span>
    </span>
  )
}
