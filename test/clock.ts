// A clock that stands still until a test moves it; the only fake time there is.
import type { Clock } from '#server/clock.ts'

export interface TestClock extends Clock {
  /** Sets the present moment, as an ISO timestamp or in epoch milliseconds. */
  set(moment: string | number): void
  advance(ms: number): void
}

/** Noon in Chicago on a plain winter Saturday, unless told otherwise. */
export const defaultMoment = '2026-11-21T18:00:00.000Z'

export function createTestClock(moment: string | number = defaultMoment): TestClock {
  const read = (at: string | number) =>
    typeof at === 'number' ? at : Temporal.Instant.from(at).epochMilliseconds
  let nowMs = read(moment)
  return {
    now: () => nowMs,
    set: (at) => {
      nowMs = read(at)
    },
    advance: (ms) => {
      nowMs += ms
    },
  }
}
