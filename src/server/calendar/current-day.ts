// The current day of a node, whose clock may differ a little from the other nodes'.
import type { CommunityDays } from '#shared/day.ts'

/** Accepted clock skew: a node may start a day this much earlier than another node's clock. */
const maxClockSkewMs = 60_000

/**
 * The day that a node treats as today: its clock's day, or `latestKnownDay`, a later day that another node has
 * started. The later day counts only if it starts within a minute by this node's clock.
 */
export function currentDay(days: CommunityDays, latestKnownDay: string, nowMs: number): string {
  const day = days.dayOf(nowMs)
  return latestKnownDay > day && startsWithinClockSkew(days, latestKnownDay, nowMs) ? latestKnownDay : day
}

/** Whether a day has started, or starts within a minute. */
export function startsWithinClockSkew(days: CommunityDays, day: string, nowMs: number): boolean {
  return days.startMs(day) <= nowMs + maxClockSkewMs
}
