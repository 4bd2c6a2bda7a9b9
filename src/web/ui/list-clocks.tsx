// Which clocks the times of a list are by, once above it.
import { describeListClocks, doClocksAgree } from '#shared/local-time.ts'
import { shownZones } from '../local-zone.ts'
import { serverNow } from '../server-clock.ts'

/** Nothing where the viewer's clock agrees with the community's. */
export function ListClocks() {
  const [nowMs, zones] = [serverNow(), shownZones()]
  if (zones.local !== null && doClocksAgree(nowMs, zones)) return null
  return <p className="text-small text-ink-3">{describeListClocks(nowMs, zones)}</p>
}
