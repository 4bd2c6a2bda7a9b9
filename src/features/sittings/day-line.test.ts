// The day's line: the states of its suns, and their places.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clockHours } from '#shared/clock-hours.ts'
import { timestampToMs } from '#shared/day.ts'
import { minuteMs } from '#shared/durations.ts'
import { sunPlaces, type SunState } from '#shared/suns.ts'
import { firstChosen, shownTimes, sunStates } from './day-line.ts'

const at = timestampToMs
const chicago = 'America/Chicago'

test.each([
  ['on an ordinary day', '2026-11-21', '2026-11-22T01:00:00Z', 19],
  ['on a day of 23 hours', '2027-03-14', '2027-03-15T00:00:00Z', 19],
  ['on a day of 25 hours', '2026-11-01', '2026-11-02T01:00:00Z', 19],
  ['in its doubled hour, first', '2026-11-01', '2026-11-01T06:30:00Z', 1.5],
  ['in its doubled hour, second', '2026-11-01', '2026-11-01T07:30:00Z', 1.5],
  ['after midnight', '2026-11-21', '2026-11-22T06:15:00Z', 24.25],
  ['before the day', '2026-11-23', '2026-11-23T05:30:00Z', -0.5],
])('[PLAN-10] the hours of the clock %s', (_, day, moment, hours) => {
  expect(clockHours(at(moment), day, chicago)).toBe(hours)
})

describe('[PLAN-10] the states of the suns', () => {
  const nowMs = at('2026-11-21T18:00:00Z')
  const sitting = (id: number, minutes: number, cancelled = false) => ({
    id,
    doorsAt: nowMs + (minutes - 15) * minuteMs,
    endsAt: nowMs + (minutes + 45) * minuteMs,
    cancelled,
  })
  const statesOf = (...sittings: ReturnType<typeof sitting>[]) =>
    sunStates(sittings, { nowMs, hasSat: ({ id }) => id === 1 }).join(' ')
  test.each<[string, ReturnType<typeof sitting>[], string]>([
    ['none', [], ''],
    ['over, sat and not', [sitting(1, -300), sitting(2, -120)], 'sat past'],
    ['the next and later ones', [sitting(1, -300), sitting(2, 60), sitting(3, 180)], 'sat next coming'],
    ['one that is on', [sitting(1, -300), sitting(2, -10), sitting(3, 180)], 'sat now coming'],
    ['open doors', [sitting(2, 15), sitting(3, 180)], 'now coming'],
    ['a minute before the doors', [sitting(2, 16)], 'next'],
    ['at the end of the sharing', [sitting(1, -45), sitting(2, 60)], 'sat next'],
    [
      'canceled ones',
      [sitting(1, -300, true), sitting(2, 0, true), sitting(3, 60, true), sitting(4, 180)],
      'canceled canceled canceled next',
    ],
  ])('%s', (_, sittings, states) => {
    expect(statesOf(...sittings)).toBe(states)
  })

  test.each<[SunState[], number]>([
    [['sat', 'next', 'coming'], 1],
    [['sat', 'now', 'coming'], 1],
    [['sat', 'past'], 1],
    [['sat', 'canceled'], 0],
    [['canceled', 'canceled'], 0],
  ])('%j: first of all the words of number %i are shown', (states, index) => {
    expect(firstChosen(states)).toBe(index)
  })
})

describe('[PLAN-10] the places of the suns', () => {
  const line = (widthPx: number) => ({ gap: Math.min(0.2, 46 / widthPx), edge: Math.min(0.1, 30 / widthPx) })
  const hours = fc
    .array(fc.integer({ min: -12, max: 120 }), { minLength: 1, maxLength: 9 })
    .map((quarters) => quarters.toSorted((a, b) => a - b).map((quarter) => quarter / 4))
  const distances = (places: readonly number[]) =>
    places.slice(1).map((place, index) => place - (places[index] ?? 0))
  const widths = fc.integer({ min: 240, max: 1_200 })

  test('are in order, inside, and as far apart as the line allows', () => {
    fc.assert(
      fc.property(hours, widths, (list, widthPx) => {
        const { gap, edge } = line(widthPx)
        const places = sunPlaces(list, { gap, edge })
        const least = Math.min(gap, (1 - 2 * edge) / Math.max(1, list.length - 1)) - 1e-9
        expect(places).toHaveLength(list.length)
        for (const place of places) {
          expect(place).toBeGreaterThanOrEqual(edge - 1e-9)
          expect(place).toBeLessThanOrEqual(1 - edge + 1e-9)
        }
        for (const distance of distances(places)) expect(distance).toBeGreaterThanOrEqual(least)
      }),
    )
  })

  test('are those of the clock where suns don’t meet', () => {
    const spread = fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 9 })
    fc.assert(
      fc.property(spread, (list) => {
        const own = list.toSorted((a, b) => a - b).map((step) => 4 + step * 2)
        const places = sunPlaces(own, { gap: 0.08, edge: 0.05 })
        for (const [index, hour] of own.entries())
          expect(places[index]).toBeCloseTo(0.05 + (0.9 * (hour - 4)) / 20, 9)
      }),
    )
  })

  test('move evenly to both sides, and stretch to a bell after midnight', () => {
    const [a = 0, b = 0] = sunPlaces([12, 12], { gap: 0.1, edge: 0.05 })
    expect((a + b) / 2).toBeCloseTo(0.05 + 0.9 * 0.4, 9)
    expect(b - a).toBeCloseTo(0.1, 9)
    expect(sunPlaces([12, 24.25], { gap: 0.1, edge: 0.05 })[1]).toBeCloseTo(0.95, 9)
    expect(sunPlaces([1, 2], { gap: 0.1, edge: 0.05 })[0]).toBeCloseTo(0.05, 9)
  })

  test('eight on a phone are 42 px apart', () => {
    const places = sunPlaces([5, 6.5, 8, 12, 15, 18, 19, 24.25], line(358))
    expect(distances(places).map((distance) => Math.floor(distance * 358))).toEqual(Array(7).fill(42))
  })

  test('no two times are shown where they would touch; the chosen one always is', () => {
    const picks = fc.tuple(fc.nat(8), fc.nat(9))
    fc.assert(
      fc.property(hours, widths, picks, (list, widthPx, [chosenPick, nextPick]) => {
        const places = sunPlaces(list, line(widthPx))
        const chosen = chosenPick % list.length
        const next = (nextPick % (list.length + 1)) - 1
        const shown = shownTimes(places, { chosen, next, widthPx })
        expect(shown[chosen]).toBe(true)
        const shownPlaces = places.filter((_, index) => shown[index])
        for (const distance of distances(shownPlaces)) expect(distance * widthPx).toBeGreaterThan(60)
      }),
    )
  })
})
