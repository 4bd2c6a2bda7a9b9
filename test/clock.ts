// A clock that moves only when a test sets it; the only fake time in the tests.
import { systemClock, type Clock } from '#server/clock.ts'

export interface TestClock extends Clock {
  /** Sets the time, as an ISO timestamp or in epoch milliseconds. Timers due by then have run when this returns. */
  set(moment: string | number): void
  advance(ms: number): void
}

/** Noon in Chicago on a plain winter Saturday; the default time of tests. */
export const defaultTestTime = '2026-11-21T18:00:00.000Z'

export function createTestClock(moment: string | number = defaultTestTime): TestClock {
  const read = (at: string | number) =>
    typeof at === 'number' ? at : Temporal.Instant.from(at).epochMilliseconds
  let nowMs = read(moment)
  let passedMs = 0
  const [alarms, waits] = [createTimers(() => nowMs), createTimers(() => passedMs)]
  const set = (toMs: number) => {
    // The monotonic time never decreases, even when the clock is set back.
    passedMs += Math.max(0, toMs - nowMs)
    nowMs = toMs
    alarms.ring()
    waits.ring()
  }
  return {
    now: () => nowMs,
    at: alarms.at,
    after: (ms, run) => waits.at(passedMs + ms, run),
    set: (at) => set(read(at)),
    advance: (ms) => set(nowMs + ms),
  }
}

const tickMs = 50

/** A test clock that advances by itself, as a page expects of a server's time. */
export function createTickingClock(): TestClock {
  const still = createTestClock()
  let setAtMs = performance.now()
  const now = () => still.now() + Math.round(performance.now() - setAtMs)
  const alarms = createTimers(now)
  setInterval(alarms.ring, tickMs).unref()
  return {
    now,
    at: alarms.at,
    after: systemClock.after,
    set: (moment) => {
      still.set(moment)
      setAtMs = performance.now()
      alarms.ring()
    },
    advance: (ms) => {
      still.advance(ms)
      alarms.ring()
    },
  }
}

/** The pending timers; `ring` runs those that are due, the earliest first. */
function createTimers(now: () => number) {
  const alarms = new Set<{ momentMs: number; run: () => void }>()
  const ring = () => {
    for (const alarm of [...alarms].toSorted((a, b) => a.momentMs - b.momentMs)) {
      // A timer cancelled by an earlier one doesn't run.
      if (alarm.momentMs <= now() && alarms.delete(alarm)) alarm.run()
    }
  }
  const at: Clock['at'] = (momentMs, run) => {
    const alarm = { momentMs, run }
    alarms.add(alarm)
    if (momentMs <= now()) setImmediate(ring)
    return () => alarms.delete(alarm)
  }
  return { at, ring }
}
