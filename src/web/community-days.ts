// The community's days on this page: its eras come with the page, and are known before the first screen.
import { communityDays, type CommunityDays, type ZoneEra } from '#shared/day.ts'
import { localZone } from './local-zone.ts'
import { createPageValue } from './page-value.ts'
import { serverNow } from './server-clock.ts'

const current = createPageValue<CommunityDays | null>(null)

/** Sets the eras of the community's zone, at least one, in the order of their days. */
export function setZoneEras([first, ...later]: readonly ZoneEra[]): void {
  if (!first) throw new Error('The community has no zone.')
  current.set(communityDays([first, ...later]))
}

/** The community's days. */
export function pageDays(): CommunityDays {
  const days = current.get()
  if (days === null) throw new Error('The zone of the community is not known yet.')
  return days
}

/** The community's current day, by the server's clock. */
export function pageToday(): string {
  return pageDays().dayOf(serverNow())
}

/** The zone of the current day, in which the page also shows moments of the past. */
export function communityZone(): string {
  return pageDays().zoneOf(pageToday())
}

/** The zone in which a member reads times: the browser's, or the community's where that is unknown. */
export function displayZone(): string {
  return localZone() ?? communityZone()
}
