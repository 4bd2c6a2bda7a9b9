// Room hours: which days' rooms are open, and until when.
import { roomClosesAfterMinutes } from '#shared/constants.ts'
import { addDays, dayStartMs } from '#shared/day.ts'

/**
 * Closing time of a day's room in epoch milliseconds. `durationMinutes` is null for a day without a meditation
 * (LIVE-17).
 */
export function roomClosesAtMs(day: string, durationMinutes: number | null): number {
  return dayStartMs(addDays(day, 1)) + ((durationMinutes ?? 0) + roomClosesAfterMinutes) * 60_000
}

/** Today's room is open, yesterday's may be open until its closing time, other dates have none (LIVE-21). */
export function roomKindOf(date: string, today: string): 'today' | 'yesterday' | 'none' {
  if (date === today) return 'today'
  return date === addDays(today, -1) ? 'yesterday' : 'none'
}
