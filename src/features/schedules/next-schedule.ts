// The meditation of the schedules that is on, and the next one.
import { sittingUnderWay } from '#features/sittings/current-sitting.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { addDays, type CommunityDays } from '#shared/day.ts'
import { minuteMs } from '#shared/durations.ts'
import { isOpenAllDay, ownSitting, startMs } from './calendar-days.ts'
import type { Schedule } from './contract.ts'

interface SittingNow {
  sitting: Sitting
  schedule: Schedule
  /** A host began it beside the schedule's own. */
  isOneMore: boolean
}

/** The sitting under way with its schedule; null without one. `around`: those of yesterday to tomorrow. */
export function sittingNow(
  schedules: readonly Schedule[],
  around: readonly Sitting[],
  nowMs: number,
): SittingNow | null {
  const sitting = sittingUnderWay(around, nowMs)
  const schedule = schedules.find(({ id }) => id === sitting?.scheduleId)
  if (!sitting || !schedule) return null
  return { sitting, schedule, isOneMore: ownSitting(schedule)?.id !== sitting.id }
}

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
