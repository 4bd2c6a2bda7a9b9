// When the next meditation starts, in words, by the reader's clock.
import { addDays, dayInZone, formatDay, formatTimeOfDay, type CommunityDays } from '#shared/day.ts'
import { scheduledStartMs } from '#features/sittings/scheduled-start.ts'
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

/** The next start at the beginning of a line: 'Tomorrow at 7:00 PM'; 'Tomorrow' for one that is there all day. */
export function nextStartTitle(next: NextMeditation, moment: ReaderMoment): string {
  const { day, time } = nextStart(next, moment)
  switch (day) {
    case 'today':
      return time === null ? 'Today' : `Today at ${time}`
    case 'tomorrow':
      return time === null ? 'Tomorrow' : `Tomorrow at ${time}`
    default:
      return time === null ? day : `${day} at ${time}`
  }
}

/** 'See you tomorrow at 7:00 PM.' */
export function seeYouSentence(next: NextMeditation, moment: ReaderMoment): string {
  const { day, time } = nextStart(next, moment)
  switch (day) {
    case 'today':
      return time === null ? 'See you today.' : `See you today at ${time}.`
    case 'tomorrow':
      return time === null ? 'See you tomorrow.' : `See you tomorrow at ${time}.`
    default:
      return time === null ? `See you ${day}.` : `See you ${day} at ${time}.`
  }
}

interface NextStart {
  /** 'today', 'tomorrow', the weekday within a week, then 'Thursday, December 3'. */
  day: string
  /** Null for a meditation that is there all day. */
  time: string | null
}

function nextStart({ startsAt, ...next }: NextMeditation, { days, zone, nowMs }: ReaderMoment): NextStart {
  const startMs = startsAt ?? (next.scheduledTime === allDay ? null : scheduledStartMs(days, next))
  if (startMs === null) return { day: relativeDay(next.date, days.dayOf(nowMs)), time: null }
  const day = relativeDay(dayInZone(startMs, zone), dayInZone(nowMs, zone))
  return { day, time: formatTimeOfDay(startMs, zone) }
}

function relativeDay(day: string, today: string): string {
  if (day === today) return 'today'
  if (day === addDays(today, 1)) return 'tomorrow'
  const named = formatDay(day)
  return day < addDays(today, 7) ? named.split(',', 1).join('') : named
}
