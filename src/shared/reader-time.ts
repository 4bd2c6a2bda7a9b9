// Times by the community's clock and, where it differs, by the reader's.
import { zoneCity } from './city-names.ts'
import { dayInZone, formatDay, formatTimeOfDay } from './day.ts'
import { t } from './i18n/t.ts'

/** The clocks that a time is shown by. */
export interface ReaderZones {
  community: string
  /** The reader's; null if it is unknown. */
  reader: string | null
}

/**
 * A moment by the reader's clock, with the weekday where it differs: ' (Sat 2:00 AM where you are)'. Empty where the
 * clocks agree, or the reader's zone is unknown.
 */
export function readerTimeSuffix(atMs: number, { community, reader }: ReaderZones): string {
  if (reader === null) return ''
  const time = formatTimeOfDay(atMs, reader)
  const day = dayInZone(atMs, reader)
  if (day === dayInZone(atMs, community))
    return time === formatTimeOfDay(atMs, community) ? '' : ` ${t('({time} where you are)', { time })}`
  return ` ${t('({weekday} {time} where you are)', { weekday: formatDay(day, 'dayOfWeek'), time })}`
}

/** A time of day by the community's clock and, where it differs, by the reader's: '7:00 PM (1:00 AM where you are)'. */
export function formatTimeForReader(atMs: number, zones: ReaderZones): string {
  return `${formatTimeOfDay(atMs, zones.community)}${readerTimeSuffix(atMs, zones)}`
}

/**
 * The day and the time of a moment, both by the community's clock of today: a pending change of the zone moves neither.
 */
export function momentForReader(atMs: number, zones: ReaderZones): { day: string; time: string } {
  return { day: formatDay(dayInZone(atMs, zones.community)), time: formatTimeForReader(atMs, zones) }
}

/** A wall time with the city of its zone: '6:30 PM in Berlin'. */
export function formatTimeInCity(atMs: number, zone: string): string {
  return t('{time} in {city}', { time: formatTimeOfDay(atMs, zone), city: zoneCity(zone) })
}

/** The same with its weekday: 'Monday 6:30 AM in Berlin'. */
export function formatWeekdayInCity(atMs: number, zone: string): string {
  return t('{weekday} {time} in {city}', {
    weekday: formatDay(dayInZone(atMs, zone), 'dayOfWeek'),
    time: formatTimeOfDay(atMs, zone),
    city: zoneCity(zone),
  })
}
