// Room rules: the day that a node treats as today, and when a room names its members.
import { presenceEventsRoomMax } from '#shared/constants.ts'
import { chicagoDay } from '#shared/day.ts'

/** Maximum clock skew between two nodes at which one accepts the other's start of a day. */
const maxClockSkewMs = 60_000

/**
 * The day that a node treats as today: its clock's day, or a later day that another node has begun. The later day
 * counts while the own clock is less than a minute behind. `latestKnownDay` is the latest that this node knows of.
 */
export function currentDay(latestKnownDay: string, nowMs: number): string {
  const day = chicagoDay(nowMs)
  return latestKnownDay > day && startsWithinClockSkew(latestKnownDay, nowMs) ? latestKnownDay : day
}

/** Whether a day has begun, or begins within a minute. */
export function startsWithinClockSkew(day: string, nowMs: number): boolean {
  return day <= chicagoDay(nowMs + maxClockSkewMs)
}

/** Whether a room of this size announces each join and leave; larger rooms send only the count (LIVE-06). */
export function shouldNameMembers(memberCount: number): boolean {
  return memberCount <= presenceEventsRoomMax
}
