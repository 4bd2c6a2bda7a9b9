// The one clock: everything that asks for the time gets it from here, so that a test can set it.

export interface Clock {
  /** The present moment in epoch milliseconds. */
  now(): number
  /** Runs something once it is `momentMs`, until the returned function calls it off; a moment gone by is now. */
  at(momentMs: number, run: () => void): () => void
  /** Runs something when so much time has gone by, however the clock is set meanwhile, until it is called off. */
  after(ms: number, run: () => void): () => void
}

/** The longest that a timer is trusted: the machine may sleep meanwhile, or its clock be set. */
const timerMaxMs = 30_000

export const systemClock: Clock = {
  now: () => Date.now(),
  at: (momentMs, run) => {
    let timer: NodeJS.Timeout
    const wait = () => {
      const leftMs = momentMs - Date.now()
      timer = setTimeout(leftMs > 0 ? wait : run, Math.max(0, Math.min(leftMs, timerMaxMs)))
      timer.unref()
    }
    wait()
    return () => clearTimeout(timer)
  },
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
}
