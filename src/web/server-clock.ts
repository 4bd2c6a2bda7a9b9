// The server's clock as this page knows it; the browser's own may be wrong by days (TIME-01).

let offsetMs = 0
let roundTripMs = Number.POSITIVE_INFINITY
let sampledAtMs = Number.NEGATIVE_INFINITY

/** After this long a reading gives way to a newer one, however slow that one's answer was. */
const sampleMaxAgeMs = 60_000

/**
 * Takes a reading from an answer's `x-server-time` header. `sentAtMs` and `receivedAtMs` are of
 * `performance.now()`; the quickest recent answer gives the best reading.
 */
export function syncServerClock(serverTimeMs: number, sentAtMs: number, receivedAtMs: number): void {
  const tripMs = receivedAtMs - sentAtMs
  const readMs = serverTimeMs + tripMs / 2 - receivedAtMs
  // Further apart than both trips allow, the old reading is wrong: the device slept, and the count stood still.
  const isRefuted = Math.abs(readMs - offsetMs) > (tripMs + roundTripMs) / 2 + 1
  if (!isRefuted && tripMs > roundTripMs && receivedAtMs - sampledAtMs < sampleMaxAgeMs) return
  roundTripMs = tripMs
  sampledAtMs = receivedAtMs
  offsetMs = readMs
}

/** The present moment by the server's clock, in epoch milliseconds; by the browser's until the first answer. */
export function serverNow(): number {
  return sampledAtMs === Number.NEGATIVE_INFINITY ? Date.now() : Math.round(performance.now() + offsetMs)
}
