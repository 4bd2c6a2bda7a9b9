// The circle leaves the water for the row below the video, and comes back after the end. Pure.
import type { Phase } from '#features/sittings/phases.ts'
import type { Sitting } from '#features/sittings/sitting.ts'

export interface CircleTravel {
  /** When it starts, in epoch milliseconds of the room clock. */
  atMs: number
  /** Toward the row; else back to the water. */
  isSinking: boolean
}

export const travelMs = 3_000
const riseAfterMs = 1_000

/** The circle's way in a phase; null while it stays. */
export function circleTravel(
  { videoAt, sharingAt }: Pick<Sitting, 'videoAt' | 'sharingAt'>,
  phase: Phase,
): CircleTravel | null {
  if (phase === 'bell') return { atMs: videoAt - travelMs, isSinking: true }
  return phase === 'sharing' ? { atMs: sharingAt + riseAfterMs, isSinking: false } : null
}

/** The row's faces come once the water's have gone. */
export const rowAfterMs = 1_800

/** It sinks a little, and has gone before the shore cuts it; with reduced motion it fades in its place. */
export function travelFrames(isReduced: boolean): { transform: string; opacity: number; offset: number }[] {
  const away = isReduced ? 'none' : 'translateY(2.5%) scale(0.98, 0.96)'
  return [
    { transform: 'none', opacity: 1, offset: 0 },
    { transform: away, opacity: 0, offset: rowAfterMs / travelMs },
    { transform: away, opacity: 0, offset: 1 },
  ]
}
