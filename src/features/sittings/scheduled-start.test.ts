// Starts in an own zone: one day of the community for each day of the zone, over years of clock changes.
import { describe, expect, test } from 'vitest'
import { addDays, communityDays, msToTimestamp, type CommunityDays } from '#shared/day.ts'
import { hourMs } from '#shared/durations.ts'
import { daysIn } from '#test/community-days.ts'
import { continuedShift, dayShiftOf, scheduledStartMs } from './scheduled-start.ts'

const firstDay = '2026-01-01'
const times = ['02:30', '06:30', '23:45']
// Over every clock change of a year; in the full test, of almost three.
const dayCount = process.env['TEST_FULL'] === undefined ? 400 : 1_000

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const seriesOf = (days: CommunityDays, from: string, scheduledTime: string, timeZone: string) => {
  const dayShift = dayShiftOf(days, { date: from, scheduledTime, timeZone })
  return Array.from({ length: dayCount }, (_, index) => {
    const date = addDays(from, index)
    return { date, atMs: scheduledStartMs(days, { date, scheduledTime, timeZone, dayShift }) }
  })
}

describe.each(['Europe/Berlin', 'Europe/London', 'Pacific/Auckland', 'Africa/Casablanca'])(
  'a schedule in %s',
  (timeZone) => {
    const days = daysIn('America/Chicago')
    const clockOf = (atMs: number) =>
      Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone)

    // The second begins while only one of the zones has changed its clocks.
    test.each([firstDay, '2026-03-15'])(
      '[SCH-34] from %s on starts once a day, at its own wall time, at most 1.5 hours outside the community’s day',
      (from) => {
        for (const time of times) {
          const series = seriesOf(days, from, time, timeZone)
          const clocks = series.map(({ atMs }) => clockOf(atMs))
          expect(new Set(clocks.map((clock) => clock.toPlainDate().toString())).size).toBe(dayCount)
          const outside = series.map(({ date, atMs }) =>
            Math.max(days.startMs(date) - atMs, atMs - days.startMs(addDays(date, 1)), 0),
          )
          expect(outside[0]).toBe(0)
          expect(Math.max(...outside)).toBeLessThanOrEqual(1.5 * hourMs)
          // Only a skipped hour moves a start forward, on a day each year.
          const moved = clocks.filter(({ hour, minute }) => hour * 60 + minute !== minutesOf(time))
          expect(moved.length).toBeLessThanOrEqual(time === '02:30' ? 3 : 0)
        }
      },
    )
  },
)

const chicago = daysIn('America/Chicago')
const startOf = (date: string, scheduledTime: string, timeZone: string | null, dayShift: number) =>
  msToTimestamp(scheduledStartMs(chicago, { date, scheduledTime, timeZone, dayShift }))

test.each([
  ['2027-01-10', '19:00', 'Europe/Berlin', 0, '2027-01-10T18:00:00.000Z'],
  ['2027-01-10', '06:30', 'Europe/Berlin', 1, '2027-01-11T05:30:00.000Z'],
  ['2027-01-10', '07:00', 'Europe/Berlin', 0, '2027-01-10T06:00:00.000Z'],
  ['2027-01-10', '19:00', 'Pacific/Auckland', 0, '2027-01-10T06:00:00.000Z'],
  ['2027-01-10', '18:59', 'Pacific/Auckland', 1, '2027-01-11T05:59:00.000Z'],
  ['2027-01-10', '19:00', 'America/Los_Angeles', 0, '2027-01-11T03:00:00.000Z'],
  ['2027-01-10', '23:45', 'Pacific/Pago_Pago', -1, '2027-01-10T10:45:00.000Z'],
  ['2027-01-10', '06:30', null, 0, '2027-01-10T12:30:00.000Z'],
])('[SCH-34] on %s at %s in %s the shift is %i, and it starts at %s', (date, time, zone, shift, expected) => {
  expect(dayShiftOf(chicago, { date, scheduledTime: time, timeZone: zone })).toBe(shift)
  expect(startOf(date, time, zone, shift)).toBe(expected)
})

test.each([
  // Berlin skips 02:30, and repeats it in autumn.
  ['2027-03-27', '02:30', 1, '2027-03-28T01:30:00.000Z'],
  ['2027-10-30', '02:30', 1, '2027-10-31T00:30:00.000Z'],
  // Chicago's own gap and repeated hour change nothing.
  ['2027-03-14', '08:30', 0, '2027-03-14T07:30:00.000Z'],
  ['2027-11-07', '07:30', 0, '2027-11-07T06:30:00.000Z'],
])('[PHASE-17] on %s at %s in Berlin its own clock changes count: %s', (date, time, shift, expected) => {
  expect(startOf(date, time, 'Europe/Berlin', shift)).toBe(expected)
})

test('[SCH-34] a row continues its series also between two clock changes, but not far outside its day', () => {
  const start = { date: '2027-03-20', scheduledTime: '06:30', timeZone: 'Europe/Berlin' }
  expect(dayShiftOf(chicago, start)).toBe(0)
  expect(continuedShift(chicago, { ...start, dayShift: 1 })).toBe(1)
  expect(continuedShift(chicago, { ...start, dayShift: 2 })).toBe(0)
  expect(continuedShift(chicago, { ...start, dayShift: -1 })).toBe(0)
  expect(continuedShift(chicago, { ...start, timeZone: null, dayShift: 1 })).toBe(0)
  const moved = communityDays([
    { fromDay: '0001-01-01', zone: 'America/Chicago' },
    { fromDay: '2027-03-20', zone: 'Pacific/Auckland' },
  ])
  // By Auckland's clock the day begins in the evening of Berlin's day before.
  expect(continuedShift(moved, { ...start, scheduledTime: '19:00', dayShift: 0 })).toBe(-1)
})

test.each([
  ['Etc/GMT+12', 'Pacific/Kiritimati'],
  ['Pacific/Kiritimati', 'Etc/GMT+12'],
])('[SCH-34] of any two zones some shift is in the day: %s for a community in %s', (timeZone, community) => {
  const days = daysIn(community)
  for (const scheduledTime of times) {
    const start = { date: firstDay, scheduledTime, timeZone }
    const atMs = scheduledStartMs(days, { ...start, dayShift: dayShiftOf(days, start) })
    expect(days.dayOf(atMs)).toBe(firstDay)
  }
})
