// Daily meditation cache: this node's copy of the days' meditations; one read serves all requests until a change.
import { createDayCache } from '#server/calendar/day-cache.ts'
import type { Platform } from '#server/context.ts'
import type { DailyMeditation } from '../contract.ts'
import { dayPlan, meditationAt, type DayPlan } from './sql.ts'
import { nextPlannedDay } from './sql/preview.ts'

export interface DailyMeditationCache {
  /** A day's active meditation, or null without one. Synchronous on a cache hit, and at most five seconds old. */
  meditationOf(day: string): DailyMeditation | null | Promise<DailyMeditation | null>
  /** The first day after `day` with an active meditation, or null if none is planned; as fresh as the others. */
  nextPlannedDay(day: string): string | null | Promise<string | null>
  close(): void
}

/** Reads days on demand, and evicts them when a node publishes a change. */
export function createDailyMeditationCache({
  database,
  clock,
  roomClock,
  bus,
}: Pick<Platform, 'database' | 'clock' | 'roomClock' | 'bus'>): DailyMeditationCache {
  const plans = createDayCache({ bus, clock }, (day) => dayPlan(database.query, day))
  const now = (plan: DayPlan) => meditationAt(plan, roomClock.now())
  const nextDays = createDayCache({ bus, clock }, (day) => nextPlannedDay(database.query, day))
  return {
    meditationOf: (day) => {
      const plan = plans.of(day)
      return plan instanceof Promise ? plan.then(now) : now(plan)
    },
    nextPlannedDay: nextDays.of,
    close: () => {
      plans.close()
      nextDays.close()
    },
  }
}
