// The community's days on this page: its eras come with the page, and are known before the first screen.
import { communityDays, type CommunityDays, type ZoneEra } from '#shared/day.ts'
import { serverNow } from './server-clock.ts'

let current: CommunityDays | null = null
const listeners = new Set<() => void>()

/**
 * Sets the eras of the community's zone, at least one, in the order of their days. On an open page the screens follow a
 * change at once.
 */
export function setZoneEras([first, ...later]: readonly ZoneEra[]): void {
  if (!first) return
  const days = communityDays([first, ...later])
  if (JSON.stringify(days.eras) === JSON.stringify(current?.eras)) return
  current = days
  for (const run of listeners) run()
}

/** Called after each change of the eras. Returns the function that unsubscribes. */
export function onDaysChange(run: () => void): () => void {
  listeners.add(run)
  return () => listeners.delete(run)
}

/** The community's days. */
export function pageDays(): CommunityDays {
  if (!current) throw new Error('The zone isn’t known yet.')
  return current
}

/** The community's current day, by the server's clock. */
export function pageToday(): string {
  return pageDays().dayOf(serverNow())
}

/** The zone of the current day, in which the page also shows moments of the past. */
export function communityZone(): string {
  return pageDays().zoneOf(pageToday())
}
