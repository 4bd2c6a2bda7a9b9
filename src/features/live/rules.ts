// Which rooms are open, and what a room of a given size tells its members.
import { presenceEventsRoomMax, roomClosesAfterMinutes } from '#shared/constants.ts'
import { addDays, chicagoDay, dayStartMs } from '#shared/day.ts'

const minuteMs = 60_000
/** So far apart two nodes' clocks may be, for one to take the other's word that a day has begun. */
const maxClockSkewMs = minuteMs

/** When a day's room closes, in epoch milliseconds; `durationMinutes` of its meditation, null without one (LIVE-17). */
export function roomClosesAtMs(day: string, durationMinutes: number | null): number {
  return dayStartMs(addDays(day, 1)) + ((durationMinutes ?? 0) + roomClosesAfterMinutes) * minuteMs
}

/**
 * How a date's room stands today (LIVE-21): today's is open, yesterday's may be until its closing time, any other date
 * has none.
 */
export function roomKindOf(date: string, today: string): 'today' | 'yesterday' | 'none' {
  if (date === today) return 'today'
  return date === addDays(today, -1) ? 'yesterday' : 'none'
}

/**
 * The day that a node takes for today: its clock's, or the later one that has begun elsewhere while its own clock is
 * less than a minute behind. `begun` is the latest day of which it knows.
 */
export function currentDay(begun: string, nowMs: number): string {
  const day = chicagoDay(nowMs)
  return begun > day && startsWithinClockSkew(begun, nowMs) ? begun : day
}

/** Whether a day begins within a minute, or has begun. */
export function startsWithinClockSkew(day: string, nowMs: number): boolean {
  return day <= chicagoDay(nowMs + maxClockSkewMs)
}

/** Whether a room of so many members tells who joins and leaves, not only how many there are (LIVE-06). */
export function shouldNameMembers(memberCount: number): boolean {
  return memberCount <= presenceEventsRoomMax
}
