// The day's line: the states of a day's sittings, and which of them have words. Pure, so that tables and properties test it.
import type { SunState } from '#shared/suns.ts'
import { hasOpened, isOver, type Timeline } from './phases.ts'

/** The state of each sitting; they are in the order of their bells. */
export function sunStates<S extends Pick<Timeline, 'doorsAt' | 'endsAt' | 'cancelled'>>(
  sittings: readonly S[],
  { nowMs, hasSat }: { nowMs: number; hasSat: (sitting: S) => boolean },
): SunState[] {
  const isNow = (sitting: S) => !sitting.cancelled && hasOpened(sitting, nowMs) && !isOver(sitting, nowMs)
  const isAnyNow = sittings.some(isNow)
  const first = isAnyNow
    ? undefined
    : sittings.find((sitting) => !sitting.cancelled && !hasOpened(sitting, nowMs))
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
