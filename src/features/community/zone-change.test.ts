// Changes of the community's zone, over many pairs of zones: no date repeats or is skipped.
import { describe, expect, test } from 'vitest'
import { addDays, communityDays, dayInZone, timestampToMs, type ZoneEras } from '#shared/day.ts'
import { hourMs } from '#shared/durations.ts'
import { comingEra, firstZone, withdrawnChange, zoneChangeTo } from './zone-change.ts'

const zones = [
  'America/Chicago',
  'Europe/Berlin',
  'Pacific/Auckland',
  'Pacific/Honolulu',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Africa/Casablanca',
  'America/St_Johns',
  'Etc/GMT+12',
]
const pairs = zones.flatMap((from) => zones.filter((to) => to !== from).map((to) => [from, to] as const))
const moments = [
  '2026-11-20T18:00:00Z',
  '2026-03-07T23:55:00Z',
  // Ten minutes before Chicago's midnight, and one second later.
  '2026-11-21T05:50:00Z',
  '2026-11-21T05:50:01Z',
  '2026-10-24T11:00:00Z',
].map(timestampToMs)
const erasOf = (zone: string): ZoneEras => [{ fromDay: '0001-01-01', zone }]
const midnightMs = (day: string, zone: string) => communityDays(erasOf(zone)).startMs(day)
/** A change that must be possible. */
function change(eras: ZoneEras, zone: string, nowMs: number) {
  const result = zoneChangeTo(eras, zone, nowMs)
  if (typeof result === 'string') throw new Error(result)
  return result
}

const hoursOf = (zone: string, atMs: number) =>
  Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(zone).offsetNanoseconds / 3.6e12
const nearPairs = pairs.filter(([from, to]) =>
  moments.every((atMs) => Math.abs(hoursOf(from, atMs) - hoursOf(to, atMs)) <= 23),
)

test('[COM-05] most pairs are near enough', () => {
  expect(nearPairs.length).toBeGreaterThan(70)
})

describe.each(nearPairs)('from %s to %s', (from, to) => {
  test.each(moments)('[COM-05] at %d days strictly increase, and each moment has its day', (nowMs) => {
    const { fromDay, eras } = change(erasOf(from), to, nowMs)
    expect(eras).toEqual([...erasOf(from), { fromDay, zone: to }])
    // The first such day: ten minutes ahead by both clocks, and its day before is not.
    const soonest = (day: string) => Math.min(midnightMs(day, from), midnightMs(day, to))
    expect(soonest(fromDay)).toBeGreaterThanOrEqual(nowMs + 600_000)
    expect(soonest(addDays(fromDay, -1))).toBeLessThan(nowMs + 600_000)
    const days = communityDays(eras)
    expect(days.dayOf(nowMs)).toBe(dayInZone(nowMs, from))
    for (let day = addDays(fromDay, -3); day <= addDays(fromDay, 3); day = addDays(day, 1)) {
      const [startMs, nextMs] = [days.startMs(day), days.startMs(addDays(day, 1))]
      const isOdd = day === addDays(fromDay, -1)
      expect(nextMs - startMs).toBeGreaterThanOrEqual((isOdd ? 1 : 23) * hourMs)
      expect(nextMs - startMs).toBeLessThanOrEqual((isOdd ? 47 : 25) * hourMs)
      for (const atMs of [startMs, (startMs + nextMs) / 2, nextMs - 1]) expect(days.dayOf(atMs)).toBe(day)
    }
  })
})

test.each([
  ['Etc/GMT+12', 'Pacific/Kiritimati'],
  ['Pacific/Kiritimati', 'Etc/GMT+12'],
  ['Pacific/Honolulu', 'Pacific/Kiritimati'],
  ['Pacific/Kiritimati', 'Pacific/Honolulu'],
])('[COM-05] from %s to %s is too far', (from, to) => {
  for (const nowMs of moments) expect(zoneChangeTo(erasOf(from), to, nowMs)).toBe('too_distant')
})

const noonMs = timestampToMs('2026-11-20T18:00:00Z')

test('[COM-05] the present zone is no change, and withdraws a pending one', () => {
  const eras = erasOf('America/Chicago')
  expect(zoneChangeTo(eras, 'America/Chicago', noonMs)).toBe('unchanged')
  const pending = change(eras, 'Europe/Berlin', noonMs)
  expect(pending.fromDay).toBe('2026-11-21')
  expect(change(pending.eras, 'America/Chicago', noonMs)).toEqual({
    eras,
    fromDay: '2026-11-21',
    startsAtMs: timestampToMs('2026-11-21T06:00:00Z'),
  })
  expect(withdrawnChange(pending.eras, noonMs)?.eras).toEqual(eras)
  expect(withdrawnChange(eras, noonMs)).toBeNull()
})

test('[COM-05] a new choice replaces a pending one', () => {
  const pending = change(erasOf('America/Chicago'), 'Europe/Berlin', noonMs)
  expect(change(pending.eras, 'Asia/Kolkata', noonMs).eras).toEqual([
    ...erasOf('America/Chicago'),
    { fromDay: '2026-11-21', zone: 'Asia/Kolkata' },
  ])
})

test('[COM-05] from ten minutes before the sooner midnight a pending change stays', () => {
  // Honolulu's day begins four hours after Chicago's.
  const { eras } = change(erasOf('America/Chicago'), 'Pacific/Honolulu', noonMs)
  const lastMs = timestampToMs('2026-11-21T05:50:00Z')
  expect(withdrawnChange(eras, lastMs)).not.toBeNull()
  expect(withdrawnChange(eras, lastMs + 1)).toBeNull()
  expect(zoneChangeTo(eras, 'Pacific/Honolulu', lastMs + 1)).toBe('unchanged')
  // A choice by later clocks doesn't replace it either.
  expect(change(eras, 'Etc/GMT+12', lastMs + 1).eras).toEqual([
    ...eras,
    { fromDay: '2026-11-22', zone: 'Etc/GMT+12' },
  ])
  // Between both midnights the day is still the old one; the next choice follows the pending one.
  const betweenMs = timestampToMs('2026-11-21T08:00:00Z')
  expect(comingEra(eras, betweenMs)?.fromDay).toBe('2026-11-21')
  expect(change(eras, 'America/Chicago', betweenMs).eras).toEqual([
    ...eras,
    { fromDay: '2026-11-22', zone: 'America/Chicago' },
  ])
  expect(comingEra(eras, timestampToMs('2026-11-21T10:00:00Z'))).toBeNull()
})

test('[COM-05] also where the new zone’s midnight is the sooner one', () => {
  const { eras } = change(erasOf('America/Chicago'), 'Europe/Berlin', noonMs)
  const lastMs = timestampToMs('2026-11-20T22:50:00Z')
  expect(withdrawnChange(eras, lastMs)).not.toBeNull()
  expect(withdrawnChange(eras, lastMs + 1)).toBeNull()
})

test('[COM-05] a community without any date changes at once', () => {
  expect(firstZone('Pacific/Auckland', noonMs)).toEqual({
    eras: erasOf('Pacific/Auckland'),
    fromDay: '2026-11-21',
    startsAtMs: timestampToMs('2026-11-20T11:00:00Z'),
  })
})
