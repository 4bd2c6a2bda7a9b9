// The time zone of the browser: the only place that asks for it (TIME-06).
import { dayInZone, formatTimeOfDay } from '#shared/day.ts'
import { communityZone } from './community-days.ts'

/**
 * The browser's IANA time zone; null if the browser doesn't know its zone or names one that it can't format with.
 * Screens then show the community's times and don't claim to show the time 'where you are'.
 */
export function localZone(): string | null {
  try {
    // Chromium returns 'Etc/Unknown' where the system's zone is unknown, and old engines return undefined.
    const zone: unknown = new Intl.DateTimeFormat().resolvedOptions().timeZone
    if (typeof zone !== 'string') return null
    // Either throws for a zone that it can't format with.
    dayInZone(0, zone)
    formatTimeOfDay(0, zone)
    return zone
  } catch {
    return null
  }
}

/** The zone in which a member reads times: the browser's, or the community's where that is unknown. */
export function displayZone(): string {
  return localZone() ?? communityZone()
}
