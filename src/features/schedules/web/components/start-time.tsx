// The start of a schedule, with a bell where everyone starts together.
import { clsx } from 'clsx'
import { Bell } from 'lucide-react'
import { useMemo, useState } from 'react'
import { capitalize } from '#shared/day.ts'
import { pageDays } from '#web/community-days.ts'
import { localZone } from '#web/local-zone.ts'
import { ListClocks } from '#web/ui/list-clocks.tsx'
import {
  describeTogether,
  formatOwnStart,
  formatStart,
  isOpenAllDay,
  startMs,
  startWeekday,
} from '../../calendar-days.ts'
import type { Schedule } from '../../contract.ts'
import type { DayToFill } from '../../rules.ts'

interface ScheduleTimeProps {
  schedule: Omit<DayToFill, 'templateId'> & Partial<Pick<Schedule, 'sitting'>>
  /** In a calendar's cell there is no room for words: only the bell, and only the community's clock. */
  isCompact?: boolean
  /** Outside of a list: says that the time in parentheses is the viewer's. */
  isAlone?: boolean
  /** Adds the time in its own zone, for administrators. */
  hasOwnTime?: boolean
  /** False after other words. */
  beginsLine?: boolean
}

/** By the community's clock and, where it differs, the viewer's; a list has `ScheduleClocks` above it. */
export function ScheduleTime({
  schedule,
  isCompact = false,
  isAlone = false,
  hasOwnTime = false,
  beginsLine = true,
}: ScheduleTimeProps) {
  const [zone] = useState(localZone)
  const ownTime = hasOwnTime ? formatOwnStart(pageDays(), schedule) : null
  const start = formatStart(pageDays(), schedule, isCompact ? null : zone, { isListed: !isAlone })
  const time = beginsLine ? capitalize(start) : start
  const noWrap = clsx(isCompact && 'whitespace-nowrap')
  if (!schedule.together)
    return (
      <span translate="no" className={noWrap}>
        {time}
      </span>
    )
  // In a narrow cell it may take a line.
  const weekday = isCompact ? startWeekday(pageDays(), schedule) : ''
  return (
    <span>
      {weekday !== '' && <span>{`${capitalize(weekday)} `}</span>}
      <span className={noWrap}>
        <span translate="no">{time.slice(weekday.length).trimStart()}</span>
        <Bell aria-hidden className="mx-1 inline size-3.5 align-[-0.1em]" strokeWidth={1.8} />
        {isCompact ? (
          <span className="sr-only">{`, ${describeTogether(schedule)}`}</span>
        ) : (
          <span className="whitespace-nowrap">{describeTogether(schedule)}</span>
        )}
      </span>
      {ownTime !== null && (
        <>
          {', '}
          <span className="whitespace-nowrap text-ink-3">{ownTime}</span>
        </>
      )}
    </span>
  )
}

interface ScheduleClocksProps {
  schedules: readonly ScheduleTimeProps['schedule'][]
  /** The times of the list are compact. */
  isCompact?: boolean
}

/** Which clocks the times of a list of schedules are by. */
export function ScheduleClocks({ schedules, isCompact = false }: ScheduleClocksProps) {
  const times = useMemo(
    () =>
      schedules
        .filter((schedule) => !isOpenAllDay(schedule))
        .map((schedule) => startMs(pageDays(), schedule)),
    [schedules],
  )
  return <ListClocks times={times} hasLocal={!isCompact} />
}
