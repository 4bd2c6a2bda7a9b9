// Room rules: the day that a node treats as today, and when a room announces each join and leave.
import { presenceEventsRoomMax } from '#shared/constants.ts'
import { chicagoDay } from '#shared/day.ts'

/** Accepted clock skew: a node may start a day this much earlier than another node's clock. */
const maxClockSkewMs = 60_000

/**
 * The day that a node treats as today: its clock's day, or `latestKnownDay`, a later day that another node has
 * started. The later day counts only if it starts within a minute by this node's clock.
 */
export function currentDay(latestKnownDay: string, nowMs: number): string {
  const day = chicagoDay(nowMs)
  return latestKnownDay > day && startsWithinClockSkew(latestKnownDay, nowMs) ? latestKnownDay : day
}

/** Whether a day has started, or starts within a minute. */
export function startsWithinClockSkew(day: string, nowMs: number): boolean {
  return day <= chicagoDay(nowMs + maxClockSkewMs)
}

/** Whether a room of this size announces each join and leave; larger rooms send only the count (LIVE-06). */
export function shouldAnnounceMembers(memberCount: number): boolean {
  return memberCount <= presenceEventsRoomMax
}
