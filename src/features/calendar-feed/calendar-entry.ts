// Moments of the calendar's rows: a sitting's own, or those of a schedule with a time.
import { isOpenAllDay } from '#features/schedules/calendar-days.ts'
import { communityClock, scheduledStartMs } from '#features/sittings/scheduled-start.ts'
import { timestampToMs, type CommunityDays } from '#shared/day.ts'

interface TimedRow {
  day: string
  minutes: number
  startsAt: string | null
  endsAt: string | null
  scheduledTime: string | null
}

/** The start and the end in epoch milliseconds; null for a day that is open all day. */
export function timesOfEntry(
  days: CommunityDays,
  { day, minutes, startsAt, endsAt, scheduledTime }: TimedRow,
): { startsAt: number; endsAt: number } | null {
  if (startsAt !== null && endsAt !== null)
    return { startsAt: timestampToMs(startsAt), endsAt: timestampToMs(endsAt) }
  if (scheduledTime === null || isOpenAllDay({ scheduledTime })) return null
  const startMs = scheduledStartMs(days, { date: day, scheduledTime, ...communityClock })
  return { startsAt: startMs, endsAt: startMs + minutes * 60_000 }
}
