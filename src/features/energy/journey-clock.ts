// The times of a journey: how a session's energy is revealed, how the figure breathes, how the picture comes to rest.

/** How long the energy takes from Before to After. */
export const revealMs = 1600
export const breathMs = 10_000
/** How long a session's picture lives while nothing plays: less than the 5 s after which movement needs a control. */
export const sessionMotionMs = 4500
/** The last part of that, in which everything slows down. */
export const settleMs = 1500
/** The moment of a session that is shown where nothing may move. */
export const reducedMotionMs = 6000

/** How far a session is revealed, 0 to 1; gently at both ends. */
export function revealAt(sinceMs: number): number {
  const part = Math.min(1, Math.max(0, sinceMs / revealMs))
  return part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2
}

/** The breath, from -1 (out) to 1 (in). */
export function breathAt(flowMs: number): number {
  return Math.sin((flowMs / breathMs) * 2 * Math.PI)
}

/**
 * The picture's own time beside that of the wall: they go alike while it runs, and over the last `settleMs` before
 * `restMs` the picture's slows down until it stands.
 */
export interface JourneyClock {
  wallMs: number
  flowMs: number
  /** The moment on the wall at which the picture stands; null while it runs on. */
  restMs: number | null
}

/** The picture's time at a moment on the wall that isn't before the clock's own. */
export function flowAt(clock: JourneyClock, wallMs: number): number {
  const gone = Math.max(0, wallMs - clock.wallMs)
  if (clock.restMs === null) return clock.flowMs + gone
  const whole = Math.max(0, clock.restMs - clock.wallMs)
  const settle = Math.min(settleMs, whole)
  const slowing = Math.min(settle, Math.max(0, gone - (whole - settle)))
  // The speed falls evenly from 1 to 0: what is lost is half a square.
  const lost = settle === 0 ? 0 : slowing ** 2 / (2 * settle)
  return clock.flowMs + Math.min(gone, whole) - lost
}

/** Whether the picture stands still at a moment on the wall. */
export function isAtRest(clock: JourneyClock, wallMs: number): boolean {
  return clock.restMs !== null && wallMs >= clock.restMs
}

/** The same picture going on towards another rest, without a jump. */
export function withRestAt(clock: JourneyClock, wallMs: number, restMs: number | null): JourneyClock {
  return { wallMs, flowMs: flowAt(clock, wallMs), restMs }
}
