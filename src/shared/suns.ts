// The suns of the day's and the week's line: the states of sittings, and where they stand. Pure, so that properties test it.

/**
 * `next`: the one whose doors open next, unless one is on. `coming`: a later one. `now`: from its doors to the end of its
 * sharing. `sat`: over, and the member sat. `past`: over.
 */
export type SunState = 'next' | 'coming' | 'now' | 'sat' | 'past' | 'canceled'

/** Distances are parts of the line's width. */
interface LineOptions {
  /** The hours at both ends. */
  from?: number
  to?: number
  /** The least distance of two suns, where the line has room for it. */
  gap: number
  /** Free at both ends. */
  edge: number
}

/** The day's line begins at this hour; what is earlier stands at its start. */
const firstHour = 4
const lastHour = 24

/**
 * Where suns stand on a line, 0 to 1, by the hours of the clock, which are in order. They are at least `gap` apart, or
 * evenly where the line is too short. That moves them as little as possible: the sum of the squares of their ways is least.
 */
export function sunPlaces(
  hours: readonly number[],
  { from = firstHour, to = Math.max(lastHour, ...hours), gap, edge }: LineOptions,
): number[] {
  const span = 1 - 2 * edge
  const count = hours.length
  const step = count > 1 ? Math.min(gap, span / (count - 1)) : 0
  const wanted = hours.map((hour) => edge + (span * (hour - from)) / (to - from))
  // Less the room that the suns before it need, places only have to rise.
  const rising = nearestRising(wanted.map((place, index) => place - index * step))
  const last = 1 - edge - (count - 1) * step
  return rising.map((place, index) => Math.max(edge, Math.min(last, place)) + index * step)
}

/** The rising numbers nearest to these: neighbors in the wrong order meet at their mean (pool adjacent violators). */
function nearestRising(values: readonly number[]): number[] {
  const pools: { mean: number; size: number }[] = []
  for (const value of values) {
    let pool = { mean: value, size: 1 }
    for (let before = pools.at(-1); before && before.mean > pool.mean; before = pools.at(-1)) {
      pools.pop()
      const size = before.size + pool.size
      pool = { mean: (before.mean * before.size + pool.mean * pool.size) / size, size }
    }
    pools.push(pool)
  }
  return pools.flatMap(({ mean, size }) => Array.from({ length: size }, () => mean))
}
