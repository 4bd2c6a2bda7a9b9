// The server's clock as this page knows it; the browser's own may be wrong by days (TIME-01).
import { onPageShown } from './page-shown.ts'

interface Sample {
  /** The server's time minus `performance.now()`. */
  offsetMs: number
  roundTripMs: number
  atMs: number
}

/** The quickest of the last samples sets the clock. */
let samples: readonly Sample[] = []
const samplesMax = 8
/** The two clocks drift apart by some ten milliseconds in this time. */
const sampleMaxAgeMs = 5 * 60_000
/** A sample that took so many times longer than the quickest says nothing that the quickest doesn't. */
const slowFactor = 4

/** The browser's clock minus `performance.now()` at the last sample; null before the first. */
let ownOffsetMs: number | null = null
/** The sleep since the last sample that the listeners know. */
let noticedSleepMs = 0

/**
 * Takes a sample from a response's `x-server-time` header. `sentAtMs` and `receivedAtMs` are readings of
 * `performance.now()`.
 */
export function syncServerClock(serverTimeMs: number, sentAtMs: number, receivedAtMs: number): void {
  const beforeMs = serverNow()
  const roundTripMs = receivedAtMs - sentAtMs
  const sample = { offsetMs: serverTimeMs + roundTripMs / 2 - receivedAtMs, roundTripMs, atMs: receivedAtMs }
  // Samples from before a sleep are wrong, since `performance.now()` stopped.
  const recent = sleptMs() > 0 ? [] : samples.filter(({ atMs }) => receivedAtMs - atMs < sampleMaxAgeMs)
  const best = quickest(recent)
  // If two samples differ by more than their round trips allow, the old ones are wrong.
  const isRefuted =
    best !== undefined && Math.abs(sample.offsetMs - best.offsetMs) > (roundTripMs + best.roundTripMs) / 2 + 1
  if (isRefuted || best === undefined) samples = [sample]
  else if (roundTripMs <= best.roundTripMs * slowFactor) samples = [...recent, sample].slice(-samplesMax)
  ownOffsetMs = ownOffset()
  noticedSleepMs = 0
  if (Math.abs(serverNow() - beforeMs) >= clockJumpMinMs) publishJump()
}

/**
 * Call it before a request; the returned function takes the `x-server-time` of the response. A response that waited in
 * a sleeping device is ignored: its time is that of before the sleep.
 */
export function timeRequest(): (serverTimeMs: number) => void {
  const [sentAtMs, sentOwnOffsetMs] = [performance.now(), ownOffset()]
  return (serverTimeMs) => {
    if (ownOffset() - sentOwnOffsetMs < sleepMinMs) syncServerClock(serverTimeMs, sentAtMs, performance.now())
  }
}

function quickest(candidates: readonly Sample[]): Sample | undefined {
  return candidates.reduce<Sample | undefined>(
    (best, sample) => (best === undefined || sample.roundTripMs < best.roundTripMs ? sample : best),
    undefined,
  )
}

/**
 * The server's time in epoch milliseconds; the browser's until the first response. It goes on while the device sleeps:
 * until the next response by the browser's clock.
 */
export function serverNow(): number {
  const best = quickest(samples)
  return best === undefined ? Date.now() : Math.round(performance.now() + best.offsetMs + sleptMs())
}

/** Smaller steps are corrections of the browser's clock. */
const sleepMinMs = 1_000

/**
 * Milliseconds that the device may have slept since the last sample. Its own clock went on then, while
 * `performance.now()` stopped, as it does everywhere but on Windows. Setting the device's clock looks the same until
 * the next response.
 */
function sleptMs(): number {
  const aheadMs = ownOffsetMs === null ? 0 : ownOffset() - ownOffsetMs
  return aheadMs < sleepMinMs ? 0 : aheadMs
}

function ownOffset(): number {
  return Date.now() - performance.now()
}

/** Timers that are wrong by less are exact enough (PHASE-06). */
export const clockJumpMinMs = 250
const listeners = new Set<() => void>()
/**
 * Called when `serverNow()` has jumped: after a sleep, or when a response corrects it. Timers that were set before are
 * wrong then. Returns the function that unsubscribes.
 */
export function onClockJump(run: () => void): () => void {
  listeners.add(run)
  return () => listeners.delete(run)
}

function publishJump(): void {
  for (const run of listeners) run()
}

const sleepPollMs = 1_000

/**
 * Keeps the clock of an open page right: notices a sleep, and lets `read` make a call then, and whenever the page is
 * shown. Returns the function that stops it.
 */
export function watchServerClock(read: () => Promise<unknown>): () => void {
  const check = (isShown: boolean) => {
    const isNew = sleptMs() - noticedSleepMs >= sleepMinMs
    if (isNew) {
      noticedSleepMs = sleptMs()
      publishJump()
    }
    // Without a connection the next response does it.
    if (isNew || isShown) read().catch(() => undefined)
  }
  const timer = setInterval(check, sleepPollMs, false)
  const stopListening = onPageShown(() => check(true))
  return () => {
    clearInterval(timer)
    stopListening()
  }
}
