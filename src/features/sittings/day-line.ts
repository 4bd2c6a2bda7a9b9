// The day's line: the states of a day's sittings, and where they stand on it. Pure, so that tables and properties test it.
import { isOver, type Timeline } from './phases.ts'

/**
 * `next`: the one whose doors open next, unless one is on. `coming`: a later one. `now`: from its doors to the end of its
 * sharing. `sat`: over, and the member sat. `past`: over.
 */
export type SunState = 'next' | 'coming' | 'now' | 'sat' | 'past' | 'canceled'

/** The state of each sitting; they are in the order of their bells. */
export function sunStates<S extends Pick<Timeline, 'doorsAt' | 'endsAt' | 'cancelled'>>(
  sittings: readonly S[],
  { nowMs, hasSat }: { nowMs: number; hasSat: (sitting: S) => boolean },
): SunState[] {
  const isNow = ({ doorsAt, endsAt, cancelled }: S) => !cancelled && doorsAt <= nowMs && nowMs < endsAt
  const isAnyNow = sittings.some(isNow)
  const first = isAnyNow
    ? undefined
    : sittings.find(({ cancelled, doorsAt }) => !cancelled && nowMs < doorsAt)
  return sittings.map((sitting) => {
    if (sitting.cancelled) return 'canceled'
    if (isNow(sitting)) return 'now'
    if (isOver(sitting, nowMs)) return hasSat(sitting) ? 'sat' : 'past'
    return sitting === first ? 'next' : 'coming'
  })
}

/** The sun whose words are shown before a press: the one that is on or next, else the last. */
export function firstChosen(states: readonly SunState[]): number {
  const ahead = states.findIndex((state) => state === 'next' || state === 'now')
  if (ahead >= 0) return ahead
  return Math.max(
    0,
    states.findLastIndex((state) => state !== 'canceled'),
  )
}

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
 * evenly where the line is too short, and moved as little as that takes: the sum of the squares of their ways is least.
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

/** The width of a time below its sun, and of one with room to its neighbors, in px of a text of normal size. */
const timePx = 60
const timeWithRoomPx = 66

/**
 * Which suns have their time below them: all that have the room. Else the chosen one, then the next one, then the first
 * and the last.
 */
export function shownTimes(
  places: readonly number[],
  { chosen, next, widthPx }: { chosen: number; next: number; widthPx: number },
): boolean[] {
  const distancePx = (a: number, b: number) =>
    Math.abs((places[a] ?? Infinity) - (places[b] ?? -Infinity)) * widthPx
  const isFree = (index: number, other: number) => index === other || distancePx(index, other) > timePx
  const last = places.length - 1
  return places.map((_, index) => {
    const isRoomy =
      distancePx(index - 1, index) >= timeWithRoomPx && distancePx(index, index + 1) >= timeWithRoomPx
    if (isRoomy || index === chosen) return true
    if (index === next) return isFree(index, chosen)
    return (index === 0 || index === last) && isFree(index, chosen) && isFree(index, next)
  })
}
