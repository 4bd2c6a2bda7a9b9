// By which clocks the times of a list are, said once for all of them.
import { zoneCity } from './city-names.ts'
import { dayMs } from './durations.ts'
import { t } from './i18n/t.ts'
import { localTimeSuffix, type ShownZones } from './local-time.ts'

/** Whether both clocks show the same time, now and half a year later. */
export function doClocksAgree(nowMs: number, zones: ShownZones): boolean {
  return [nowMs, nowMs + 182 * dayMs].every((atMs) => localTimeSuffix(atMs, zones) === '')
}

/** By which clocks the times of a list are, said once. */
export function describeListClocks(nowMs: number, zones: ShownZones): string {
  const city = zoneCity(zones.community)
  return doClocksAgree(nowMs, zones)
    ? t('All times are {city} time.', { city })
    : t('All times are {city} time, with yours in parentheses.', { city })
}
