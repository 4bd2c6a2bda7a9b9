// The server's clock as this page knows it; the browser's own may be wrong by days (TIME-01).

interface Sample {
  /** The server's time minus `performance.now()`. */
  offsetMs: number
  roundTripMs: number
  atMs: number
  /** The browser's clock minus `performance.now()`. */
  ownOffsetMs: number
}

/** The quickest of the last samples sets the clock. */
let samples: readonly Sample[] = []
const samplesMax = 8
/** The two clocks drift apart by some ten milliseconds in this time. */
const sampleMaxAgeMs = 5 * 60_000
/** A sample that took so many times longer than the quickest says nothing that the quickest doesn't. */
const slowFactor = 4

/**
 * Takes a sample from a response's `x-server-time` header. `sentAtMs` and `receivedAtMs` are readings of
 * `performance.now()`.
 */
export function syncServerClock(serverTimeMs: number, sentAtMs: number, receivedAtMs: number): void {
  const roundTripMs = receivedAtMs - sentAtMs
  const offsetMs = serverTimeMs + roundTripMs / 2 - receivedAtMs
  const sample = { offsetMs, roundTripMs, atMs: receivedAtMs, ownOffsetMs: ownOffset() }
  const recent = samples.filter(({ atMs }) => receivedAtMs - atMs < sampleMaxAgeMs)
  const best = quickest(recent)
  // If two samples differ by more than their round trips allow, the old ones are wrong: the device slept and
  // `performance.now()` stopped.
  const isRefuted =
    best !== undefined && Math.abs(offsetMs - best.offsetMs) > (roundTripMs + best.roundTripMs) / 2 + 1
  if (isRefuted || best === undefined) samples = [sample]
  else if (roundTripMs <= best.roundTripMs * slowFactor) samples = [...recent, sample].slice(-samplesMax)
}

function quickest(candidates: readonly Sample[]): Sample | undefined {
  return candidates.reduce<Sample | undefined>(
    (best, sample) => (best === undefined || sample.roundTripMs < best.roundTripMs ? sample : best),
    undefined,
  )
}

/** The server's time in epoch milliseconds; the browser's until the first response. */
export function serverNow(): number {
  const best = quickest(samples)
  return best === undefined ? Date.now() : Math.round(performance.now() + best.offsetMs)
}

/** Smaller steps are corrections of the browser's clock. */
const sleepMinMs = 1_000

/**
 * Milliseconds that the device may have slept since the server's clock was last read: its own clock went on, while
 * `performance.now()`, and so `serverNow()`, stopped. Setting the device's clock looks the same until the next response.
 */
export function sleptMs(): number {
  const last = samples.at(-1)
  const aheadMs = last === undefined ? 0 : ownOffset() - last.ownOffsetMs
  return aheadMs < sleepMinMs ? 0 : aheadMs
}

function ownOffset(): number {
  return Date.now() - performance.now()
}
