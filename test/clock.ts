// A clock that moves only when a test sets it; the only fake time in the tests.
import { systemClock, type Clock } from '#server/clock.ts'
import { wall } from './community-days.ts'

export interface TestClock extends Clock {
  /** Sets the time, as an ISO timestamp or in epoch milliseconds. Timers due by then have run when this returns. */
  set(moment: string | number): void
  advance(ms: number): void
}

/** Noon on a plain winter Saturday; the default time of tests. */
export const defaultTestTime = wall('2026-11-21 12:00')

export function createTestClock(moment: string | number = defaultTestTime): TestClock {
  const toEpochMs = (at: string | number) =>
    typeof at === 'number' ? at : Temporal.Instant.from(at).epochMilliseconds
  let nowMs = toEpochMs(moment)
  let passedMs = 0
  const [timers, delays] = [createTimers(() => nowMs), createTimers(() => passedMs)]
  const set = (toMs: number) => {
    // The monotonic time never decreases, even when the clock is set back.
    passedMs += Math.max(0, toMs - nowMs)
    nowMs = toMs
    timers.runPending()
    delays.runPending()
  }
  return {
    now: () => nowMs,
    at: timers.at,
    after: (ms, run) => delays.at(passedMs + ms, run),
    set: (at) => set(toEpochMs(at)),
    advance: (ms) => set(nowMs + ms),
  }
}

const tickMs = 50

/** A test clock that advances by itself, as a page expects of a server's time. */
export function createTickingClock(): TestClock {
  const testClock = createTestClock()
  let setAtMs = performance.now()
  const now = () => testClock.now() + Math.round(performance.now() - setAtMs)
  const timers = createTimers(now)
  setInterval(timers.runPending, tickMs).unref()
  return {
    now,
    at: timers.at,
    after: systemClock.after,
    set: (moment) => {
      testClock.set(moment)
      setAtMs = performance.now()
      timers.runPending()
    },
    advance: (ms) => {
      testClock.advance(ms)
      timers.runPending()
    },
  }
}

/** The pending timers; `runPending` runs those that are due, the earliest first. */
function createTimers(now: () => number) {
  const timers = new Set<{ atMs: number; run: () => void }>()
  const runPending = () => {
    for (const timer of [...timers].toSorted((a, b) => a.atMs - b.atMs)) {
      // A timer canceled by an earlier one doesn't run.
      if (timer.atMs <= now() && timers.delete(timer)) timer.run()
    }
  }
  const at: Clock['at'] = (atMs, run) => {
    const timer = { atMs, run }
    timers.add(timer)
    if (atMs <= now()) setImmediate(runPending)
    return () => timers.delete(timer)
  }
  return { at, runPending }
}
