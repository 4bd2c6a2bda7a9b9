// Calendars as text: two other viewers see the same moments, by every clock of the server and in both clock changes.
import ICAL from 'ical.js'
import nodeIcal from 'node-ical'
import { afterEach, describe, expect, test } from 'vitest'
import { minuteMs } from '#shared/durations.ts'
import { renderCalendar, type CalendarEvent } from './render-calendar.ts'

const machineZone = process.env['TZ']
afterEach(() => {
  if (machineZone === undefined) delete process.env['TZ']
  else process.env['TZ'] = machineZone
})

const at = (timestamp: string) => Date.parse(timestamp)
const facts = { name: 'Stillwater', logo: null, publicUrl: 'https://sit.example.org:8443' }

function event(key: string, startsAt: number, overrides: Partial<CalendarEvent> = {}): CalendarEvent {
  return {
    key,
    title: 'Morning light',
    instructor: 'Lena Oduya',
    startsAt,
    endsAt: startsAt + 45 * minuteMs,
    zone: 'America/Chicago',
    sequence: 3,
    changedAt: at('2026-11-20T08:15:30.750Z'),
    cancelled: false,
    cancelNote: null,
    ...overrides,
  }
}

/** The starts and ends that each library reads, by UID. */
function readByBoth(text: string) {
  const byIcalJs = new Map(
    ICAL.Component.fromString(text)
      .getAllSubcomponents('vevent')
      .map((component) => {
        const { uid, startDate, endDate } = new ICAL.Event(component)
        return [uid, [startDate.toJSDate().getTime(), endDate.toJSDate().getTime()]]
      }),
  )
  const byNodeIcal = new Map(
    Object.values(nodeIcal.sync.parseICS(text)).flatMap((part) =>
      part?.type === 'VEVENT' ? [[part.uid, [part.start.getTime(), part.end?.getTime()]] as const] : [],
    ),
  )
  return { byIcalJs, byNodeIcal }
}

/** A start every 25 hours for a year, and each quarter of an hour around the zone's clock changes. */
function startsOfYear(zone: string): number[] {
  const from = at('2026-06-01T00:00:00Z')
  const untilMs = from + 396 * 86_400_000
  const starts = new Set(Array.from({ length: 380 }, (_, index) => from + index * 25 * 60 * minuteMs))
  let change = Temporal.Instant.fromEpochMilliseconds(from)
    .toZonedDateTimeISO(zone)
    .getTimeZoneTransition('next')
  while (change && change.epochMilliseconds < untilMs) {
    for (let step = -20; step <= 20; step += 1) starts.add(change.epochMilliseconds + step * 15 * minuteMs)
    change = change.getTimeZoneTransition('next')
  }
  return [...starts]
}

const zones = [
  'America/Chicago',
  'Europe/Berlin',
  'Europe/Dublin',
  'Africa/Casablanca',
  'Asia/Gaza',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'UTC',
]

describe('moments', () => {
  test.each(zones)('[CAL-03] both viewers see the moments of a year in %s', async (zone) => {
    const events = startsOfYear(zone).map((startsAt) => event(`sitting-${startsAt}`, startsAt, { zone }))
    const { byIcalJs, byNodeIcal } = readByBoth(await renderCalendar({ ...facts, events }))
    const expected = events.map(({ key, startsAt, endsAt }) => [`${key}@sit.example.org`, [startsAt, endsAt]])
    expect([...byIcalJs]).toEqual(expected)
    expect([...byNodeIcal]).toEqual(expected)
  })

  test('[CAL-02] a start in the doubled hour is in UTC, one in the gap has the wall time to which it moved', async () => {
    const first = event('sitting-1', at('2026-11-01T06:30:00Z'))
    const moved = event('sitting-2', at('2027-03-14T08:30:00Z'))
    const text = await renderCalendar({ ...facts, events: [first, moved] })
    expect(text).toContain('\r\nDTSTART:20261101T063000Z\r\nDTEND:20261101T071500Z\r\n')
    expect(text).toContain('\r\nDTSTART;TZID=America/Chicago:20270314T033000\r\n')
    const { byIcalJs, byNodeIcal } = readByBoth(text)
    expect([...byIcalJs.values()].map(([start]) => start)).toEqual([first.startsAt, moved.startsAt])
    expect([...byNodeIcal.values()].map(([start]) => start)).toEqual([first.startsAt, moved.startsAt])
  })

  test.each(['America/Chicago'])(
    '[CAL-03] the bytes of a year in %s, and the moments that both read, are the same by every clock of the server',
    async (zone) => {
      const events = startsOfYear(zone).map((startsAt) => event(`sitting-${startsAt}`, startsAt, { zone }))
      const expected = events.map(({ startsAt, endsAt }) => [startsAt, endsAt])
      const texts = new Set<string>()
      for (const machine of ['UTC', 'Asia/Tokyo', 'America/New_York']) {
        process.env['TZ'] = machine
        expect(new Date(0).getTimezoneOffset()).toBe({ UTC: 0, 'Asia/Tokyo': -540 }[machine] ?? 300)
        const text = await renderCalendar({ ...facts, events })
        texts.add(text)
        const { byIcalJs, byNodeIcal } = readByBoth(text)
        expect([...byIcalJs.values()]).toEqual(expected)
        expect([...byNodeIcal.values()]).toEqual(expected)
      }
      expect(texts.size).toBe(1)
    },
  )
})

test('[CAL-02] an event has a lasting UID, its version, and its status; its zone is defined', async () => {
  const text = await renderCalendar({
    ...facts,
    logo: 'https://sit.example.org/logo.png',
    events: [
      event('sitting-10001', at('2026-11-21T12:30:00.400Z')),
      event('sitting-10002', at('2026-11-22T12:30:00Z'), { cancelled: true, zone: 'Asia/Kolkata' }),
    ],
  })
  expect(text).toBe(
    `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Stillwater//Calendar//EN
CALSCALE:GREGORIAN
NAME;VALUE=TEXT:Stillwater
X-WR-CALNAME;VALUE=TEXT:Stillwater
REFRESH-INTERVAL;VALUE=DURATION:PT1H
X-PUBLISHED-TTL:PT1H
IMAGE;DISPLAY=BADGE;FMTTYPE=image/png;VALUE=URI:https://sit.example.org/lo
 go.png
BEGIN:VTIMEZONE
TZID:America/Chicago
BEGIN:STANDARD
DTSTART:20261101T020000
TZOFFSETFROM:-0500
TZOFFSETTO:-0600
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:20270314T020000
TZOFFSETFROM:-0600
TZOFFSETTO:-0500
END:DAYLIGHT
END:VTIMEZONE
BEGIN:VTIMEZONE
TZID:Asia/Kolkata
BEGIN:STANDARD
DTSTART:19451015T000000
TZOFFSETFROM:+0630
TZOFFSETTO:+0530
END:STANDARD
END:VTIMEZONE
BEGIN:VEVENT
UID:sitting-10001@sit.example.org
SEQUENCE:3
DTSTAMP:20261120T081530Z
LAST-MODIFIED:20261120T081530Z
DTSTART;TZID=America/Chicago:20261121T063000
DTEND;TZID=America/Chicago:20261121T071500
SUMMARY:Morning light
DESCRIPTION:With Lena Oduya.\\nhttps://sit.example.org:8443/meditation
LOCATION:https://sit.example.org:8443/meditation
URL:https://sit.example.org:8443/meditation
STATUS:CONFIRMED
END:VEVENT
BEGIN:VEVENT
UID:sitting-10002@sit.example.org
SEQUENCE:3
DTSTAMP:20261120T081530Z
LAST-MODIFIED:20261120T081530Z
DTSTART;TZID=Asia/Kolkata:20261122T180000
DTEND;TZID=Asia/Kolkata:20261122T184500
SUMMARY:Morning light
DESCRIPTION:With Lena Oduya.\\nhttps://sit.example.org:8443/meditation
LOCATION:https://sit.example.org:8443/meditation
URL:https://sit.example.org:8443/meditation
STATUS:CANCELLED
END:VEVENT
END:VCALENDAR
`.replaceAll('\n', '\r\n'),
  )
})

test.each([
  ['commas; semicolons, and \\ backslashes', 'Body, breath; and \\ mind'],
  ['long words', 'Still'.repeat(40)],
  ['letters of three bytes', '静かな水面に射す朝の光'.repeat(8)],
  ['emoji of several', '🧘🏽‍♀️'.repeat(30)],
])('[CAL-04] lines have at most 75 octets, and texts come back as they were: %s', async (_, title) => {
  const text = await renderCalendar({ ...facts, name: title, events: [event('sitting-1', 0, { title })] })
  const lines = text.split('\r\n')
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
  const calendar = ICAL.Component.fromString(text)
  expect(calendar.getFirstPropertyValue('name')).toBe(title)
  expect(calendar.getFirstSubcomponent('vevent')?.getFirstPropertyValue('summary')).toBe(title)
  const [read] = Object.values(nodeIcal.sync.parseICS(text)).filter((part) => part?.type === 'VEVENT')
  expect(read?.summary).toBe(title)
})

test('[CAL-02] a canceled event describes why, in the words of the note', async () => {
  const cancelNote = 'Lena is ill; see you, all,\ntomorrow.'
  const text = await renderCalendar({
    ...facts,
    events: [event('sitting-1', 0, { cancelled: true, cancelNote })],
  })
  const described = ICAL.Component.fromString(text)
    .getFirstSubcomponent('vevent')
    ?.getFirstPropertyValue('description')
  expect(described).toBe(`Canceled: ${cancelNote}\nWith Lena Oduya.\nhttps://sit.example.org:8443/meditation`)
})

test('[CAL-02] a community without events has an empty calendar', async () => {
  const text = await renderCalendar({ ...facts, events: [] })
  expect(ICAL.parse(text)).toMatchObject(['vcalendar', expect.any(Array), []])
  expect(text).toMatch(/^BEGIN:VCALENDAR\r\n[^]*\r\nEND:VCALENDAR\r\n$/)
})
