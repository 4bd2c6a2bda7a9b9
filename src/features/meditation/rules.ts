// Display rules of the sitting: video times, the countdown, the presence sentence and the start time.
import { chicagoDay, formatDay, wallTimeToMs, formatTimeOfDay } from '#shared/day.ts'

const secondMs = 1_000

/** Formats a video position: '9:07', or '1:04:07' from one hour. */
export function formatVideoTime(seconds: number): string {
  const { hours, minutes, seconds: rest } = timeParts(seconds)
  const tail = String(rest).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`
}

/** Formats a video position for screen readers: '9 minutes 7 seconds'. */
export function formatSpokenDuration(seconds: number): string {
  const parts = timeParts(seconds)
  const said = [
    parts.hours > 0 ? pluralize(parts.hours, 'hour') : '',
    parts.minutes > 0 ? pluralize(parts.minutes, 'minute') : '',
    parts.seconds > 0 ? pluralize(parts.seconds, 'second') : '',
  ].filter((part) => part !== '')
  return said.length === 0 ? '0 seconds' : said.join(' ')
}

/** Splits `leftMs` milliseconds into whole hours, minutes and seconds (MED-03). */
export function countdownParts(leftMs: number): { hours: number; minutes: number; seconds: number } {
  return timeParts(leftMs / secondMs)
}

/** Milliseconds until the countdown's seconds change next. */
export function msToNextTick(leftMs: number): number {
  const rest = leftMs % secondMs
  return rest === 0 ? secondMs : rest
}

const namedPeople = 3

/** Hebrew, Arabic and the other right-to-left scripts. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** Isolates each name (FSI, PDI): two adjacent right-to-left names would swap places. */
function firstName(name: string): string {
  const [first = name] = name.split(/\s+/, 1)
  return rightToLeft.test(first) ? `\u2068${first}\u2069` : first
}

/**
 * The presence sentence: 'Ana, Tobias, Mei and 125 others are here'. `names` are the newest members, `count` is
 * their total number. Null when the room is empty.
 */
export function presenceSentence(names: readonly string[], count: number): string | null {
  const here = Math.max(count, names.length)
  if (here === 0) return null
  const named = names.slice(0, namedPeople).map(firstName)
  const others = here - named.length
  if (named.length === 0) return here === 1 ? '1 person is here' : `${here} people are here`
  const listed = others > 0 ? [...named, pluralize(others, 'other')] : named
  const last = listed.at(-1) ?? ''
  const said = listed.length === 1 ? last : `${listed.slice(0, -1).join(', ')} and ${last}`
  return `${said} ${here === 1 ? 'is' : 'are'} here`
}

/** Start of the day's sitting in epoch milliseconds; null once it has begun (MED-04). */
export function upcomingStartMs(day: string, scheduledTime: string, nowMs: number): number | null {
  const startMs = wallTimeToMs(day, scheduledTime)
  return startMs > nowMs ? startMs : null
}

/** The start in Chicago time and in the reader's zone, there with the weekday if it differs (MED-04). */
export function startSentence(startMs: number, zone: string): string {
  const there = formatTimeOfDay(startMs)
  const here = formatTimeOfDay(startMs, zone)
  const dayThere = chicagoDay(startMs)
  const dayHere = Temporal.Instant.fromEpochMilliseconds(startMs).toZonedDateTimeISO(zone).toPlainDate()
  if (dayHere.toString() === dayThere) return `Begins at ${there} in Chicago, ${here} where you are`
  const weekday = formatDay(dayHere.toString()).split(',', 1)[0] ?? ''
  return `Begins at ${there} in Chicago, ${weekday} ${here} where you are`
}

function timeParts(seconds: number): { hours: number; minutes: number; seconds: number } {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0
  return {
    hours: Math.floor(whole / 3_600),
    minutes: Math.floor((whole % 3_600) / 60),
    seconds: whole % 60,
  }
}

function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
