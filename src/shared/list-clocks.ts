// By which clocks the times of a list are, said once for all of them.
import { zoneCity } from './city-names.ts'
import { t } from './i18n/t.ts'
import { localTimeSuffix, type ShownZones } from './local-time.ts'

/**
 * What a list says of the clocks of its times; null where the viewer's clock shows each of them the same. `hasLocal`: it
 * prints the viewer's time too, where it differs.
 */
export function describeListClocks(
  times: readonly number[],
  zones: ShownZones,
  { hasLocal }: { hasLocal: boolean },
): string | null {
  const city = zoneCity(zones.community)
  if (zones.local === null) return times.length === 0 ? null : t('All times are {city} time.', { city })
  if (times.every((atMs) => localTimeSuffix(atMs, zones) === '')) return null
  return hasLocal
    ? t('All times are {city} time, with yours in parentheses.', { city })
    : t('All times are {city} time.', { city })
}
