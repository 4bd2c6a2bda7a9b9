// Calendars as iCalendar text (RFC 5545), the same bytes in every time zone of the server (CAL-02, CAL-03).
import { setImmediate as nextTurn } from 'node:timers/promises'
import { t } from '#shared/i18n/t.ts'
import { stringifyComponent, withComponents, type JcalComponent, type JcalProperty } from './jcal.ts'
import { isoText, zoneClock, type ZoneClock } from './zone-clock.ts'

export interface CalendarEvent {
  /** The first part of its UID. */
  key: string
  title: string
  instructor: string
  /** Moments are epoch milliseconds. */
  startsAt: number
  endsAt: number
  /** The zone of its clock. */
  zone: string
  /** Grows with every change. */
  sequence: number
  changedAt: number
  cancelled: boolean
  /** Why it was canceled, as a host wrote to the members. */
  cancelNote: string | null
}

export interface CalendarInput {
  /** The community's. */
  name: string
  /** The address of the logo; null without one. */
  logo: string | null
  /** Where the community is, such as https://sit.example.org. */
  publicUrl: string
  events: readonly CalendarEvent[]
}

/** How long a program may wait before it reads a feed again. Most wait longer. */
const refreshInterval = 'PT1H'

// Thousands of events must not stop a node for long.
const eventsPerTurn = 50

export async function renderCalendar({ name, logo, publicUrl, events }: CalendarInput): Promise<string> {
  const clocks = clocksOf(events)
  const texts: string[] = []
  for (const [index, event] of events.entries()) {
    if (index % eventsPerTurn === eventsPerTurn - 1) await nextTurn()
    texts.push(stringifyComponent(eventComponent(event, clocks.get(event.zone), publicUrl)))
  }
  const calendar: JcalComponent = [
    'vcalendar',
    [
      ['version', {}, 'text', '2.0'],
      ['prodid', {}, 'text', '-//Stillwater//Calendar//EN'],
      ['calscale', {}, 'text', 'GREGORIAN'],
      ['name', {}, 'text', name],
      // For programs from before RFC 7986.
      ['x-wr-calname', {}, 'text', name],
      ['refresh-interval', {}, 'duration', refreshInterval],
      ['x-published-ttl', {}, 'unknown', refreshInterval],
      ...(logo === null ? [] : [imageProperty(logo)]),
    ],
    [...clocks.values()].map(({ component }) => component),
  ]
  return withComponents(calendar, texts)
}

/** The clock of each zone, over the span of its events. */
function clocksOf(events: readonly CalendarEvent[]): Map<string, ZoneClock> {
  const spans = new Map<string, { fromMs: number; untilMs: number }>()
  for (const { zone, startsAt, endsAt } of events) {
    const { fromMs, untilMs } = spans.get(zone) ?? { fromMs: startsAt, untilMs: endsAt }
    spans.set(zone, { fromMs: Math.min(fromMs, startsAt), untilMs: Math.max(untilMs, endsAt) })
  }
  spans.delete('UTC')
  return new Map([...spans].map(([zone, span]) => [zone, zoneClock(zone, span)]))
}

function imageProperty(url: string): JcalProperty {
  return ['image', { display: 'BADGE', fmttype: 'image/png' }, 'uri', url]
}

/** Without a clock, in UTC. */
function eventComponent(
  event: CalendarEvent,
  clock: ZoneClock | undefined,
  publicUrl: string,
): JcalComponent {
  const { key, title, zone, startsAt, endsAt, sequence, changedAt, cancelled } = event
  // Viewers disagree about wall times of the doubled hour.
  const isLocal = clock && !clock.isDoubled(startsAt) && !clock.isDoubled(endsAt)
  const moment = (name: string, atMs: number): JcalProperty =>
    isLocal
      ? [name, { tzid: zone }, 'date-time', clock.wallText(atMs)]
      : [name, {}, 'date-time', `${isoText(atMs)}Z`]
  const room = `${publicUrl}/meditation`
  return [
    'vevent',
    [
      ['uid', {}, 'text', `${key}@${new URL(publicUrl).hostname}`],
      ['sequence', {}, 'integer', sequence],
      // Without METHOD, DTSTAMP is the time of the last change, too.
      ['dtstamp', {}, 'date-time', `${isoText(changedAt)}Z`],
      ['last-modified', {}, 'date-time', `${isoText(changedAt)}Z`],
      moment('dtstart', startsAt),
      moment('dtend', endsAt),
      ['summary', {}, 'text', title],
      ['description', {}, 'text', [...sentencesOf(event), room].join('\n')],
      ['location', {}, 'text', room],
      ['url', {}, 'uri', room],
      ['status', {}, 'text', cancelled ? 'CANCELLED' : 'CONFIRMED'],
    ],
    [],
  ]
}

function sentencesOf({ instructor, cancelNote }: CalendarEvent): string[] {
  const teacher = t('With {instructor}.', { instructor })
  return cancelNote === null ? [teacher] : [t('Canceled: {note}', { note: cancelNote }), teacher]
}
