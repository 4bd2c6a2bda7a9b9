// Today by the viewer's clock: of a community in another zone, the room may be on another day.
import { dayInZone } from '#shared/day.ts'
import { displayZone } from './local-zone.ts'
import { useServerNow } from './use-server-now.ts'

/** The viewer's midnight is found at the latest after this. */
const recheckMs = 60_000
const msToRecheck = () => recheckMs

/** The viewer's current day, 'YYYY-MM-DD'. */
export function useViewerToday(): string {
  return dayInZone(useServerNow(msToRecheck), displayZone())
}
