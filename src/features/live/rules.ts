// Room rules: which rooms are open, and when a room names its members.
import { presenceEventsRoomMax, roomClosesAfterMinutes } from '#shared/constants.ts'
import { addDays, chicagoDay, dayStartMs } from '#shared/day.ts'

const minuteMs = 60_000
/** Maximum clock skew between two nodes at which one accepts the other's start of a day. */
const maxClockSkewMs = minuteMs

/**
 * Closing time of a day's room in epoch milliseconds. `durationMinutes` is null for a day without a meditation
 * (LIVE-17).
 */
export function roomClosesAtMs(day: string, durationMinutes: number | null): number {
  return dayStartMs(addDays(day, 1)) + ((durationMinutes ?? 0) + roomClosesAfterMinutes) * minuteMs
}

/** Today's room is open, yesterday's may be open until its closing time, other dates have none (LIVE-21). */
export function roomKindOf(date: string, today: string): 'today' | 'yesterday' | 'none' {
  if (date === today) return 'today'
  return date === addDays(today, -1) ? 'yesterday' : 'none'
}

/**
 * The day that a node treats as today: its clock's day, or a later day that another node has begun. The later day
 * counts while the own clock is less than a minute behind. `begun` is the latest day this node knows.
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
