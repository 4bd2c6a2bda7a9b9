// Times by the community's clock and, where it differs, by the viewer's.
import { zoneCity } from './city-names.ts'
import { addDays, dayInZone, formatDay, formatTimeOfDay } from './day.ts'
import { t } from './i18n/t.ts'

/** The clocks that a time is shown by. */
export interface ShownZones {
  community: string
  /** The viewer's; null if it is unknown. */
  local: string | null
}

interface Place {
  /** A list says once whose clock is in parentheses, by `describeListClocks` (`list-clocks.ts`). */
  isListed?: boolean
}

/**
 * A moment by the viewer's clock, with the weekday where it differs: ' (Saturday 2:00 AM where you are)'. In a list: ' (Sat
 * 2:00 AM)'. Empty where the clocks agree, or the viewer's zone is unknown.
 */
export function localTimeSuffix(
  atMs: number,
  { community, local }: ShownZones,
  { isListed = false }: Place = {},
): string {
  if (local === null || local === community) return ''
  const time = formatTimeOfDay(atMs, local)
  const day = dayInZone(atMs, local)
  if (day === dayInZone(atMs, community)) {
    if (time === formatTimeOfDay(atMs, community)) return ''
    return isListed ? ` (${time})` : ` ${t('({time} where you are)', { time })}`
  }
  return isListed
    ? ` (${formatDay(day, 'shortWeekday')} ${time})`
    : ` ${t('({weekday} {time} where you are)', { weekday: formatDay(day, 'dayOfWeek'), time })}`
}

/** A time of day by the community's clock and, where it differs, by the viewer's: '7:00 PM (1:00 AM where you are)'. */
export function formatTimeWithLocal(atMs: number, zones: ShownZones, place?: Place): string {
  return `${formatTimeOfDay(atMs, zones.community)}${localTimeSuffix(atMs, zones, place)}`
}

/**
 * The day and the time of a moment, both by the community's clock of today: a pending change of the zone moves neither.
 */
export function formatDayAndTimeWithLocal(atMs: number, zones: ShownZones): { day: string; time: string } {
  return { day: formatDay(dayInZone(atMs, zones.community)), time: formatTimeWithLocal(atMs, zones) }
}

/** A wall time with the city of its zone: '6:30 PM in Berlin'. */
export function formatTimeInCity(atMs: number, zone: string): string {
  return t('{time} in {city}', { time: formatTimeOfDay(atMs, zone), city: zoneCity(zone) })
}

/** A time of day after 'at' or 'until' in a sentence: German adds 'Uhr', as it does before a city. */
export function formatTimeInSentence(atMs: number, zone: string): string {
  return t('{time}', { time: formatTimeOfDay(atMs, zone) })
}

/** The same by the viewer's clock; where that is unknown, by the community's with its city. */
export function formatViewerTime(atMs: number, { community, local }: ShownZones): string {
  return local === null ? formatTimeInCity(atMs, community) : formatTimeInSentence(atMs, local)
}

/** A wall time with its weekday and its city: 'Monday 6:30 AM in Berlin'. */
export function formatWeekdayInCity(atMs: number, zone: string): string {
  return t('{weekday} {time} in {city}', {
    weekday: formatDay(dayInZone(atMs, zone), 'dayOfWeek'),
    time: formatTimeOfDay(atMs, zone),
    city: zoneCity(zone),
  })
}

/** A day ahead, by the same clock as today: 'today', 'tomorrow', the weekday within a week, then 'Thursday, December 3'. */
export function relativeDay(day: string, today: string): string {
  if (day === today) return 'today'
  if (day === addDays(today, 1)) return 'tomorrow'
  return formatDay(day, day < addDays(today, 7) ? 'dayOfWeek' : 'weekday')
}
