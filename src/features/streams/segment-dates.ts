// Where the moments of a stream are in a player: between its positions, and the stamps of its segments. Pure.
import type { StampJump } from './live-messages.ts'

/** Seconds of the player; the stamp of its first moment in epoch milliseconds. */
export interface DatedSegment {
  start: number
  duration: number
  dateMs: number
}

/** The stamp of a segment as if the encoder's clock had not jumped. */
export function continuedDate(stampMs: number, seq: number, jump: StampJump | null): number {
  return jump !== null && seq >= jump.seq ? stampMs - jump.byMs : stampMs
}

/** The stamp of a position; before the first and after the last segment as if these were longer. Null without any. */
export function dateAt(segments: readonly DatedSegment[], seconds: number): number | null {
  const segment = segments.findLast(({ start }) => start <= seconds) ?? segments[0]
  return segment ? segment.dateMs + (seconds - segment.start) * 1_000 : null
}

export interface StreamPlace {
  /** In a segment; before one, as nothing was sent for the moment; after the last, which hasn't arrived. */
  kind: 'in' | 'before' | 'after'
  /** Of the player: of the moment, of the segment's first one, or of the end. */
  seconds: number
  /** The stamp that is there. */
  dateMs: number
}

/** Stamps are rounded. */
const roundedMs = 100

/** Where a moment is; null without segments. */
export function placeOf(segments: readonly DatedSegment[], dateMs: number): StreamPlace | null {
  for (const { start, duration, dateMs: firstMs } of segments) {
    if (dateMs < firstMs - roundedMs) return { kind: 'before', seconds: start, dateMs: firstMs }
    if (dateMs < firstMs + duration * 1_000)
      return { kind: 'in', seconds: start + Math.max(0, dateMs - firstMs) / 1_000, dateMs }
  }
  const last = segments.at(-1)
  return (
    (last && {
      kind: 'after',
      seconds: last.start + last.duration,
      dateMs: last.dateMs + last.duration * 1_000,
    }) ??
    null
  )
}
