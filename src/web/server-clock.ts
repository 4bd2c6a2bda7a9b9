// The server's clock as this page knows it; the browser's own may be wrong by days (TIME-01).

let offsetMs = 0
let roundTripMs = Number.POSITIVE_INFINITY
let sampledAtMs = Number.NEGATIVE_INFINITY

/** After this long a newer sample replaces the old one, however slow its round trip was. */
const sampleMaxAgeMs = 60_000

/**
 * Takes a sample from an answer's `x-server-time` header. `sentAtMs` and `receivedAtMs` are readings of
 * `performance.now()`. The sample with the shortest recent round trip wins.
 */
export function syncServerClock(serverTimeMs: number, sentAtMs: number, receivedAtMs: number): void {
  const sampleRoundTripMs = receivedAtMs - sentAtMs
  const sampleOffsetMs = serverTimeMs + sampleRoundTripMs / 2 - receivedAtMs
  // If the samples differ by more than both round trips allow, the old one is wrong: the device slept and
  // `performance.now()` stopped.
  const isRefuted = Math.abs(sampleOffsetMs - offsetMs) > (sampleRoundTripMs + roundTripMs) / 2 + 1
  if (!isRefuted && sampleRoundTripMs > roundTripMs && receivedAtMs - sampledAtMs < sampleMaxAgeMs) return
  roundTripMs = sampleRoundTripMs
  sampledAtMs = receivedAtMs
  offsetMs = sampleOffsetMs
}

/** The server's time in epoch milliseconds; the browser's until the first answer. */
export function serverNow(): number {
  return sampledAtMs === Number.NEGATIVE_INFINITY ? Date.now() : Math.round(performance.now() + offsetMs)
}
