// When the next meditation starts, in words, by the viewer's clock.
import { scheduledStartMs } from '#features/sittings/scheduled-start.ts'
import { capitalize, type CommunityDays, dayInZone, formatTimeOfDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { relativeDay } from '#shared/local-time.ts'
import type { NextMeditation } from './contract.ts'

interface ViewerClock {
  /** The community's. */
  days: CommunityDays
  /** The viewer's. */
  zone: string
  nowMs: number
}

/** A meditation at midnight is there all day. */
const allDay = '00:00'

/** The bell of a sitting, in epoch milliseconds. */
type Bell = Readonly<{ startsAt: number }>

/** The next start at the beginning of a line: 'Tomorrow at 7:00 PM'; 'Tomorrow' for one that is there all day. */
export function nextStartTitle(next: NextMeditation | Bell, clock: ViewerClock): string {
  const { day, time } = nextStart(next, clock)
  switch (day) {
    case 'today':
      return time === null ? t('Today') : t('Today at {time}', { time })
    case 'tomorrow':
      return time === null ? t('Tomorrow') : t('Tomorrow at {time}', { time })
    default:
      return capitalize(time === null ? day : t('{day} at {time}', { day, time }))
  }
}

/** 'See you tomorrow at 7:00 PM.' */
export function seeYouSentence(next: NextMeditation, clock: ViewerClock): string {
  const { day, time } = nextStart(next, clock)
  switch (day) {
    case 'today':
      return time === null ? t('See you today.') : t('See you today at {time}.', { time })
    case 'tomorrow':
      return time === null ? t('See you tomorrow.') : t('See you tomorrow at {time}.', { time })
    default:
      return time === null ? t('See you {day}.', { day }) : t('See you {day} at {time}.', { day, time })
  }
}

interface NextStart {
  /** As `relativeDay` names it. */
  day: string
  /** Null for a meditation that is there all day. */
  time: string | null
}

function nextStart(next: NextMeditation | Bell, clock: ViewerClock): NextStart {
  if (!('date' in next)) return startAt(next.startsAt, clock)
  const { date, startsAt, scheduledTime } = next
  if (startsAt !== null) return startAt(startsAt, clock)
  const { days, nowMs } = clock
  if (scheduledTime === allDay) return { day: relativeDay(date, days.dayOf(nowMs)), time: null }
  return startAt(scheduledStartMs(days, next), clock)
}

function startAt(startMs: number, { zone, nowMs }: ViewerClock): NextStart {
  const day = relativeDay(dayInZone(startMs, zone), dayInZone(nowMs, zone))
  return { day, time: formatTimeOfDay(startMs, zone) }
}
