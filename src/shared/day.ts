// Days as text 'YYYY-MM-DD', and the community's: the only conversion from a moment to a date (TIME-01). No function
// has a zone of its own. Temporal is native, or loaded by the entry points before this file runs.
import { currentLocale, intlLocale } from './i18n/t.ts'

/** Adds days, which may be negative. */
export function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString()
}

/** From this day on, the community's days begin by the clock of this zone. */
export interface ZoneEra {
  readonly fromDay: string
  readonly zone: string
}

/** The first day of the first era. */
export const firstEraDay = '0001-01-01'

/** The eras of a community in the order of their days; the first one covers all earlier days. */
export type ZoneEras = readonly [ZoneEra, ...ZoneEra[]]

/** The community's days: each begins by the clock of its era's zone, so no date repeats or is skipped. */
export interface CommunityDays {
  readonly eras: ZoneEras
  /** The zone of a day. */
  zoneOf(day: string): string
  /** The zone of the day of a moment. */
  zoneAt(atMs: number): string
  /** The start of a day in epoch milliseconds. */
  startMs(day: string): number
  /** The day of a moment in epoch milliseconds. */
  dayOf(atMs: number): string
  /**
   * A wall time on a day in epoch milliseconds, by the clock of the day's zone or the given one. In the spring gap the
   * time moves forward; in the autumn overlap the first one counts (TIME-02).
   */
  wallTimeMs(day: string, time: string, zone?: string): number
  /** Milliseconds from the moment to the next midnight; days have 23, 24 or 25 hours (TIME-03), those of a change of zone others. */
  msUntilMidnight(nowMs: number): number
}

/** The days of a community. */
export function communityDays(eras: ZoneEras): CommunityDays {
  const [firstEra, ...laterEras] = eras
  const latestFirst = laterEras.toReversed()
  const zoneOf = (day: string) => (latestFirst.find(({ fromDay }) => fromDay <= day) ?? firstEra).zone
  const startMs = (day: string) => Temporal.PlainDate.from(day).toZonedDateTime(zoneOf(day)).epochMilliseconds
  const dayStarts = latestFirst.map((era) => ({ ...era, fromMs: startMs(era.fromDay) }))

  const spanOf = (day: string) => ({ day, fromMs: startMs(day), untilMs: startMs(addDays(day, 1)) })

  // Every request needs the current day, which stays the same for hours.
  let cached = { day: '', fromMs: 0, untilMs: 0 }
  const spanAt = (atMs: number) => {
    if (atMs >= cached.fromMs && atMs < cached.untilMs) return cached
    const { zone } = dayStarts.find(({ fromMs }) => fromMs <= atMs) ?? firstEra
    cached = spanOf(dayInZone(atMs, zone))
    // An era's last day ends when the next era starts, whatever its own clock shows then.
    while (cached.fromMs > atMs) cached = spanOf(addDays(cached.day, -1))
    while (cached.untilMs <= atMs) cached = spanOf(addDays(cached.day, 1))
    return cached
  }

  return {
    eras,
    zoneOf,
    zoneAt: (atMs) => zoneOf(spanAt(atMs).day),
    startMs,
    dayOf: (atMs) => spanAt(atMs).day,
    wallTimeMs: (day, time, zone = zoneOf(day)) =>
      Temporal.PlainDate.from(day)
        .toPlainDateTime(Temporal.PlainTime.from(time))
        .toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds,
    msUntilMidnight: (nowMs) => spanAt(nowMs).untilMs - nowMs,
  }
}

/** The seven days of the day's week, from Monday (TIME-05). */
export function weekOf(day: string): string[] {
  const monday = addDays(day, 1 - Temporal.PlainDate.from(day).dayOfWeek)
  return Array.from({ length: 7 }, (_, index) => addDays(monday, index))
}

/** The `count` days up to and including the day, oldest first. */
export function lastDays(day: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addDays(day, index - count + 1))
}

/** The month of a day, 'YYYY-MM'. */
export function monthOf(day: string): string {
  return day.slice(0, 7)
}

const dayStyles = {
  weekday: { weekday: 'long', month: 'long', day: 'numeric' },
  long: { year: 'numeric', month: 'long', day: 'numeric' },
  full: { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' },
  medium: { year: 'numeric', month: 'short', day: 'numeric' },
  short: { month: 'short', day: 'numeric' },
  shortDay: { weekday: 'short', month: 'short', day: 'numeric' },
  monthDay: { month: 'long', day: 'numeric' },
  month: { year: 'numeric', month: 'long' },
  shortMonth: { month: 'short' },
  shortWeekday: { weekday: 'short' },
  dayOfWeek: { weekday: 'long' },
  dayOfMonth: { day: 'numeric' },
  nameOfMonth: { month: 'long' },
} as const
/** The first day of the viewer's week, 0 is Sunday. Node 20 and Firefox don't know it (`weekInfo`). */
export function firstWeekday(): number {
  return ['en', 'pt-BR'].includes(currentLocale()) ? 0 : 1
}

type DayStyle = keyof typeof dayStyles

/** By locale and name. */
const formats: Record<string, Intl.DateTimeFormat> = {}

// Cached: creating a format costs more than formatting a hundred days.
function formatOf(name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const locale = intlLocale()
  return (formats[`${locale} ${name}`] ??= new Intl.DateTimeFormat(locale, options))
}

/** A day has no zone: parsed and formatted as UTC. */
function dayFormat(style: DayStyle): Intl.DateTimeFormat {
  return formatOf(style, { ...dayStyles[style], timeZone: 'UTC' })
}

/**
 * Formats a day: 'Saturday, November 21', 'Nov 21' (short), 'November 21' (monthDay). With its year: 'November 21, 2026'
 * (long), 'Saturday, November 21, 2026' (full), 'Nov 21, 2026' (medium). Its month: 'November 2026' (month), 'November'
 * (nameOfMonth) or 'Nov' (shortMonth). Its weekday: 'Sat' or 'Saturday' (dayOfWeek).
 */
export function formatDay(day: string, style: DayStyle = 'weekday'): string {
  return asWritten(dayFormat(style).format(Date.parse(day)))
}

/**
 * Portuguese says 'first of November': '1º de novembro', but not of a year. A number with its point, '15.', stays on one
 * line with what follows.
 */
function asWritten(text: string): string {
  return currentLocale() === 'pt-BR'
    ? text.replaceAll(/(?<!de )\b1\b/g, '1º')
    : text.replaceAll(/(\d\.) /g, '$1\u00a0')
}

/**
 * A day, or a sentence that begins with one, as it begins a line: 'Sábado, 21 de noviembre'. Spanish and Portuguese
 * write days and months in lower case. Never for a text that may begin with a member's words.
 */
export function capitalize(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toLocaleUpperCase(intlLocale()))
}

/**
 * Formats a range of days, 'November 16 – 22, 2026'. Both months and years are named where they differ. Short days: 'Tue,
 * Nov 24 – Sun, Nov 29'. A range of months: 'April – June 2026'.
 */
export function formatDayRange(
  from: string,
  to: string,
  style: 'long' | 'shortDay' | 'month' = 'long',
): string {
  const range = asWritten(dayFormat(style).formatRange(Date.parse(from), Date.parse(to)))
  // Browsers put thin spaces around the dash.
  return range.replaceAll('\u2009', ' ')
}

/** Formats a moment as a wall time in the zone: '6:02 AM'. */
export function formatTimeOfDay(atMs: number, zone: string): string {
  return formatOf(zone, { timeZone: zone, hour: 'numeric', minute: '2-digit' }).format(atMs)
}

/** The calendar day of a moment in the zone. */
export function dayInZone(atMs: number, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(zone).toPlainDate().toString()
}

/** Epoch milliseconds of an ISO timestamp. */
export function timestampToMs(timestamp: string): number {
  return Temporal.Instant.from(timestamp).epochMilliseconds
}

/** The ISO timestamp of epoch milliseconds: UTC, with milliseconds. */
export function msToTimestamp(atMs: number): string {
  return new Date(atMs).toISOString()
}
