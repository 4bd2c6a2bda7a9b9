// The injected clock: all code takes the time from here, so that tests can set it.

export interface Clock {
  now(): number
  /** Runs a callback at `atMs`, at once if that is past. Returns the function that cancels it. */
  at(atMs: number, run: () => void): () => void
  /** Runs a callback after a duration, unaffected by clock changes. Returns the function that cancels it. */
  after(ms: number, run: () => void): () => void
}

/** The clock that all nodes share, by which everyone does something in the same second; see room-clock.ts. */
export type RoomClock = Pick<Clock, 'now'>

/** Longest timer trusted: meanwhile the machine may sleep, or its clock be set. */
const timerMaxMs = 30_000

export const systemClock: Clock = {
  now: () => Date.now(),
  at: (atMs, run) => {
    let timer: NodeJS.Timeout
    const wait = () => {
      const leftMs = atMs - Date.now()
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
