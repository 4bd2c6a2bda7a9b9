// Where the moments of a stream are in a player.
import { expect, test } from 'vitest'
import { continuedDate, dateAt, placeOf, type DatedSegment } from './segment-dates.ts'

/** In epoch milliseconds. */
const t0 = 1_795_978_800_000
/** Two segments, and after a gap of 10 s one more: in the player they follow each other. */
const segments: DatedSegment[] = [
  { start: 100, duration: 2, dateMs: t0 },
  { start: 102, duration: 2, dateMs: t0 + 2_000 },
  { start: 104, duration: 2, dateMs: t0 + 14_000 },
]

test.each([
  ['in a segment', 101.5, 1_500],
  ['after the gap', 104.5, 14_500],
  ['before the first', 98, -2_000],
  ['after the last', 107, 17_000],
])('[STREAM-03] the stamp of a position: %s', (_, seconds, afterMs) => {
  expect(dateAt(segments, seconds)).toBe(t0 + afterMs)
})

test.each([
  ['in a segment', 2_500, { kind: 'in', seconds: 102.5, dateMs: t0 + 2_500 }],
  ['before the first: it is waited for', -9_000, { kind: 'before', seconds: 100, dateMs: t0 }],
  ['in the gap: what follows it is waited for', 6_000, { kind: 'before', seconds: 104, dateMs: t0 + 14_000 }],
  ['after the last', 30_000, { kind: 'after', seconds: 106, dateMs: t0 + 16_000 }],
  ['a rounded stamp is no gap', -50, { kind: 'in', seconds: 100, dateMs: t0 - 50 }],
])('[STREAM-03] the place of a moment: %s', (_, afterMs, place) => {
  expect(placeOf(segments, t0 + afterMs)).toEqual(place)
})

test('[STREAM-03] without segments there is neither', () => {
  expect([dateAt([], 3), placeOf([], t0)]).toEqual([null, null])
})

test('[STREAM-05] stamps after a jump of the encoder’s clock go on from those before', () => {
  const jump = { seq: 7, byMs: 40_000 }
  expect([6, 7, 8].map((seq) => continuedDate(100_000, seq, jump))).toEqual([100_000, 60_000, 60_000])
  expect(continuedDate(100_000, 7, null)).toBe(100_000)
})
