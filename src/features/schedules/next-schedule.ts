// The next meditation of the schedules.
import { addDays, type CommunityDays } from '#shared/day.ts'
import { minuteMs } from '#shared/durations.ts'
import { isOpenAllDay, ownSitting, startMs } from './calendar-days.ts'
import type { Schedule } from './contract.ts'

/**
 * The active schedule that is under way, or else starts next, as hosts have moved it; null without one. What is open all
 * day comes after the others of its day.
 */
export function nextSchedule(
  days: CommunityDays,
  schedules: readonly Schedule[],
  nowMs: number,
): Schedule | null {
  const ahead = schedules
    .filter((schedule) => schedule.isActive && ownSitting(schedule)?.cancelled !== true)
    .map((schedule) => {
      const isAllDay = isOpenAllDay(schedule)
      const startsAtMs = startMs(days, schedule)
      const dayEndMs = days.startMs(addDays(schedule.date, 1))
      const endMs = isAllDay ? dayEndMs : startsAtMs + schedule.template.duration * minuteMs
      return { schedule, orderMs: isAllDay ? dayEndMs : startsAtMs, endMs }
    })
    .filter(({ endMs }) => endMs > nowMs)
    .toSorted((a, b) => a.orderMs - b.orderMs)
  return ahead[0]?.schedule ?? null
}
