// Server clock: which samples the page adopts.
import { expect, test } from 'vitest'
import { syncServerClock, serverNow } from './server-clock.ts'

test('[TIME-01] the fastest recent answer sets the clock, and one that contradicts it resets it', () => {
  const serverMs = 2_000_000_000_000
  const offBy = (expectedMs: number) => Math.abs(serverNow() - performance.now() - expectedMs)
  syncServerClock(serverMs + 5, 0, 10)
  expect(offBy(serverMs)).toBeLessThanOrEqual(1)
  // A slower sample, within its own error bound.
  syncServerClock(serverMs + 1_900, 1_000, 2_000)
  expect(offBy(serverMs)).toBeLessThanOrEqual(1)
  // A slow sample an hour later, after the device slept and `performance.now()` stopped.
  syncServerClock(serverMs + 3_600_000 + 2_250, 2_000, 2_500)
  expect(offBy(serverMs + 3_600_000)).toBeLessThanOrEqual(1)
})
