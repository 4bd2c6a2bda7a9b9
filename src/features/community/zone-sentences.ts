// Sentences about a change of the community's zone.
import { zoneCity } from '#shared/city-names.ts'
import {
  addDays,
  capitalize,
  type CommunityDays,
  dayInZone,
  formatDay,
  formatTimeOfDay,
} from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'

/** A moment by the viewer's clock: 'Sat, Nov 21, 6:30 AM'. */
export function formatLocalDateTime(atMs: number, local: string): string {
  const day = dayInZone(atMs, local)
  return `${formatDay(day, 'shortWeekday')}, ${formatDay(day, 'short')}, ${formatTimeOfDay(atMs, local)}`
}

interface FirstDay {
  fromDay: string
  startsAtMs: number
}

/** 'From Monday, January 11, days begin at midnight in Berlin: Sun, Jan 10, 5:00 PM where you are.' */
export function firstDaySentence(zone: string, { fromDay, startsAtMs }: FirstDay, local: string): string {
  const facts = { day: formatDay(fromDay), city: zoneCity(zone) }
  const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(startsAtMs).toZonedDateTimeISO(local)
  return dayInZone(startsAtMs, local) === fromDay && hour === 0 && minute === 0
    ? t('From {day} on, days begin at midnight in {city}.', facts)
    : t('From {day} on, days begin at midnight in {city}: {moment} where you are.', {
        ...facts,
        moment: formatLocalDateTime(startsAtMs, local),
      })
}

/** How long the day before the change lasts; null for a day of about 24 hours. */
export function lastDaySentence(days: CommunityDays, { fromDay, startsAtMs }: FirstDay): string | null {
  const before = addDays(fromDay, -1)
  const hours = Math.round((startsAtMs - days.startMs(before)) / 360_000) / 10
  if (hours >= 23 && hours <= 25) return null
  return capitalize(
    t('{hours, plural, one {{day} lasts # hour, once.} other {{day} lasts # hours, once.}}', {
      day: formatDay(before),
      hours,
    }),
  )
}

/** '2 sittings keep their time of day, now in Berlin.' */
export function movedSentence(count: number, zone: string): string {
  const city = zoneCity(zone)
  return count === 0
    ? t('No sitting moves.')
    : t(
        '{count, plural, one {# sitting keeps its time of day, now in {city}. Where you are:} other {# sittings keep their time of day, now in {city}. Where you are:}}',
        { count, city },
      )
}
