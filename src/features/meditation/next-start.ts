// When the next meditation starts, in words, by the reader's clock.
import { addDays, dayInZone, formatDay, formatTimeOfDay, type CommunityDays } from '#shared/day.ts'
import type { NextMeditation } from './contract.ts'

interface ReaderMoment {
  /** The community's. */
  days: CommunityDays
  /** The reader's. */
  zone: string
  nowMs: number
}

/** A meditation at midnight is there all day. */
const allDay = '00:00'

/** The next start: 'tomorrow at 7:00 PM', 'Thursday at 7:00 PM'; 'tomorrow' for one that is there all day. */
export function nextStartPhrase(next: NextMeditation, { days, zone, nowMs }: ReaderMoment): string {
  const { date, scheduledTime } = next
  const startMs = next.startsAt ?? (scheduledTime === allDay ? null : days.wallTimeMs(date, scheduledTime))
  if (startMs === null) return relativeDay(date, days.dayOf(nowMs))
  const day = relativeDay(dayInZone(startMs, zone), dayInZone(nowMs, zone))
  return `${day} at ${formatTimeOfDay(startMs, zone)}`
}

/** 'today', 'tomorrow', the weekday within a week, then 'Thursday, December 3'. */
function relativeDay(day: string, today: string): string {
  if (day === today) return 'today'
  if (day === addDays(today, 1)) return 'tomorrow'
  const named = formatDay(day)
  return day < addDays(today, 7) ? named.split(',', 1).join('') : named
}
