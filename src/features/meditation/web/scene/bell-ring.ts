// The bell one sees: hairlines that widen over the water as the bowl sounds. Pure.

/** A ring at a moment of the bell. */
export interface Ring {
  /** Of the full size; 0 at the sun's place on the water. */
  radius: number
  /** 0 to 1. */
  opacity: number
}

/** The bowl's decay, swell and attack, in seconds and hertz: assets/source/bells.mjs. */
const decaySeconds = 3.2
const swellHz = 0.7
const attackSeconds = 0.12
const tailSeconds = 1.5
/** The second ring comes one beat later, and fainter. */
export const rings = [
  { lateMs: 0, strength: 0.92 },
  { lateMs: 1_430, strength: 0.4 },
] as const

/** A ring after so many milliseconds of its `totalMs`. At the end of the sitting it comes back inward. */
export function bellRingAt(
  sinceMs: number,
  { totalMs, strength, isInward }: { totalMs: number; strength: number; isInward: boolean },
): Ring {
  const seconds = sinceMs / 1_000
  const total = totalMs / 1_000
  const decay = Math.exp(-seconds / decaySeconds)
  const run = (1 - decay) / (1 - Math.exp(-total / decaySeconds))
  const swell = 0.82 + 0.18 * Math.cos(2 * Math.PI * swellHz * seconds)
  const tail = Math.min(1, Math.max(0, total - seconds) / tailSeconds) ** 2
  const attack = 1 - Math.exp(-seconds / attackSeconds)
  return { radius: isInward ? 1 - run : run, opacity: strength * decay ** 0.8 * swell * tail * attack }
}

/** Fine enough for the swell. */
const sampleMs = 100

/** The whole way of a ring, at even distances in time. */
export function ringWay(options: { totalMs: number; strength: number; isInward: boolean }): Ring[] {
  const count = Math.max(1, Math.round(options.totalMs / sampleMs))
  return Array.from({ length: count + 1 }, (_, index) =>
    bellRingAt((index / count) * options.totalMs, options),
  )
}
