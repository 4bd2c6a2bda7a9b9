// Turnout rules: which numbers are published to whom, and how many sit lately.
import { dayMs } from '#shared/durations.ts'
import type { Turnout } from './contract.ts'

/** Below this number moderators see no number: in a small group it would name people (SCH-39). */
const publishedTurnoutMin = 5

/** The number that a moderator or an administrator sees; null for 'fewer than five' (SCH-39). */
export function publishedTurnout(count: number, { isAdmin }: { isAdmin: boolean }): number | null {
  return isAdmin || count >= publishedTurnoutMin ? count : null
}

const comparedDays = 14
/** The days that a trend is read from: those compared, and as many before. */
export const trendDays = 2 * comparedDays
const latestMax = 5

/** The sittings of two weeks. */
export interface TurnoutPeriod {
  sittings: number
  /** How many sat in all of them together. */
  sat: number
}

interface TurnoutTrend {
  /** The last sittings, the latest first. */
  latest: Turnout[]
  recent: TurnoutPeriod
  before: TurnoutPeriod
}

/** How many sit lately, of the turnouts of at least that many days; those without a number are left out. */
export function turnoutTrend(turnouts: readonly Turnout[], nowMs: number): TurnoutTrend {
  const known = turnouts.filter(({ count }) => count !== null)
  const periodBetween = (fromDays: number, toDays: number) => {
    const between = known.filter(
      ({ startsAt }) => startsAt > nowMs - fromDays * dayMs && startsAt <= nowMs - toDays * dayMs,
    )
    return { sittings: between.length, sat: between.reduce((sum, { count }) => sum + (count ?? 0), 0) }
  }
  return {
    latest: known.toSorted((a, b) => b.startsAt - a.startsAt).slice(0, latestMax),
    recent: periodBetween(comparedDays, 0),
    before: periodBetween(trendDays, comparedDays),
  }
}
