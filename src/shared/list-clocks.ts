// By which clocks the times of a list are, said once for all of them.
import { zoneCity } from './city-names.ts'
import { dayMs } from './durations.ts'
import { t } from './i18n/t.ts'
import { localTimeSuffix, type ShownZones } from './local-time.ts'

/** What a list says of its clocks, and whether the viewer's is known and shows the same, now and half a year later. */
export function describeListClocks(
  nowMs: number,
  zones: ShownZones,
): { sentence: string; isViewers: boolean } {
  const city = zoneCity(zones.community)
  const doClocksAgree = [nowMs, nowMs + 182 * dayMs].every((atMs) => localTimeSuffix(atMs, zones) === '')
  return {
    sentence: doClocksAgree
      ? t('All times are {city} time.', { city })
      : t('All times are {city} time, with yours in parentheses.', { city }),
    isViewers: doClocksAgree && zones.local !== null,
  }
}
