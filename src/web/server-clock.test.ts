// Which answers the page sets its clock by.
import { expect, test } from 'vitest'
import { syncServerClock, serverNow } from './server-clock.ts'

test('[TIME-01] the quickest recent answer sets the clock, and one that refutes it sets it anew', () => {
  const serverMs = 2_000_000_000_000
  const offBy = (expectedMs: number) => Math.abs(serverNow() - performance.now() - expectedMs)
  syncServerClock(serverMs + 5, 0, 10)
  expect(offBy(serverMs)).toBeLessThanOrEqual(1)
  // Slower, and as right as so slow an answer can be.
  syncServerClock(serverMs + 1_900, 1_000, 2_000)
  expect(offBy(serverMs)).toBeLessThanOrEqual(1)
  // A slow answer an hour later, while the page's own count stood still in a device that slept.
  syncServerClock(serverMs + 3_600_000 + 2_250, 2_000, 2_500)
  expect(offBy(serverMs + 3_600_000)).toBeLessThanOrEqual(1)
})
