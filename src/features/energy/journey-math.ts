// Math helpers of the journey.

/** The fractional part, never negative: 2.25 gives 0.25, -0.25 gives 0.75. */
export function fractionalPart(number: number): number {
  return number - Math.floor(number)
}

/** Eases from 0 at `start` to 1 at `end`; `start` and `end` may be equal. */
export function smoothstep(start: number, end: number, x: number): number {
  if (x <= start) return 0
  if (x >= end) return 1
  const t = (x - start) / (end - start)
  return t * t * (3 - 2 * t)
}

/** A seeded generator of numbers in [0, 1) (mulberry32): the same integer gives the same sequence. */
export function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
