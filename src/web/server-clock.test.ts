// Server clock: which samples the page adopts.
import { expect, test } from 'vitest'
import { syncServerClock, serverNow } from './server-clock.ts'

const serverMs = 2_000_000_000_000
const offBy = (expectedMs: number) => Math.abs(serverNow() - performance.now() - expectedMs)

test('[TIME-01] the fastest recent response sets the clock, and one that contradicts it resets it', () => {
  syncServerClock(serverMs + 5, 0, 10)
  expect(offBy(serverMs)).toBeLessThanOrEqual(1)
  // A slower sample, within its own error bound.
  syncServerClock(serverMs + 1_900, 1_000, 2_000)
  expect(offBy(serverMs)).toBeLessThanOrEqual(1)
  // A slow sample an hour later, after the device slept and `performance.now()` stopped.
  syncServerClock(serverMs + 3_600_000 + 2_250, 2_000, 2_500)
  expect(offBy(serverMs + 3_600_000)).toBeLessThanOrEqual(1)
})

test('[SYNC-03] of eight responses with delays of up to 150 ms one way, the quickest sets the clock', () => {
  const startMs = 10_000
  // There and back, in milliseconds; the quickest is off by half the difference of its two ways.
  const ways = [
    [150, 40],
    [90, 140],
    [30, 150],
    [120, 110],
    [26, 20],
    [80, 60],
    [60, 100],
    [140, 35],
  ] as const
  ways.forEach(([there, back], index) => {
    const sentAtMs = startMs + index * 400
    syncServerClock(serverMs + sentAtMs + there, sentAtMs, sentAtMs + there + back)
  })
  expect(offBy(serverMs)).toBeLessThanOrEqual(4)
  // Once the eight are older than five minutes, a slower one counts again.
  syncServerClock(serverMs + 400_000 + 150, 400_000, 400_300)
  expect(offBy(serverMs)).toBeLessThanOrEqual(1)
})
