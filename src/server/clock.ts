// The one clock: everything that asks for the time gets it from here, so that a test can set it.

export interface Clock {
  /** The present moment in epoch milliseconds. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }
