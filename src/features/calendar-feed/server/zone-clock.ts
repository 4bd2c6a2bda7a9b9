// A zone's clock over a span, from the transitions of the server's own zone data: event times and VTIMEZONE have one
// source (CAL-02).
import type { JcalComponent } from './jcal.ts'

/** A change of the clock; offsets are milliseconds ahead of UTC. */
interface Transition {
  atMs: number
  before: number
  after: number
}

export interface ZoneClock {
  /** A moment's wall time, 'YYYY-MM-DDTHH:MM:SS'. */
  wallText(atMs: number): string
  /** Whether the clock shows a moment's wall time twice. */
  isDoubled(atMs: number): boolean
  component: JcalComponent
}

/** The clock for moments from `fromMs` to `untilMs`. */
export function zoneClock(zone: string, span: { fromMs: number; untilMs: number }): ZoneClock {
  const transitions = listTransitions(zone, span)
  const offsetAt = (atMs: number) =>
    (transitions.findLast((each) => each.atMs <= atMs) ?? transitions[0])?.after ?? 0
  return {
    wallText: (atMs) => isoText(atMs + offsetAt(atMs)),
    isDoubled: (atMs) =>
      transitions.some((each) => {
        const doubledMs = each.before - each.after
        return atMs >= each.atMs - doubledMs && atMs < each.atMs + doubledMs
      }),
    component: ['vtimezone', [['tzid', {}, 'text', zone]], transitions.map(observance)],
  }
}

/**
 * The last transition before the span, those in it, and the first one after it, with whose hour its end may coincide. A
 * zone without any gets one at the beginning of 1970 that changes nothing.
 */
function listTransitions(
  zone: string,
  { fromMs, untilMs }: { fromMs: number; untilMs: number },
): Transition[] {
  const from = Temporal.Instant.fromEpochMilliseconds(fromMs).toZonedDateTimeISO(zone)
  // A transition at that very moment is one before it.
  const first = from.add({ milliseconds: 1 }).getTimeZoneTransition('previous')
  const transitions: Transition[] = []
  if (!first) transitions.push({ atMs: 0, before: offsetMs(from), after: offsetMs(from) })
  let next = first ?? from.getTimeZoneTransition('next')
  while (next) {
    const before = offsetMs(next.subtract({ milliseconds: 1 }))
    transitions.push({ atMs: next.epochMilliseconds, before, after: offsetMs(next) })
    if (next.epochMilliseconds > untilMs) break
    next = next.getTimeZoneTransition('next')
  }
  return transitions
}

const offsetMs = ({ offsetNanoseconds }: Temporal.ZonedDateTime) => offsetNanoseconds / 1e6

/** Its start is a wall time by the clock before. */
function observance({ atMs, before, after }: Transition): JcalComponent {
  return [
    after > before ? 'daylight' : 'standard',
    [
      ['dtstart', {}, 'date-time', isoText(atMs + before)],
      ['tzoffsetfrom', {}, 'utc-offset', offsetText(before)],
      ['tzoffsetto', {}, 'utc-offset', offsetText(after)],
    ],
    [],
  ]
}

/** To the second below: iCalendar has no fractions. */
export function isoText(ms: number): string {
  return new Date(Math.floor(ms / 1_000) * 1_000).toISOString().slice(0, 19)
}

/** '-06:00'. */
function offsetText(ms: number): string {
  const minutes = Math.abs(ms) / 60_000
  const [hours, rest] = [Math.floor(minutes / 60), Math.round(minutes % 60)]
  const pad = (part: number) => String(part).padStart(2, '0')
  return `${ms < 0 ? '-' : '+'}${pad(hours)}:${pad(rest)}`
}
