// Journey timing: the reveal of a session's energy, the breath, and how the animation comes to rest.

/** Duration of the reveal from Before to After. */
export const revealMs = 1600
export const breathMs = 10_000
/** How long a paused session stays animated: below the 5 s after which motion requires a control. */
export const sessionMotionMs = 4500
/** The slowdown at the end of `sessionMotionMs`. */
export const settleMs = 1500
/** The moment of a session that is shown under reduced motion. */
export const reducedMotionMs = 6000

/** The reveal of a session, 0 to 1, with easing at both ends. */
export function revealAt(sinceMs: number): number {
  const part = Math.min(1, Math.max(0, sinceMs / revealMs))
  return part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2
}

/** The breath, from -1 (out) to 1 (in). */
export function breathAt(flowMs: number): number {
  return Math.sin((flowMs / breathMs) * 2 * Math.PI)
}

/**
 * Maps wall time to animation time. Both run at the same speed; over the last `settleMs` before `restMs` the
 * animation slows to a stop.
 */
export interface JourneyClock {
  wallMs: number
  flowMs: number
  /** The wall time at which the animation stops; null while it keeps running. */
  restMs: number | null
}

/** The animation time at a wall time not before the clock's own. */
export function flowAt(clock: JourneyClock, wallMs: number): number {
  const elapsedMs = Math.max(0, wallMs - clock.wallMs)
  if (clock.restMs === null) return clock.flowMs + elapsedMs
  const totalMs = Math.max(0, clock.restMs - clock.wallMs)
  const slowdownMs = Math.min(settleMs, totalMs)
  const intoSlowdownMs = Math.min(slowdownMs, Math.max(0, elapsedMs - (totalMs - slowdownMs)))
  // The speed falls linearly from 1 to 0, so the lost time is half a square.
  const lostMs = slowdownMs === 0 ? 0 : intoSlowdownMs ** 2 / (2 * slowdownMs)
  return clock.flowMs + Math.min(elapsedMs, totalMs) - lostMs
}

/** Whether the animation has stopped at a wall time. */
export function isAtRest(clock: JourneyClock, wallMs: number): boolean {
  return clock.restMs !== null && wallMs >= clock.restMs
}

/** The clock with another rest time, without a jump. */
export function withRestAt(clock: JourneyClock, wallMs: number, restMs: number | null): JourneyClock {
  return { wallMs, flowMs: flowAt(clock, wallMs), restMs }
}
