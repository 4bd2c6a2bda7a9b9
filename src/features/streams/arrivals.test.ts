// Arrivals of a stream: its place on the room clock, the lead, and the state.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hourMs, minuteMs, secondMs } from '#shared/durations.ts'
import {
  defaultLeadMs,
  nextLead,
  placeSegment,
  reserveMs,
  stateOfArrivals,
  type SegmentArrival,
  type Lead,
} from './arrivals.ts'

const startMs = 1_800_000_000_000
const lengthMs = 2 * secondMs

interface Sent {
  /** When it was spoken, by the room clock. */
  trueMs: number
  /** How far the encoder's clock is ahead. */
  aheadMs: number
  delayMs: number
}

const arrivalOf = ({ trueMs, aheadMs, delayMs }: Sent): SegmentArrival => ({
  stampMs: trueMs + aheadMs,
  durationMs: lengthMs,
  arrivedAtMs: trueMs + lengthMs + delayMs,
})

/** How many milliseconds after it was spoken each segment has its place, as the server keeps them. */
function placed(sent: readonly Sent[]): number[] {
  let offsetMs: number | null = null
  let stampEndMs: number | null = null
  const rows: (SegmentArrival & { startsAtMs: number; trueMs: number })[] = []
  for (const one of sent) {
    const arrival = arrivalOf(one)
    const own = offsetMs
    const recent = rows.filter(
      (row) => row.startsAtMs - row.stampMs === own && row.arrivedAtMs > arrival.arrivedAtMs - minuteMs,
    )
    const next = placeSegment(arrival, { offsetMs, stampEndMs, recent })
    for (const row of rows) if (row.startsAtMs - row.stampMs === own) row.startsAtMs += next.shiftMs
    rows.push({ ...arrival, startsAtMs: arrival.stampMs + next.offsetMs, trueMs: one.trueMs })
    offsetMs = next.offsetMs
    stampEndMs = arrival.stampMs + arrival.durationMs
  }
  return rows.map(({ startsAtMs, trueMs }) => startsAtMs - trueMs)
}

const stream = (count: number, delayOf: (index: number) => number, aheadOf: (index: number) => number) =>
  Array.from({ length: count }, (_, index) => ({
    trueMs: startMs + index * lengthMs,
    aheadMs: aheadOf(index),
    delayMs: delayOf(index),
  }))

describe('the place of a segment', () => {
  test('[STREAM-05] a clock that is wrong by hours, or jumps, moves no segment by more than 0.3 s', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 80, max: 380 }), { minLength: 60, maxLength: 60 }),
        fc.integer({ min: -3 * hourMs, max: 3 * hourMs }),
        fc.integer({ min: 1, max: 59 }),
        fc.oneof(fc.integer({ min: -60_000, max: -800 }), fc.integer({ min: 800, max: 60_000 })),
        (delays, aheadMs, jumpAt, byMs) => {
          const late = placed(
            stream(
              60,
              (index) => delays[index] ?? 0,
              (index) => aheadMs + (index < jumpAt ? 0 : byMs),
            ),
          )
          expect(Math.max(...late) - Math.min(...late)).toBeLessThanOrEqual(300)
        },
      ),
    )
  })

  test('[STREAM-05] an encoder that was away, and comes back with another clock, begins anew', () => {
    const late = placed(
      stream(
        20,
        (index) => (index < 9 ? 200 : 30_000),
        (index) => (index < 9 ? 0 : -hourMs),
      ),
    )
    expect(late.at(-1)).toBe(30_000)
  })

  test('[STREAM-05] a first segment that came late is put right with the next', () => {
    const late = placed(
      stream(
        5,
        (index) => (index === 0 ? 3_000 : 200),
        () => 0,
      ),
    )
    expect(late).toEqual([200, 200, 200, 200, 200])
  })

  test('[STREAM-05] a line away for 8 s and for 50 s moves nothing', () => {
    for (const awayMs of [8_000, 50_000]) {
      const away = (index: number) => Math.max(200, 200 + awayMs - index * lengthMs)
      const late = placed(
        stream(
          90,
          (index) => (index < 40 ? 200 : away(index - 40)),
          () => hourMs,
        ),
      )
      expect(new Set(late)).toEqual(new Set([200]))
    }
  })

  test('[STREAM-09] only what doesn’t continue the segment before is after a gap', () => {
    const before = { offsetMs: 0, stampEndMs: startMs, recent: [] }
    const at = (stampMs: number) =>
      placeSegment({ stampMs, durationMs: lengthMs, arrivedAtMs: stampMs + lengthMs }, before)
    expect(at(startMs + 400)).toMatchObject({ isAfterGap: false })
    expect(at(startMs + 10_000)).toMatchObject({ isAfterGap: true, offsetMs: 0 })
    expect(
      placeSegment(
        { stampMs: startMs, durationMs: lengthMs, arrivedAtMs: startMs },
        { ...before, stampEndMs: null },
      ),
    ).toMatchObject({ isAfterGap: false })
  })
})

const arrivals = (delays: readonly number[], fromMs = startMs) =>
  delays.map((delayMs, index) => arrivalOf({ trueMs: fromMs + index * lengthMs, aheadMs: 0, delayMs }))
const unknown: Lead = { leadMs: defaultLeadMs, leadAtMs: null }

describe('the lead', () => {
  test.each([
    ['is 12 s until six segments are in', [0, 0, 0, 0, 0], 12],
    ['is three segments where all come at once', [0, 0, 0, 0, 0, 0], 6],
    ['is the largest delay more, in whole seconds', [100, 1_200, 300, 0, 0, 0], 8],
    ['is 30 s at most', [40_000, 0, 0, 0, 0, 0], 30],
  ])('[STREAM-04] %s', (_, delays, seconds) => {
    expect(nextLead(unknown, arrivals(delays), 0).leadMs).toBe(seconds * secondMs)
  })

  test('[STREAM-04] changes when none came in time for half a minute, at most once in five minutes', () => {
    const late = arrivals(Array.from({ length: 18 }, () => 9_000))
    const fixed = (agoMs: number): Lead => ({ leadMs: 6_000, leadAtMs: startMs - agoMs })
    expect(nextLead(fixed(5 * minuteMs), late, 0)).toEqual({
      leadMs: 15_000,
      leadAtMs: late.at(-1)?.arrivedAtMs,
    })
    expect(nextLead(fixed(4 * minuteMs), late, 0)).toEqual(fixed(4 * minuteMs))
    // One in time is enough; so is less than half a minute.
    const [first, ...rest] = arrivals([...Array.from({ length: 16 }, () => 9_000), 0, 9_000])
    expect(nextLead(fixed(5 * minuteMs), [...(first ? [first] : []), ...rest], 0).leadMs).toBe(6_000)
    expect(nextLead(fixed(5 * minuteMs), late.slice(0, 10), 0).leadMs).toBe(6_000)
  })

  test('[STREAM-04] is from 6 to 30 whole seconds whatever arrives, and lasts five minutes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 90_000 }), { minLength: 6, maxLength: 200 }),
        (delays) => {
          let lead = unknown
          const changedAt: number[] = []
          const all = arrivals(delays).toSorted((a, b) => a.arrivedAtMs - b.arrivedAtMs)
          for (const [index, { arrivedAtMs }] of all.entries()) {
            const recent = all.slice(0, index + 1).filter((each) => each.arrivedAtMs > arrivedAtMs - minuteMs)
            const next = nextLead(lead, recent, 0)
            if (next.leadAtMs !== lead.leadAtMs) changedAt.push(arrivedAtMs)
            lead = next
            expect(lead.leadMs % 1_000).toBe(0)
            expect(lead.leadMs).toBeGreaterThanOrEqual(6_000)
            expect(lead.leadMs).toBeLessThanOrEqual(30_000)
          }
          const between = changedAt.slice(1).map((atMs, index) => atMs - (changedAt[index] ?? 0))
          expect(Math.min(...between, 5 * minuteMs)).toBe(5 * minuteMs)
        },
      ),
    )
  })

  test('[STREAM-04] the reserve is what is left of it when a segment arrives', () => {
    const [arrival] = arrivals([1_500])
    if (!arrival) throw new Error('None.')
    expect(reserveMs(arrival, { offsetMs: 500, leadMs: 8_000 })).toBe(5_000)
  })
})

test.each([
  [null, 2_000, 'off'],
  [10_000, 2_000, 'on'],
  [10_001, 2_000, 'off'],
  [16_000, 4_000, 'on'],
  [16_001, 4_000, 'off'],
] as const)(
  '[STREAM-11] after %s ms without a segment of %s ms a stream is %s',
  (silentMs, target, state) => {
    const last = silentMs === null ? null : startMs - silentMs
    expect(stateOfArrivals(last, startMs, target)).toBe(state)
  },
)
