// A timestamp of the activity log in words.
import { dayInZone, formatDay, formatTimeOfDay, timestampToMs } from '#shared/day.ts'

/** A timestamp by the clock of the zone: 'November 21, 2026, 12:00 PM'. */
export function formatTimestamp(timestamp: string, zone: string): string {
  const atMs = timestampToMs(timestamp)
  return `${formatDay(dayInZone(atMs, zone), 'long')}, ${formatTimeOfDay(atMs, zone)}`
}
